// Keeps what each definition hid, so that leaving undoes them in reverse.
#include "sim/bundle/mlir_scope.hpp"

namespace spyre::bundle {

void MlirScope::define(std::string_view name, ValueId value) {
  hidden_.emplace_back(name, find(name));
  values_[name] = value;
}

std::optional<ValueId> MlirScope::find(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void MlirScope::leave(std::size_t depth) {
  for (; hidden_.size() > depth; hidden_.pop_back()) {
    const auto& [name, before] = hidden_.back();
    if (before)
      values_[name] = *before;
    else
      values_.erase(name);
  }
}

}  // namespace spyre::bundle
