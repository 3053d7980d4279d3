// Parameters of the card by their path, set one by one without reading files again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/params/describe.hpp"

namespace spyre::sweep {

class CardTable {
 public:
  CardTable() : CardTable(params::ChipParams{}) {}
  explicit CardTable(const params::ChipParams& card);
  CardTable(const CardTable&) = delete;  // slots point into the card
  CardTable& operator=(const CardTable&) = delete;

  [[nodiscard]] bool has(const std::string& path) const;
  // The nearest path, or one of the same name in another group, or nothing.
  [[nodiscard]] std::string suggestion(const std::string& path) const;
  // In base units; throws Error (Config) for what is no value of this parameter.
  void set(const std::string& path, const std::string& value);
  [[nodiscard]] const params::ChipParams& card() const { return card_; }

 private:
  params::ChipParams card_;
  std::vector<params::Parameter> table_;
};

// The card with these values; throws Error (Config) when no card can have them together.
params::ChipParams changed(const params::ChipParams& card,
                           const std::map<std::string, std::string>& values);

// A value as a number: of a parameter in its base unit, else a plain number; none for words.
std::optional<double> number_of(const std::string& axis, const std::string& value);

}  // namespace spyre::sweep
