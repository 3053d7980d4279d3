// Where a tensor's bytes lie: slices, strides, spans and the exact overlap of two strided boxes.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/check/saturate.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::check {

// Half-open range of bytes.
struct Range {
  std::int64_t begin = 0, end = 0;
  bool operator==(const Range&) const = default;
  [[nodiscard]] bool holds(Range o) const { return begin <= o.begin && o.end <= end; }
  [[nodiscard]] bool meets(Range o) const { return begin < o.end && o.begin < end; }
};

inline bool present(const plan::Tensor& tensor, plan::DimId dim) {
  return tensor.dims[static_cast<std::size_t>(dim)].scale == 1;
}

// Elements of a dimension in one stick of the tensor, 1 when it is not in the stick.
std::int64_t stick_elements(const plan::Tensor& tensor, plan::DimId dim);
bool in_stick(const plan::Tensor& tensor, plan::DimId dim);

const plan::LayoutLevel* level_of(const plan::Tensor& tensor, plan::DimId dim);

// Slice of a dimension that an entry of Operation::cores holds of this tensor.
std::int64_t slice_of(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core,
                      plan::DimId dim);

// Bytes from the tensor's first element to the start of one core's share (plan-format 3.6).
std::int64_t share_offset(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core);

// Bytes of one core's share.
std::int64_t core_bytes(const plan::Tensor& tensor);

// Bytes from the first to the last one a core touches in one execution.
std::int64_t core_span(const plan::Tensor& tensor);

// Lowest and highest sum of the loop strides over all trips; `end` is inclusive.
Range loop_reach(const plan::Launch& launch, int operation, const plan::Tensor& tensor);

// Whole sticks at base + sum of index * stride.
struct Axis {
  std::int64_t stride = 0, count = 1;
  bool operator==(const Axis&) const = default;
};
struct Box {
  std::int64_t base = 0;
  std::vector<Axis> axes;  // by stride, axes of one entry left out
  bool operator==(const Box&) const = default;
  [[nodiscard]] Range bounds() const;
  [[nodiscard]] bool dense() const;
};

// From strides in any order and of any sign.
Box box_of(std::int64_t base, std::vector<Axis> axes);

// What all cores together touch of a tensor in device memory in one execution.
Box whole_box(const plan::Operation& op, const plan::Tensor& tensor);
// What one core touches.
Box core_box(const plan::Tensor& tensor, std::size_t core);

// Whether two boxes share a stick; false when it cannot be told, as when strides do not divide one
// another.
bool overlap(const Box& a, const Box& b);
// Whether `part` is a piece of `whole` by the strides of `whole`.
bool piece_of(const Box& part, const Box& whole);

// Whether every stick of `part` is one of `whole`; false when it cannot be told.
bool covers(const Box& whole, const Box& part);

// The contiguous byte ranges of a box, adjacent ones joined, and how many there are.
std::int64_t run_count(const Box& box);
std::vector<Range> runs(const Box& box);

}  // namespace spyre::check
