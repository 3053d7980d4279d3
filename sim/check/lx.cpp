// Room in LX for the tensors of one operation (LX-01, 02, 07, 08, 12).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

std::int64_t usable_bytes(const params::ChipParams& chip) {
  return (chip.lx.capacity - chip.lx.reserved).count();
}

// A view of a tensor spread over the cores, not an allocation of this core (plan-format 3.19).
bool gathered(const plan::Operation& op, const plan::Tensor& tensor) {
  return tensor.in_lx() && tensor.own_slice && op.op != plan::OpCode::Shuffle;
}

std::int64_t end_of(const plan::Tensor& tensor) {
  return *std::max_element(tensor.start.begin(), tensor.start.end()) + tensor.allocated_bytes();
}

void check_capacity(const Site& site, const plan::Tensor& tensor) {
  const std::int64_t usable = usable_bytes(site.context.chip), end = end_of(tensor);
  if (end <= usable) return;
  site.report(
      "LX-01", Severity::Error,
      {.message = fmt::format("{} ends at byte {} of {{cores}}, beyond the {} bytes the card "
                              "leaves to tensors",
                              titled(tensor), grouped(end), grouped(usable)),
       .tensor = &tensor,
       .cores = site.cores(),
       .found = grouped(end),
       .expected = "at most " + grouped(usable)});
}

// The plan does not say which share of LX its compiler left to the backend, so this is no error.
void check_partition(const Site& site, const plan::Tensor& tensor) {
  const std::int64_t usable = usable_bytes(site.context.chip);
  const std::int64_t front = usable - params::staging_bytes(site.context.chip).count();
  const std::int64_t end = end_of(tensor);
  if (end <= front || end > usable) return;
  site.report("LX-02", Severity::Warning,
              {.message = fmt::format(
                   "{} ends at byte {} of {{cores}}, in the {} bytes from {} on that the "
                   "backend stages operands in",
                   titled(tensor), grouped(end), grouped(usable - front), grouped(front)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(end),
               .expected = "at most " + grouped(front)});
}

void check_advance(const Site& site, const plan::Tensor& tensor) {
  const auto moving = std::find_if(tensor.loop_stride.begin(), tensor.loop_stride.end(),
                                   [](std::int64_t stride) { return stride != 0; });
  if (moving == tensor.loop_stride.end()) return;
  site.report("LX-07", Severity::Error,
              {.message = fmt::format("{} advances by {} bytes with loop {}", titled(tensor),
                                      grouped(*moving), moving - tensor.loop_stride.begin()),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(*moving),
               .expected = "0"});
}

void check_gather(const Site& site, const plan::Tensor& tensor) {
  site.report("LX-12", Severity::Warning,
              {.message = fmt::format(
                   "{} is divided differently from its operation: each core gathers up to "
                   "{} bytes of it over the ring",
                   titled(tensor), grouped(core_bytes(tensor))),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = "a work division of its own",
               .expected = "the division of the operation"});
}

// The least a double-buffered stream takes: two bursts of every operand in memory.
void check_staging(const Site& site) {
  const std::int64_t burst = site.context.chip.mover.burst_sticks * plan::kStickBytes;
  std::int64_t need = 0, resident = 0;
  for (const plan::Tensor& tensor : site.op.tensors) {
    if (gathered(site.op, tensor)) continue;
    if (tensor.in_lx()) resident = std::max(resident, end_of(tensor));
    if (!tensor.in_lx()) need += std::min(burst, core_bytes(tensor));
  }
  const std::int64_t room = usable_bytes(site.context.chip) - resident;
  if (room < 0 || 2 * need <= room) return;
  site.report(
      "LX-08", Severity::Warning,
      {.message = fmt::format("LX tensors up to byte {} leave {} bytes to stage the operands in "
                              "memory, which take {} single and {} double buffered",
                              grouped(resident), grouped(room), grouped(need), grouped(2 * need)),
       .cores = site.cores(),
       .found = grouped(room),
       .expected = "at least " + grouped(2 * need)});
}

}  // namespace

void check_lx(const Site& site) {
  for (const plan::Tensor& tensor : site.op.tensors) {
    if (!tensor.in_lx()) continue;
    check_advance(site, tensor);
    if (gathered(site.op, tensor)) {
      check_gather(site, tensor);
      continue;
    }
    check_capacity(site, tensor);
    check_partition(site, tensor);
  }
  check_staging(site);
}

}  // namespace spyre::check
