// Limits of the machine on one operation: address span, cores, sticks (SPN).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "models/base/quantity.hpp"
#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// 65,535 pages of 4 KiB: the front end's limit on what one core may address of a tensor.
constexpr std::int64_t kSpanLimit = std::int64_t{65'535} * 4096;

// The dimension whose split shortens the span most, and the slices per present slice that it takes.
struct Remedy {
  plan::DimId dim = -1;
  std::int64_t slices = 0;
};

// Parts into which one level must be cut so that the span fits; 0 when no cut of it does.
std::int64_t parts_needed(const plan::Tensor& tensor, const plan::LayoutLevel& level) {
  const std::int64_t others = core_span(tensor) - times(level.core_units - 1, level.stride);
  if (others > kSpanLimit || level.stride <= 0) return 0;
  const std::int64_t fitting = (kSpanLimit - others) / level.stride + 1;
  return div_up(level.core_units, fitting);
}

Remedy remedy(const plan::Operation& op, const plan::Tensor& tensor) {
  Remedy best;
  for (const plan::LayoutLevel& level : tensor.layout) {
    const std::int64_t parts = parts_needed(tensor, level);
    if (parts == 0) continue;
    const std::int64_t slices = times(parts, op.dims[static_cast<std::size_t>(level.dim)].slices);
    if (best.dim < 0 || slices < best.slices) best = {level.dim, slices};
  }
  return best;
}

Severity severity_of(Mode mode) {
  return mode == Mode::Check ? Severity::Error : Severity::Warning;
}

std::string advice(const plan::Operation& op, Remedy fit) {
  if (fit.dim < 0) return "no single split fits";
  const std::string& name = op.dims[static_cast<std::size_t>(fit.dim)].name;
  return fmt::format("{} needs {} slices", name, fit.slices);
}

void check_possible(const Site& site, const plan::Tensor& tensor, Remedy fit) {
  const std::int64_t cores = site.context.chip.chip.cores;
  if (fit.dim >= 0 && fit.slices <= cores) return;
  site.report("SPN-02", severity_of(site.context.mode),
              {.message = fmt::format("no split of {} over {} cores fits the address span; {}",
                                      titled(tensor), cores, advice(site.op, fit)),
               .tensor = &tensor,
               .found = fit.dim < 0 ? "none" : grouped(fit.slices),
               .expected = "at most " + grouped(cores)});
}

void check_address_span(const Site& site, const plan::Tensor& tensor) {
  const std::int64_t span = core_span(tensor);
  if (tensor.in_lx() || span <= kSpanLimit) return;
  const Remedy fit = remedy(site.op, tensor);
  site.report("SPN-01", severity_of(site.context.mode),
              {.message = fmt::format(
                   "{} spans {} bytes on each of {{cores}}, more than the {} that can be "
                   "addressed; {}",
                   titled(tensor), grouped(span), grouped(kSpanLimit), advice(site.op, fit)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = grouped(span),
               .expected = "at most " + grouped(kSpanLimit)});
  check_possible(site, tensor, fit);
}

void check_cores(const Site& site) {
  const std::int64_t available = site.context.chip.chip.cores;
  std::set<int> seen;
  std::vector<int> wrong;
  for (const int core : site.op.cores) {
    const bool is_new = seen.insert(core).second;
    if (!is_new || core < 0 || core >= available) wrong.push_back(core);
  }
  if (wrong.empty()) return;
  site.report("SPN-04", Severity::Error,
              {.message = fmt::format(
                   "the operation lists {{cores}} twice or beyond the {} of the card", available),
               .cores = wrong,
               .found = grouped(static_cast<std::int64_t>(site.op.cores.size())) + " cores listed",
               .expected = fmt::format("distinct cores from 0 to {}", available - 1)});
}

void check_stick_size(const Site& site, const plan::Tensor& tensor) {
  std::int64_t elements = 1;
  for (const plan::StickDim& stick : tensor.sticks) elements *= stick.elements;
  const std::int64_t expected = plan::kStickBytes * 8 / plan::element_bits(tensor.format);
  if (tensor.sticks.empty() || elements == expected) return;
  site.report("SPN-05", Severity::Error,
              {.message = fmt::format(
                   "a stick of {} holds {} elements of {}, {} fill its 128 bytes", titled(tensor),
                   grouped(elements), plan::name(tensor.format), grouped(expected)),
               .tensor = &tensor,
               .found = grouped(elements),
               .expected = grouped(expected)});
}

}  // namespace

void check_span(const Site& site) {
  check_cores(site);
  for (const plan::Tensor& tensor : site.op.tensors) {
    check_address_span(site, tensor);
    check_stick_size(site, tensor);
  }
}

}  // namespace spyre::check
