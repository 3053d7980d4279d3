// Looks parameters up in the describe table.
#include "sim/sweep/card.hpp"

#include "models/base/error.hpp"
#include "sim/config/constraints.hpp"
#include "sim/config/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace spyre::sweep {
namespace {

const params::Parameter* find(const std::vector<params::Parameter>& table,
                              const std::string& path) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const params::Parameter& p) { return p.path == path; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

CardTable::CardTable(const params::ChipParams& card)
    : card_(card), table_(params::describe(card_)) {}

bool CardTable::has(const std::string& path) const { return find(table_, path) != nullptr; }

std::string CardTable::suggestion(const std::string& path) const {
  std::vector<std::string> paths;
  for (const params::Parameter& p : table_) paths.emplace_back(p.path);
  const std::string name = "." + path.substr(path.rfind('.') + 1);
  for (const std::string& known : paths) {
    if (known.ends_with(name)) return known + ", the nearest known key";
  }
  const std::string near = nearest(path, paths);
  return near.empty() ? "a parameter of the card, as in dram.channels"
                      : near + ", the nearest known key";
}

void CardTable::set(const std::string& path, const std::string& value) {
  const params::Parameter* p = find(table_, path);
  if (p == nullptr) throw Error(ErrorKind::Config, path, "unknown key", suggestion(path));
  const auto parsed = config::parse(value, p->slot);
  if (const auto* refusal = std::get_if<config::Refusal>(&parsed))
    throw Error(ErrorKind::Config, path, refusal->what, config::expected_text(p->slot));
  p->slot.write(std::get<std::int64_t>(parsed));
}

params::ChipParams changed(const params::ChipParams& card,
                           const std::map<std::string, std::string>& values) {
  CardTable table(card);
  for (const auto& [path, value] : values) table.set(path, value);
  std::vector<Problem> problems;
  for (config::Conflict& conflict : config::conflicts(table.card()))
    problems.push_back({"", std::move(conflict.what), std::move(conflict.expected)});
  if (!problems.empty()) throw Error(ErrorKind::Config, std::move(problems));
  return table.card();
}

std::optional<double> number_of(const std::string& axis, const std::string& value) {
  params::ChipParams any{};
  const std::vector<params::Parameter> table = params::describe(any);
  if (const params::Parameter* p = find(table, axis)) {
    const auto parsed = config::parse(value, p->slot);
    if (const auto* number = std::get_if<std::int64_t>(&parsed))
      return static_cast<double>(*number);
  }
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (value.empty() || end != value.c_str() + value.size()) return std::nullopt;
  return number;
}

}  // namespace spyre::sweep
