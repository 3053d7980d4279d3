// What can be asked of a finished plan: sizes of tensors, loops around an operation, groups of
// cores.
#include "sim/plan/plan.hpp"

#include <algorithm>

namespace spyre::plan {

std::int64_t Tensor::allocated_bytes() const {
  std::int64_t bytes = kStickBytes;
  for (const LayoutLevel& level : layout) bytes *= level.units;
  return bytes;
}

std::int64_t Tensor::core_bytes() const {
  std::int64_t bytes = kStickBytes;
  for (const LayoutLevel& level : layout) bytes *= level.core_units;
  return bytes;
}

const Constant* Operation::constant(const std::string& wanted) const {
  const auto found = std::find_if(constants.begin(), constants.end(),
                                  [&](const Constant& c) { return c.name == wanted; });
  return found == constants.end() ? nullptr : &*found;
}

std::vector<int> Launch::loop_chain(int operation) const {
  std::vector<int> chain;
  int loop = operations[static_cast<std::size_t>(operation)].loop;
  for (; loop >= 0; loop = loops[static_cast<std::size_t>(loop)].parent) chain.push_back(loop);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::int64_t Launch::trips(int operation) const {
  std::int64_t product = 1;
  for (int loop : loop_chain(operation)) product *= loops[static_cast<std::size_t>(loop)].trips;
  return product;
}

int Plan::cores_used() const {
  int highest = -1;
  for (const Launch& launch : launches) {
    for (const Operation& operation : launch.operations) {
      for (int core : operation.cores) highest = std::max(highest, core);
    }
  }
  return highest + 1;
}

std::int64_t Plan::operation_count() const {
  std::int64_t count = 0;
  for (const Launch& launch : launches) {
    count += static_cast<std::int64_t>(launch.operations.size());
  }
  return count;
}

std::vector<std::vector<int>> groups_by_start(const Tensor& tensor) {
  std::vector<std::vector<int>> groups;
  std::map<std::int64_t, std::size_t> group_of;
  for (std::size_t core = 0; core < tensor.start.size(); ++core) {
    const auto [entry, is_new] = group_of.emplace(tensor.start[core], groups.size());
    if (is_new) groups.emplace_back();
    groups[entry->second].push_back(static_cast<int>(core));
  }
  return groups;
}

}  // namespace spyre::plan
