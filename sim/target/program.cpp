// Moves a plan to where its arguments are, and runs it.
#include "sim/target/program.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/execute/lent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace spyre::target {
namespace {

// How far every storage moves.
std::vector<std::int64_t> moves_of(plan::Plan& plan, std::span<const std::int64_t> addresses) {
  std::vector<std::int64_t> moves(plan.storages.size(), 0);
  const auto& arguments = plan.launches.front().arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto storage = static_cast<std::size_t>(arguments[i].storage);
    moves[storage] = addresses[i] - plan.storages[storage].address;
  }
  for (std::size_t i = 0; i < moves.size(); ++i) plan.storages[i].address += moves[i];
  return moves;
}

std::vector<plan::StorageId> tables_of(const plan::Plan& plan) {
  std::set<plan::StorageId> tables;
  for (const plan::Operation& operation : plan.launches.front().operations)
    for (const plan::Tensor& tensor : operation.tensors)
      if (tensor.indirection == plan::Indirection::ValueTensor && !tensor.in_lx())
        tables.insert(tensor.storage);
  return {tables.begin(), tables.end()};
}

// Bytes from an address to the end of the allocation it lies in, 0 where there is none.
std::int64_t bytes_from(const Extents& live, std::int64_t address) {
  const auto at = static_cast<std::uint64_t>(address);
  const auto next = live.upper_bound(at);
  if (next == live.begin()) return 0;
  const auto& [start, bytes] = *std::prev(next);
  return start + bytes > at ? static_cast<std::int64_t>(start + bytes - at) : 0;
}

}  // namespace

std::uint64_t arguments_of(const plan::Plan& plan) {
  return plan.launches.front().arguments.size();
}

Program::Program(Image image) : image_(std::move(image)) {
  plan_ = bundle::read_bundle(image_.name, std::exchange(image_.texts, {}));
  if (arguments_of(plan_) != image_.arguments)
    throw Error(ErrorKind::Input, image_.name,
                fmt::format("{} arguments in the header", image_.arguments),
                fmt::format("{}, as in the bundle", arguments_of(plan_)));
  tables_ = tables_of(plan_);
}

plan::Plan Program::at(std::span<const std::int64_t> addresses) const {
  plan::Plan plan = plan_;
  const std::vector<std::int64_t> moves = moves_of(plan, addresses);
  for (plan::Operation& operation : plan.launches.front().operations) {
    for (plan::Tensor& tensor : operation.tensors) {
      if (tensor.storage < 0) continue;
      for (std::int64_t& start : tensor.start)
        start += moves[static_cast<std::size_t>(tensor.storage)];
    }
  }
  return plan;
}

std::vector<check::Finding> Program::run(std::span<const std::int64_t> addresses,
                                         const Extents& live, Segments& memory,
                                         execute::Scratchpads& scratchpads,
                                         const number::Rules& rules) const {
  plan::Plan plan = at(addresses);
  for (const plan::StorageId id : tables_) {
    plan::Storage& table = plan.storages[static_cast<std::size_t>(id)];
    table.bytes = std::max(table.bytes, bytes_from(live, table.address));
  }
  const auto lender = [&memory](const plan::Storage& storage) {
    return memory.at(static_cast<std::uint64_t>(storage.address),
                     static_cast<std::uint64_t>(round_up(storage.bytes, plan::kStickBytes)));
  };
  return execute::run_on(plan, lender, scratchpads, rules);
}

}  // namespace spyre::target
