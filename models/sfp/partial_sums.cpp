#include "models/sfp/partial_sums.hpp"

#include <algorithm>
#include <utility>

namespace spyre::sfp {

PartialSums::PartialSums(const sc_core::sc_module_name& name, kernel::Context& context, ring::Ring& up, ring::Ring& down)
    : Unit(name, context), up_(up), down_(down) {}

void PartialSums::open(const program::Phase& phase) {
  groups_.assign(phase.steps.size(), {});
  group_of_.assign(phase.steps.size(), {});
  for (std::size_t s = 0; s < phase.steps.size(); ++s) {
    for (const program::Group& g : phase.steps[s].partial_sum.groups) {
      const int highest = *std::max_element(g.members.begin(), g.members.end());
      auto& of = group_of_[s];
      of.resize(std::max(of.size(), static_cast<std::size_t>(highest) + 1), -1);
      for (const int member : g.members) of[static_cast<std::size_t>(member)] = static_cast<int>(groups_[s].size());
      groups_[s].push_back({g.members.size(), {}, 0, {}});
    }
    for (Group& g : groups_[s]) g.next.assign(group_of_[s].size(), 0);
  }
}

void PartialSums::join(program::StepId step, const program::PartialSumWork& work, int core_index, const Member& member) {
  const auto s = static_cast<std::size_t>(step);
  const auto core = static_cast<std::size_t>(core_index);
  if (core >= group_of_[s].size() || group_of_[s][core] < 0) {
    member.board->part_done(step, member.ordinal);  // nobody shares this core's output
    return;
  }
  Group& group = groups_[s][static_cast<std::size_t>(group_of_[s][core])];
  const std::int64_t ordinal = group.next[core]++;
  if (ordinal - group.first == std::ssize(group.pending)) group.pending.emplace_back();
  std::vector<Member>& members = group.pending[static_cast<std::size_t>(ordinal - group.first)];
  members.push_back(member);
  if (members.size() < group.members) return;
  std::vector<Member> chain = std::move(group.pending.front());
  group.pending.pop_front();
  ++group.first;
  std::sort(chain.begin(), chain.end(), [](const Member& a, const Member& b) { return a.core < b.core; });
  const Time end = reduce(chain, Bytes(work.bytes));
  if (sums_.live() == 0) set_busy("partial sum");
  context().agenda().at(end, number(), *this, sums_.add({step, std::move(chain)}));
}

// Each half passes every link from the first to the last member (or back); the hops overlap, the payload counts once.
Time PartialSums::reduce(const std::vector<Member>& chain, Bytes payload) {
  const Bytes half((payload.count() + 1) / 2);
  const int first = chain.front().core;
  const int last = chain.back().core;
  bytes_ += payload * (std::ssize(chain) - 1);
  const Time up = up_.carry(first, last, half, kernel::now(), ring::Way::Up);
  const Time down = down_.carry(last, first, half, kernel::now(), ring::Way::Down);
  return std::max(up, down);
}

void PartialSums::on_event(std::uint64_t tag) {
  const Sum sum = sums_.take(tag);
  if (sums_.live() == 0) set_idle();
  for (const Member& m : sum.members) m.board->part_done(sum.step, m.ordinal);
}

}  // namespace spyre::sfp
