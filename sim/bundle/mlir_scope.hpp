// Names of values in a bundle's text: a loop's body hides those of the same name outside, and takes
// its own along when it ends.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/bundle/mlir.hpp"

namespace spyre::bundle {

class MlirScope {
 public:
  void define(std::string_view name, ValueId value);
  [[nodiscard]] std::optional<ValueId> find(std::string_view name) const;

  // Number of definitions so far, to be given back to `leave`.
  [[nodiscard]] std::size_t depth() const { return hidden_.size(); }
  // Forgets what was defined since.
  void leave(std::size_t depth);

 private:
  std::map<std::string_view, ValueId> values_;
  std::vector<std::pair<std::string_view, std::optional<ValueId>>> hidden_;  // by each definition
};

}  // namespace spyre::bundle
