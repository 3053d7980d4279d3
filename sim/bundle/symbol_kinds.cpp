// Reads the records that describe a bundle's parameters.
#include "sim/bundle/symbol_kinds.hpp"

#include <fmt/format.h>

namespace spyre::bundle {
namespace {

int small_integer(const Item& record, const char* key) {
  const Item item = record.find(key);
  return item.exists() ? static_cast<int>(item.integer(-1, 4096)) : -1;
}

void take_limit(const Item& record, const char* key, std::optional<std::int64_t>& limit) {
  const Item item = record.find(key);
  if (item.exists() && !limit) limit = item.integer(1, kLargestExtent);
}

void apply(const Item& record, Parameter& parameter) {
  const Item kind = record.find("kind");
  const std::string name = kind.exists() ? kind.text() : "";
  if (name == "pool") parameter.kind = ParameterKind::Pool;
  if (name == "kernel") {
    parameter.kind = ParameterKind::Argument;
    if (small_integer(record, "arg_index") >= 0)
      parameter.arg_index = small_integer(record, "arg_index");
  }
  if (name != "dimension" && name != "loop_dimension") return;
  parameter.kind = ParameterKind::Dimension;
  parameter.source_argument = small_integer(record, "arg_index");
  parameter.source_dimension = small_integer(record, "dim_index");
  take_limit(record, "granularity", parameter.granularity);
  take_limit(record, "max_value", parameter.max_value);
  const Item symbol = record.find("pytorch_sym");
  if (symbol.is_string()) parameter.pytorch_name = symbol.text();
}

}  // namespace

void apply_symbol_kinds(const Item& root, std::vector<Parameter>& parameters) {
  if (root.size() != parameters.size()) {
    root.document().note("READ",
                         fmt::format("{}: {} records for {} parameters are ignored",
                                     root.document().file(), root.size(), parameters.size()),
                         "");
    return;
  }
  root.for_each_entry([&](std::size_t i, const Item& record) { apply(record, parameters[i]); });
}

}  // namespace spyre::bundle
