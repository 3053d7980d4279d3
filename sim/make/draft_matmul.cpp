// Matmuls of a kernel.
#include "sim/make/draft.hpp"
#include "sim/make/user_split.hpp"

#include "models/base/quantity.hpp"
#include "sim/make/index.hpp"

namespace spyre::make {
namespace {

// The iteration space of a product: [batch,] m, n, k, and where operands run in it.
class MatmulSpace {
 public:
  MatmulSpace(const std::vector<std::int64_t>& a, std::int64_t n, std::int64_t tiles)
      : batched_(a.size() == 3), m_(batched_ ? 1 : 0) {
    space.naming = Naming::Matmul;
    space.sizes = a;
    space.sizes.insert(space.sizes.end() - 1, n);
    space.sizes.front() /= tiles;
    space.reduced.assign(space.sizes.size(), false);
    space.reduced.back() = true;
    space.keeps_ones = batched_ && a.front() == 1;  // a batch of one stays, a single row does not
  }

  [[nodiscard]] std::vector<int> first() const { return along(batched_, 0, m_, m_ + 2); }
  // The weight of a single batch does not name the batch.
  [[nodiscard]] std::vector<int> weight(bool has_batch) const {
    return along(has_batch, space.keeps_ones ? -1 : 0, m_ + 2, m_ + 1);
  }
  [[nodiscard]] std::vector<int> result() const { return along(batched_, 0, m_, m_ + 1); }

  // Dimensions of one element are no axes; the others are named from the end.
  [[nodiscard]] MatmulAxes axes(const Step& step) const {
    const auto last = static_cast<AxisId>(step.axes.size()) - 1;
    MatmulAxes axes{-1, -1, last - 1, last};
    AxisId next = last - 2;
    if (is_axis(m_)) axes.m = next--;
    if (batched_ && is_axis(0)) axes.batch = next;
    return axes;
  }

  Space space;

 private:
  static std::vector<int> along(bool has_batch, int batch, int row, int column) {
    return has_batch ? std::vector<int>{batch, row, column} : std::vector<int>{row, column};
  }
  [[nodiscard]] bool is_axis(int dimension) const {
    return space.keeps_ones || space.sizes[at(dimension)] > 1;
  }

  bool batched_;
  int m_;
};

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
  const std::size_t weight_rank = shape(b).sizes.size();
  const bool whole = kernel.values[at(a)].origin != Origin::Intermediate;
  const MatmulSpace product(shape(a).sizes, shape(b).sizes.back(), whole ? kernel.tiles : 1);
  // The rows of the weight may be more than k: padding.
  const Use columns{b, product.weight(weight_rank == 3), std::vector<std::int64_t>(weight_rank, 0)};
  Step& step = append(make_step(kernel, plan::OpCode::BatchMatmul, product.space,
                                {{a, product.first()}, columns}, {output, product.result()}));
  const MatmulAxes axes = product.axes(step);
  step.broadcasts = false;
  step.fastest = axes.k;
  if (!split) return divide_matmul(kernel, step, axes, weight_rank == 2, cores_);
  divide_as_asked(
      step,
      {{axes.batch, split->batch}, {axes.m, split->m}, {axes.n, split->n}, {axes.k, split->k}},
      cores_);
}

}  // namespace spyre::make
