// Divides an operation's times, work and bytes by its core time and the peaks.
#include "sim/report/shares.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::report {
namespace {

double seconds(Time t) {
  return static_cast<double>(t.count()) / static_cast<double>(kPicosPerSecond);
}

double part(Time of, Time whole) {
  return static_cast<double>(of.count()) / static_cast<double>(whole.count());
}

// Speed of the matrix array in the operand's format, relative to fp16.
std::int64_t format_speedup(plan::Format format, const params::Pt& pt) {
  switch (format) {
    case plan::Format::Sen143Fp8:
    case plan::Format::Sen152Fp8: return pt.fp8_speedup;
    case plan::Format::SenInt8: return pt.int8_speedup;
    case plan::Format::SenInt4:
    case plan::Format::Sen121Fp4: return pt.int4_speedup;
    case plan::Format::Sen169Fp16:
    case plan::Format::IeeeFp16:
    case plan::Format::Bfloat16:
    case plan::Format::IeeeFp32:
    case plan::Format::IeeeInt32:
    case plan::Format::SenUint32:
    case plan::Format::IeeeInt64:
    case plan::Format::Bool: return 1;
  }
  return 1;
}

double peak_macs_per_second(const plan::Operation& op, int cores, const params::ChipParams& p) {
  const std::int64_t per_cycle = p.pt.macs_per_cycle * format_speedup(op.format, p.pt) * cores;
  return static_cast<double>(per_cycle) * static_cast<double>(p.chip.core_clock.count());
}

// Rounding of a share of two integers may exceed 1 by an ulp; more than that is a fault of ours.
double at_most_one(double ratio, const observe::OperationResult& op, const char* what) {
  constexpr double ulps = 1e-9;
  ensure(ratio <= 1.0 + ulps, fmt::format("launch {} operation {}: {} utilisation is {}", op.launch,
                                          op.operation, what, ratio));
  return std::min(ratio, 1.0);
}

}  // namespace

Bound bound_of(observe::Stall stall) {
  switch (stall) {
    case observe::Stall::Memory: return Bound::Memory;
    case observe::Stall::Ring: return Bound::Ring;
    case observe::Stall::Space: return Bound::Space;
    case observe::Stall::Dependence: return Bound::Dependence;
    case observe::Stall::PartialSum: return Bound::PartialSum;
    case observe::Stall::Launch: return Bound::Launch;
    case observe::Stall::Drain: return Bound::Drain;
  }
  return Bound::Dependence;
}

Shares shares_of(const observe::OperationResult& op) {
  Shares shares{};
  const Time core_time = op.time * op.cores;
  if (core_time == Time{0}) return shares;
  const auto set = [&](Bound bound, Time t) {
    shares[static_cast<std::size_t>(bound)] = part(t, core_time);
  };
  set(Bound::Compute, op.pt_busy);
  set(Bound::Vector, op.sfp_busy);
  for (int i = 0; i < observe::kStalls; ++i) {
    set(bound_of(static_cast<observe::Stall>(i)), op.stalls[static_cast<std::size_t>(i)]);
  }
  return shares;
}

Utilisation utilisation_of(const plan::Operation& plan_op, const observe::OperationResult& op,
                           const params::ChipParams& params) {
  if (op.time == Time{0} || op.cores == 0) return {};
  const double duration = seconds(op.time);
  const double macs = static_cast<double>(op.macs) / duration;
  const double read = static_cast<double>(op.read.count()) / duration;
  const double written = static_cast<double>(op.written.count()) / duration;
  const double memory = memory_peak(params);
  return {at_most_one(macs / peak_macs_per_second(plan_op, op.cores, params), op, "pt"),
          at_most_one(part(op.sfp_busy, op.time * op.cores), op, "sfp"),
          at_most_one(read / memory, op, "hmi_read"),
          at_most_one(written / memory, op, "hmi_write"),
          at_most_one(part(op.busiest_link, op.time), op, "ring")};
}

std::optional<Bound> largest(const Shares& shares) {
  const auto top = std::max_element(shares.begin(), shares.end());
  if (*top <= 0) return std::nullopt;
  return static_cast<Bound>(top - shares.begin());
}

double memory_peak(const params::ChipParams& params) {
  return static_cast<double>(params.dram.channels * params.dram.nominal_rate.count());
}

}  // namespace spyre::report
