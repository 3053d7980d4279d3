// Iteration of an operation over one core's share, as nested loops whose steps are plain byte
// strides.
#include "sim/execute/grid.hpp"

#include "models/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <string>

namespace spyre::execute {
namespace {

using plan::DimId;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// Coordinates at which some operand's stride changes, ascending; each divides the next.
std::vector<std::int64_t> weights_of(DimId dim, const std::vector<OperandDigits>& operands) {
  std::vector<std::int64_t> weights{1};
  for (const OperandDigits& digits : operands)
    for (const Digit& digit : digits[at(dim)]) weights.push_back(digit.weight);
  std::sort(weights.begin(), weights.end());
  weights.erase(std::unique(weights.begin(), weights.end()), weights.end());
  for (std::size_t i = 1; i < weights.size(); ++i) {
    if (weights[i] % weights[i - 1] == 0) continue;
    throw Error(ErrorKind::Unsupported, "",
                "sticks of " + std::to_string(weights[i - 1]) + " and " +
                    std::to_string(weights[i]) + " elements in one operation");
  }
  return weights;
}

// A stretch of one dimension that is a product of digits, and where it begins in every operand.
struct Piece {
  std::vector<std::int64_t> firsts;
  std::vector<Axis> axes;
};

bool all_divide(const std::vector<std::int64_t>& numbers, std::int64_t by) {
  return std::all_of(numbers.begin(), numbers.end(), [=](std::int64_t n) { return n % by == 0; });
}

Piece next_piece(DimId dim, const std::vector<std::int64_t>& firsts, std::int64_t left,
                 const std::vector<std::int64_t>& weights) {
  std::size_t top = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (all_divide(firsts, weights[i]) && left >= weights[i]) top = i;
  std::int64_t count = left / weights[top];
  for (const std::int64_t first : firsts) {
    if (top + 1 == weights.size()) break;
    const std::int64_t next = weights[top + 1];
    count = std::min(count, (next - first % next) / weights[top]);
  }
  Piece piece{firsts, {}};
  for (std::size_t i = 0; i < top; ++i)
    piece.axes.push_back({dim, weights[i], weights[i + 1] / weights[i]});
  piece.axes.push_back({dim, weights[top], count});
  return piece;
}

std::vector<Piece> pieces_of(DimId dim, std::vector<std::int64_t> firsts, std::int64_t left,
                             const std::vector<std::int64_t>& weights) {
  std::vector<Piece> pieces;
  while (left > 0) {
    pieces.push_back(next_piece(dim, firsts, left, weights));
    const Axis& top = pieces.back().axes.back();
    for (std::int64_t& first : firsts) first += top.count * top.weight;
    left -= top.count * top.weight;
  }
  return pieces;
}

void append(Box& box, const Piece& piece, DimId dim, const std::vector<OperandDigits>& operands) {
  box.first.push_back(piece.firsts.front());
  for (std::size_t k = 0; k < operands.size(); ++k)
    box.offset[k] += offset_at(operands[k][at(dim)], piece.firsts[k]);
  for (const Axis& axis : piece.axes) {
    box.axes.push_back(axis);
    for (std::size_t k = 0; k < operands.size(); ++k)
      box.strides[k].push_back(stride_at(operands[k][at(dim)], axis.weight));
  }
}

bool is_idle(const Box& box, std::size_t axis) {
  if (box.axes[axis].count == 1) return true;
  return std::all_of(box.strides.begin(), box.strides.end(),
                     [&](const auto& strides) { return strides[axis] == 0; });
}

void permute(Box& box, const std::vector<std::size_t>& order) {
  Box next = box;
  next.axes.clear();
  for (auto& strides : next.strides) strides.clear();
  for (const std::size_t axis : order) {
    next.axes.push_back(box.axes[axis]);
    for (std::size_t k = 0; k < box.strides.size(); ++k)
      next.strides[k].push_back(box.strides[k][axis]);
  }
  box = std::move(next);
}

void keep_one_axis(Box& box) {
  if (!box.axes.empty()) return;
  box.axes.push_back({0, 1, 1});
  for (auto& strides : box.strides) strides.push_back(0);
}

bool joinable(const Box& box, std::size_t axis) {
  return std::all_of(box.strides.begin(), box.strides.end(), [&](const auto& strides) {
    return strides[axis] == strides[axis + 1] * box.axes[axis + 1].count;
  });
}

}  // namespace

std::int64_t Box::elements() const {
  return std::accumulate(axes.begin(), axes.end(), std::int64_t{1},
                         [](std::int64_t n, const Axis& axis) { return n * axis.count; });
}

std::vector<Range> core_ranges(const plan::Operation& operation) {
  std::vector<Range> ranges;
  for (const plan::Dim& dim : operation.dims) ranges.push_back({0, dim.per_core});
  return ranges;
}

std::vector<Box> boxes_of(const std::vector<Range>& ranges,
                          const std::vector<OperandDigits>& operands) {
  std::vector<std::int64_t> counts, firsts;
  for (const Range& range : ranges) {
    counts.push_back(range.count);
    firsts.push_back(range.first);
  }
  return boxes_between(counts, operands,
                       std::vector<std::vector<std::int64_t>>(operands.size(), firsts));
}

std::vector<Box> boxes_between(const std::vector<std::int64_t>& counts,
                               const std::vector<OperandDigits>& operands,
                               const std::vector<std::vector<std::int64_t>>& firsts) {
  Box empty;
  empty.strides.resize(operands.size());
  empty.offset.assign(operands.size(), 0);
  std::vector<Box> boxes{empty};
  for (std::size_t d = 0; d < counts.size(); ++d) {
    const auto dim = static_cast<DimId>(d);
    std::vector<std::int64_t> first_of;
    for (const auto& first : firsts) first_of.push_back(first[d]);
    std::vector<Box> longer;
    for (const Piece& piece : pieces_of(dim, first_of, counts[d], weights_of(dim, operands))) {
      for (const Box& box : boxes) {
        longer.push_back(box);
        append(longer.back(), piece, dim, operands);
      }
    }
    boxes = std::move(longer);
  }
  return boxes;
}

Box outer_loops(const Box& box, const std::vector<std::size_t>& axes) {
  Box part = box;
  permute(part, axes);
  part.axes.push_back({-1, 1, 1});
  for (auto& strides : part.strides) strides.push_back(0);
  return part;
}

void order_by(Box& box, std::size_t operand) {
  std::vector<std::size_t> order;
  for (std::size_t axis = 0; axis < box.axes.size(); ++axis)
    if (!is_idle(box, axis)) order.push_back(axis);
  const auto& strides = box.strides[operand];
  const auto before = [&](std::size_t a, std::size_t b) {
    if ((strides[a] == 0) != (strides[b] == 0)) return strides[a] == 0;
    return strides[a] > strides[b];
  };
  std::stable_sort(order.begin(), order.end(), before);
  permute(box, order);
  keep_one_axis(box);
}

void make_innermost(Box& box, std::size_t axis) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < box.axes.size(); ++i)
    if (i != axis) order.push_back(i);
  order.push_back(axis);
  permute(box, order);
}

void merge(Box& box, const std::vector<DimId>& kept) {
  const auto is_kept = [&](const Axis& axis) {
    return std::find(kept.begin(), kept.end(), axis.dim) != kept.end();
  };
  for (std::size_t axis = box.axes.size(); axis-- > 1;) {
    const std::size_t outer = axis - 1;
    if (is_kept(box.axes[outer]) || is_kept(box.axes[axis]) || !joinable(box, outer)) continue;
    box.axes[axis].count *= box.axes[outer].count;
    box.axes.erase(box.axes.begin() + static_cast<std::ptrdiff_t>(outer));
    for (auto& strides : box.strides)
      strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(outer));
  }
}

Span span_of(const std::vector<Box>& boxes, std::size_t operand, std::int64_t bytes) {
  Span span;
  bool any = false;
  for (const Box& box : boxes) {
    std::int64_t last = box.offset[operand] + bytes;
    for (std::size_t axis = 0; axis < box.axes.size(); ++axis)
      last += (box.axes[axis].count - 1) * box.strides[operand][axis];
    span.first = any ? std::min(span.first, box.offset[operand]) : box.offset[operand];
    span.last = any ? std::max(span.last, last) : last;
    any = true;
  }
  return span;
}

}  // namespace spyre::execute
