// Padding lanes that must not count: masks and the constant that replaces them (MSK-01, MSK-02).
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/check/constants.hpp"
#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

constexpr const char* kMaskConstant = "samv-maskvalue";

// What a masked lane must hold so that it does not change the result: -1 the least, +1 the greatest
// value, 0 zero.
int neutral_sign(plan::OpCode op) {
  using plan::OpCode;
  const bool least = op == OpCode::Max || op == OpCode::MaxNonstick || op == OpCode::Exp;
  const bool greatest = op == OpCode::Min || op == OpCode::MinNonstick;
  return least ? -1 : greatest ? 1 : 0;
}

bool has_neutral(plan::OpCode op) {
  return op == plan::OpCode::Exp || (plan::is_reduction(op) && op != plan::OpCode::ProdNonstick);
}

std::string neutral_name(int sign) {
  return sign == 0 ? "0" : sign < 0 ? "the least value" : "the greatest value";
}

// Infinity, or the greatest finite value of the narrowest format constants come in.
bool neutral(double value, int sign) {
  const double greatest = std::ldexp(1.0 + 510.0 / 512.0, 32);
  return sign == 0 ? value == 0.0 : value * sign >= greatest;
}

void check_value(const Site& site) {
  const plan::Constant* constant = site.op.constant(kMaskConstant);
  if (constant == nullptr) {
    site.report("MSK-02", Severity::Error,
                {.message = "lanes are masked, but there is no constant samv-maskvalue",
                 .cores = site.cores(),
                 .found = "none",
                 .expected = kMaskConstant});
    return;
  }
  const int sign = neutral_sign(site.op.op);
  const std::optional<double> value = decoded(*constant);
  if (!value || !has_neutral(site.op.op) || neutral(*value, sign)) return;
  site.report("MSK-02", Severity::Error,
              {.message = fmt::format("masked lanes are replaced by {:g}, {} needs {}", *value,
                                      plan::name(site.op.op), neutral_name(sign)),
               .cores = site.cores(),
               .found = fmt::format("{:g}", *value),
               .expected = neutral_name(sign)});
}

void check_pointer(const Site& site) {
  const int id = site.op.masking_const_id;
  const auto count = static_cast<int>(site.op.constants.size());
  if (site.op.constant(kMaskConstant) == nullptr || id < 0) return;
  const std::string named =
      id < count ? site.op.constants[static_cast<std::size_t>(id)].name : "no constant";
  if (named == kMaskConstant) return;
  site.report("MSK-02", Severity::Warning,
              {.message = fmt::format(
                   "the mask constant is number {}, which is {}; samv-maskvalue is taken "
                   "by its name",
                   id, named),
               .cores = site.cores(),
               .found = named,
               .expected = kMaskConstant});
}

std::int64_t stick_of_inputs(const plan::Operation& op, plan::DimId dim) {
  std::int64_t stick = 1;
  for (const plan::TensorId id : op.inputs) {
    stick = std::max(stick, stick_elements(tensor_of(op, id), dim));
  }
  return stick;
}

// Padding is at the end of a dimension, less than one stick.
void check_lanes(const Site& site, const plan::Mask& mask) {
  const plan::Dim& dim = site.op.dims[static_cast<std::size_t>(mask.dim)];
  const std::int64_t stick = stick_of_inputs(site.op, mask.dim);
  const bool at_end = mask.first + mask.count == dim.extent;
  if (at_end && mask.first >= 0 && mask.count > 0 && mask.count < stick) return;
  site.report(
      "MSK-01", Severity::Error,
      {.message = fmt::format("elements {} to {} of {} are masked; padding can only be in its last "
                              "{} of {}",
                              mask.first, mask.first + mask.count - 1, dim.name, stick - 1,
                              grouped(dim.extent)),
       .cores = site.cores(),
       .found = fmt::format("{}-{}", mask.first, mask.first + mask.count - 1),
       .expected = fmt::format("from {} or later to {}", dim.extent - stick + 1, dim.extent - 1),
       .elements = grouped(mask.count)});
}

const plan::Argument* argument_of(const Site& site, const plan::Tensor& tensor) {
  const auto& arguments = site.launch.arguments;
  const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const plan::Argument& a) {
    return a.storage == tensor.storage && a.role != plan::ArgumentRole::Pool;
  });
  return tensor.in_lx() || found == arguments.end() ? nullptr : &*found;
}

// Extent on the host of the dimension whose neighbours share a stick; nothing when the layout does
// not tell.
std::optional<std::int64_t> host_extent(const plan::Argument& argument) {
  if (!argument.layout || argument.layout->stride_map.empty()) return std::nullopt;
  const std::int64_t stride = argument.layout->stride_map.back();
  std::optional<std::int64_t> extent;
  for (std::size_t k = 0; k < argument.host_shape.size(); ++k) {
    if (stride <= 0 || argument.host_strides[k] != stride || argument.host_shape[k] <= 1) continue;
    if (extent) return std::nullopt;
    extent = argument.host_shape[k];
  }
  return extent;
}

std::int64_t masked_lanes(const plan::Operation& op, plan::DimId dim) {
  std::int64_t lanes = 0;
  for (const plan::Mask& mask : op.masks) lanes += mask.dim == dim ? mask.count : 0;
  return lanes;
}

bool needs_mask(const plan::Operation& op) {
  return is_stick_reduction(op.op) || op.op == plan::OpCode::Exp;
}

// The unpadded width is known only where the operation reads an argument whole.
void check_missing(const Site& site) {
  if (!needs_mask(site.op) || site.op.inputs.empty()) return;
  const plan::Tensor& input = tensor_of(site.op, site.op.inputs.front());
  const plan::Argument* argument = argument_of(site, input);
  if (argument == nullptr || input.sticks.size() != 1) return;
  const plan::DimId dim = input.sticks.front().dim;
  const std::optional<std::int64_t> width = host_extent(*argument);
  const std::int64_t extent = site.op.dims[static_cast<std::size_t>(dim)].extent;
  if (!width || !present(input, dim)) return;
  const std::int64_t padding = extent - *width;
  const std::int64_t masked = masked_lanes(site.op, dim);
  if (padding <= 0 || padding >= input.sticks.front().elements || masked == padding) return;
  site.report(
      "MSK-01", Severity::Error,
      {.message = fmt::format(
           "'{}' has {} elements along {}, the last {} of {} are padding; {} are "
           "masked",
           argument->tensor, grouped(*width), site.op.dims[static_cast<std::size_t>(dim)].name,
           padding, grouped(extent), masked),
       .tensor = &input,
       .cores = site.cores(),
       .found = counted(masked, "lane"),
       .expected = counted(padding, "lane")});
}

}  // namespace

void check_masks(const Site& site) {
  check_missing(site);
  if (site.op.masks.empty()) return;
  check_value(site);
  check_pointer(site);
  for (const plan::Mask& mask : site.op.masks) check_lanes(site, mask);
}

}  // namespace spyre::check
