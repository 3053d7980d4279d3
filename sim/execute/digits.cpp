// How an operand's coordinates become byte offsets.
#include "sim/execute/digits.hpp"

#include "models/base/error.hpp"

#include <algorithm>
#include <string>

namespace spyre::execute {
namespace {

using plan::DimId;
using plan::Operation;
using plan::StickDim;
using plan::Tensor;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

bool is_indexed(const Operation& operation, const Tensor& tensor, DimId dim) {
  return tensor.indirection == plan::Indirection::ValueTensor && tensor.partner >= 0 &&
         operation.tensors[at(tensor.partner)].dims[at(dim)].scale > 0;
}

// Levels of an element fold enumerate a permutation of the lanes when their strides in coordinates,
// put in order, continue each other: the interleave of an fp8 activation (plan-execution 1.10).
// Other folds say nothing.
bool is_permutation(std::vector<plan::Fold> levels) {
  std::sort(levels.begin(), levels.end(),
            [](const plan::Fold& a, const plan::Fold& b) { return a.alpha < b.alpha; });
  std::int64_t next = 1;
  for (const plan::Fold& level : levels) {
    if (level.factor == 1) continue;
    if (level.alpha != next) return false;
    next *= level.factor;
  }
  return true;
}

struct StickUnit {
  std::int64_t elements = 1, lane_bytes = 0;
};

StickUnit stick_unit(const Tensor& tensor, DimId dim) {
  StickUnit unit;
  std::int64_t lane = plan::element_bits(tensor.format) / 8;
  for (const StickDim& stick : tensor.sticks) {
    if (stick.dim == dim) unit = {stick.elements, lane};
    lane *= stick.elements;
  }
  return unit;
}

std::vector<Digit> interleaved(const std::vector<plan::Fold>& levels, StickUnit unit,
                               std::int64_t stride) {
  std::vector<Digit> digits;
  std::int64_t position = 1;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    const bool in_stick = position < unit.elements;
    const std::int64_t step =
        in_stick ? position * unit.lane_bytes : position / unit.elements * stride;
    if (level->factor > 1) digits.push_back({level->alpha, step});
    position *= level->factor;
  }
  std::sort(digits.begin(), digits.end(),
            [](const Digit& a, const Digit& b) { return a.weight < b.weight; });
  return digits;
}

std::vector<Digit> plain_digits(const Tensor& tensor, const plan::LayoutLevel& level) {
  const StickUnit unit = stick_unit(tensor, level.dim);
  if (unit.lane_bytes == 0) return {{1, level.stride}};
  const auto& levels = tensor.dims[at(level.dim)].elements;
  if (tensor.sticks.size() == 1 && levels.size() > 2 && is_permutation(levels))
    return interleaved(levels, unit, level.stride);
  return {{1, unit.lane_bytes}, {unit.elements, level.stride}};
}

[[noreturn]] void refuse(const Tensor& tensor, const std::string& what) {
  throw Error(ErrorKind::Unsupported, tensor.source.file + tensor.source.pointer, what);
}

// The input coordinate is output · stride + window · dilation: two dimensions of the operation
// share one of the tensor (plan-execution 1.8).
void add_window(const Operation& operation, const Tensor& tensor, const plan::LayoutLevel& level,
                OperandDigits& digits) {
  const plan::Window& window = *operation.dims[at(level.dim)].window;
  if (window.pad_front > 0 || window.pad_back > 0)
    refuse(tensor, "values of windows with padding are not computed");
  if (stick_unit(tensor, level.dim).lane_bytes != 0)
    refuse(tensor, "STK-07: a window over the stick dimension");
  digits[at(level.dim)] = {{1, level.stride * window.stride}};
  if (window.window_dim >= 0) digits[at(window.window_dim)] = {{1, level.stride * window.dilation}};
}

}  // namespace

OperandDigits digits_of(const Operation& operation, const Tensor& tensor) {
  OperandDigits digits(operation.dims.size());
  for (const plan::LayoutLevel& level : tensor.layout) {
    const plan::TensorDim& view = tensor.dims[at(level.dim)];
    if (view.scale <= 0 || is_indexed(operation, tensor, level.dim)) continue;
    if (view.windowed && operation.dims[at(level.dim)].window)
      add_window(operation, tensor, level, digits);
    else
      digits[at(level.dim)] = plain_digits(tensor, level);
  }
  return digits;
}

std::int64_t stride_at(const std::vector<Digit>& digits, std::int64_t weight) {
  std::int64_t stride = 0;
  for (const Digit& digit : digits)
    if (digit.weight <= weight) stride = digit.stride * (weight / digit.weight);
  return stride;
}

std::int64_t offset_at(const std::vector<Digit>& digits, std::int64_t coordinate) {
  std::int64_t offset = 0;
  for (std::size_t i = digits.size(); i-- > 0;) {
    offset += coordinate / digits[i].weight * digits[i].stride;
    coordinate %= digits[i].weight;
  }
  return offset;
}

}  // namespace spyre::execute
