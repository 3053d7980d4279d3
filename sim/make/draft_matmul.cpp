// Matmuls of a kernel.
#include "sim/make/draft.hpp"
#include "sim/make/user_split.hpp"

#include "models/base/quantity.hpp"

namespace spyre::make {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Dimensions of the space: batch, m, n, k; a product of two-dimensional operands has no batch.
struct MatmulSpace {
  Space space;
  bool batched = false;
};

MatmulSpace matmul_space(const std::vector<std::int64_t>& a, std::int64_t n, std::int64_t tiles) {
  MatmulSpace out;
  out.batched = a.size() == 3;
  out.space.naming = Naming::Matmul;
  // A batch of one stays in the space, a single row does not.
  out.space.sizes = a;
  out.space.sizes.insert(out.space.sizes.end() - 1, n);
  out.space.sizes.front() /= tiles;
  out.space.reduced.assign(out.space.sizes.size(), false);
  out.space.reduced.back() = true;
  out.space.keeps_ones = out.batched && a.front() == 1;
  return out;
}

AxisId axis_named(const Step& step, const std::string& name) {
  for (std::size_t i = 0; i < step.axes.size(); ++i) {
    if (step.axes[i].name == name) return static_cast<AxisId>(i);
  }
  return -1;
}

}  // namespace

ValueId Draft::zero() {
  if (zero_ < 0) zero_ = input("zero", {});
  return zero_;
}

ValueId Draft::padded_rows(ValueId value) {
  DeviceShape whole = shape(value);
  const std::size_t row = whole.sizes.size() - 2;
  whole.sizes[row] = round_up(whole.sizes[row], elements_per_stick(format_));
  if (whole.sizes == shape(value).sizes) return value;
  const ValueId nothing = zero();
  const ValueId padded = add("", std::move(whole), Origin::Intermediate);
  elementwise(plan::OpCode::Identity, {nothing}, padded);
  const Space space = space_of(shape(value));
  Use part = aligned(kernel, padded, space);
  part.first.assign(space.sizes.size(), 0);
  move(space, aligned(kernel, value, space), part);
  return padded;
}

void Draft::matmul(ValueId a, ValueId weight, ValueId output, const std::optional<Split>& split) {
  const ValueId b = padded_rows(weight);
  const bool shared = shape(b).sizes.size() == 2;
  const bool whole = kernel.values[at(a)].origin != Origin::Intermediate;
  const auto [space, batched] =
      matmul_space(shape(a).sizes, shape(b).sizes.back(), whole ? kernel.tiles : 1);
  const int m = batched ? 1 : 0, n = m + 1, k = n + 1;
  // The weight of a single batch does not name the batch dimension.
  const int weight_batch = space.keeps_ones ? -1 : 0;
  // Rows of the weight beyond k are padding.
  const std::vector<std::int64_t> begin(shape(b).sizes.size(), 0);
  const auto along = [](bool has_batch, int batch, int row, int column) {
    return has_batch ? std::vector<int>{batch, row, column} : std::vector<int>{row, column};
  };
  Step& step = append(
      make_step(kernel, plan::OpCode::BatchMatmul, space,
                {{a, along(batched, 0, m, k)}, {b, along(!shared, weight_batch, k, n), begin}},
                {output, along(batched, 0, m, n)}));
  step.broadcasts = false;
  step.fastest = axis_named(step, "in");
  const bool has_row = space.keeps_ones || space.sizes[at(m)] > 1;
  const bool has_batch = batched && (space.keeps_ones || space.sizes.front() > 1);
  const AxisId first = axis_named(step, "mb");
  const MatmulAxes axes{has_batch ? (has_row ? axis_named(step, "x") : first) : -1,
                        has_row ? first : -1, axis_named(step, "out"), step.fastest};
  if (split) {
    divide_as_asked(
        step,
        {{axes.batch, split->batch}, {axes.m, split->m}, {axes.n, split->n}, {axes.k, split->k}},
        cores_);
  } else {
    divide_matmul(kernel, step, axes, shared, cores_);
  }
}

}  // namespace spyre::make
