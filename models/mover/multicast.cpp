#include "models/mover/multicast.hpp"

#include <utility>

#include "models/base/error.hpp"

namespace spyre::mover {

void Multicast::open(const program::Phase& phase) {
  steps_.clear();
  steps_.resize(phase.steps.size());
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    const program::MemoryWork& memory = phase.steps[s].memory;
    const std::size_t cores = memory.base.size();
    steps_[s].group_of.assign(cores, -1);
    for (const program::Group& g : memory.groups) {
      for (const int member : g.members) {
        steps_[s].group_of[static_cast<std::size_t>(member)] = static_cast<int>(steps_[s].groups.size());
      }
      steps_[s].groups.push_back({g.members.size(), {}, 0, std::vector<std::int64_t>(cores, 0)});
    }
  }
}

bool Multicast::grouped(program::StepId step, int core_index) const {
  return steps_[static_cast<std::size_t>(step)].group_of[static_cast<std::size_t>(core_index)] >= 0;
}

void Multicast::join(program::StepId step, int core_index, const dram::Extent& extent, const dram::Hmi::Receiver& receiver) {
  StepGroups& groups = steps_[static_cast<std::size_t>(step)];
  Group& group = groups.groups[static_cast<std::size_t>(groups.group_of[static_cast<std::size_t>(core_index)])];
  const std::int64_t ordinal = group.next[static_cast<std::size_t>(core_index)]++;
  if (ordinal - group.first == std::ssize(group.pending)) group.pending.push_back({extent, {}});
  Pending& burst = group.pending[static_cast<std::size_t>(ordinal - group.first)];
  ensure(burst.extent.address == extent.address && burst.extent.bytes == extent.bytes, "members of a multicast group ask for different bytes");
  burst.receivers.push_back(receiver);
  if (burst.receivers.size() < group.members) return;
  Pending ready = std::move(group.pending.front());
  group.pending.pop_front();
  ++group.first;
  bytes_fetched_ += ready.extent.bytes;
  hmi_.read_multicast(ready.extent, std::move(ready.receivers));
}

bool Multicast::idle() const {
  for (const StepGroups& s : steps_) {
    for (const Group& g : s.groups) {
      if (!g.pending.empty()) return false;
    }
  }
  return true;
}

}  // namespace spyre::mover
