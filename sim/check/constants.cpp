// Plausible values of constants (MSK-06): factors of means and windows, limits of a clip.
#include "sim/check/constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// SEN169: sign, 6 exponent bits (bias 31), 9 fraction bits, no subnormals; the top code is infinity
// or NaN.
double sen169(std::uint64_t bits) {
  const std::uint64_t magnitude = bits & 0x7FFF;
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  if (magnitude == 0) return 0.0 * sign;
  if (magnitude == 0x7FFF) return sign * std::numeric_limits<double>::infinity();
  const auto exponent = static_cast<int>(magnitude >> 9) - 31;
  return sign * std::ldexp(1.0 + static_cast<double>(magnitude & 511) / 512.0, exponent);
}

double ieee32(std::uint64_t bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  float value = 0;
  std::memcpy(&value, &word, sizeof value);
  return static_cast<double>(value);
}

struct Count {
  std::int64_t low = 1, high = 1;
};

// Elements that are combined into one: up to a stick less than the padded extents say, one less for
// an unbiased variance, and as many tiles as the loops have trips.
Count combined(const Site& site) {
  Count count;
  const plan::Operation& op = site.op;
  const plan::Tensor& input = tensor_of(op, op.inputs.front());
  for (const plan::DimId d : reduced_dims(op)) {
    const std::int64_t extent = op.dims[static_cast<std::size_t>(d)].extent;
    const std::int64_t stick = stick_elements(input, d);
    count.high = times(count.high, extent);
    count.low = times(count.low, std::max<std::int64_t>(extent - stick + 1, 1));
  }
  count.low = std::max<std::int64_t>(count.low - 1, 1);
  for (const int loop : site.launch.loop_chain(site.op_index)) {
    count.high = times(count.high, site.launch.loops[static_cast<std::size_t>(loop)].trips);
  }
  return count;
}

// One part in 500: half a step of the coarsest format constants come in.
bool inverse_of(double value, Count count) {
  constexpr double kTolerance = 0.002;
  return value * static_cast<double>(count.high) >= 1.0 - kTolerance &&
         value * static_cast<double>(count.low) <= 1.0 + kTolerance;
}

void check_inverse(const Site& site, const std::string& name) {
  const plan::Constant* constant = site.op.constant(name);
  if (constant == nullptr || site.op.inputs.empty()) return;
  const std::optional<double> value = decoded(*constant);
  const Count count = combined(site);
  if (!value || inverse_of(*value, count)) return;
  site.report("MSK-06", Severity::Error,
              {.message = fmt::format("{} is {:g}, but {} elements are combined into one", name,
                                      *value, grouped(count.high)),
               .cores = site.cores(),
               .found = fmt::format("{:g}", *value),
               .expected = fmt::format("1/{} to 1/{}", count.high, count.low)});
}

void check_clip(const Site& site) {
  const plan::Constant* low = site.op.constant("clipMin");
  const plan::Constant* high = site.op.constant("clipMax");
  if (low == nullptr || high == nullptr) return;
  const std::optional<double> least = decoded(*low), most = decoded(*high);
  if (!least || !most || *least <= *most) return;
  site.report("MSK-06", Severity::Error,
              {.message = fmt::format("clipMin {:g} is above clipMax {:g}", *least, *most),
               .cores = site.cores(),
               .found = fmt::format("{:g}", *least),
               .expected = fmt::format("at most {:g}", *most)});
}

}  // namespace

std::optional<double> decoded(const plan::Constant& constant) {
  if (constant.format == plan::Format::Sen169Fp16) return sen169(constant.bits);
  if (constant.format == plan::Format::IeeeFp32) return ieee32(constant.bits);
  return std::nullopt;
}

void check_constants(const Site& site) {
  for (const char* name : {"scaling_factor", "exx2scale", "nmap"}) check_inverse(site, name);
  check_clip(site);
}

}  // namespace spyre::check
