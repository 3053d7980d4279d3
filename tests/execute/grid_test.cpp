// Do loops with strides reach exactly the addresses the layout formula gives?
#include "sim/execute/grid.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <set>

namespace spyre::execute {
namespace {

using plan::Operation;
using plan::Tensor;

// Rows × columns, sticks of 64 along the columns.
Operation matrix(std::int64_t rows, std::int64_t columns) {
  Operation op;
  op.dims.resize(2);
  op.dims[0].extent = op.dims[0].per_core = rows;
  op.dims[1].extent = op.dims[1].per_core = columns;
  Tensor tensor;
  tensor.sticks = {{1, 64}};
  tensor.layout = {{0, rows, rows, 128}, {1, (columns + 63) / 64, (columns + 63) / 64, 128 * rows}};
  tensor.dims.resize(2);
  for (plan::TensorDim& dim : tensor.dims) dim.scale = 1;
  op.tensors.push_back(tensor);
  return op;
}

// All byte offsets that the boxes visit for an operand.
std::multiset<std::int64_t> visited(std::vector<Box> boxes, std::size_t operand) {
  std::multiset<std::int64_t> bytes;
  for (Box& box : boxes) {
    for_each_run(box, [&](const auto& offset, const auto&) {
      for (std::int64_t i = 0; i < box.axes.back().count; ++i)
        bytes.insert(offset[operand] + i * box.strides[operand].back());
    });
  }
  return bytes;
}

std::int64_t address(std::int64_t rows, std::int64_t m, std::int64_t n) {
  return (n / 64 * rows + m) * 128 + n % 64 * 2;
}

TEST_CASE("a share of whole sticks is one box that visits every element once", "[arithmetic]") {
  const Operation op = matrix(3, 128);
  std::vector<Box> boxes = boxes_of(core_ranges(op), {digits_of(op, op.tensors[0])});
  REQUIRE(boxes.size() == 1);
  std::multiset<std::int64_t> expected;
  for (std::int64_t m = 0; m < 3; ++m)
    for (std::int64_t n = 0; n < 128; ++n) expected.insert(address(3, m, n));
  CHECK(visited(boxes, 0) == expected);
  order_by(boxes[0], 0);
  merge(boxes[0], {});
  CHECK(visited(boxes, 0) == expected);
  CHECK(boxes[0].axes.size() == 1);  // the tensor is contiguous
}

TEST_CASE("a share that ends inside a stick is cut into boxes", "[arithmetic]") {
  const Operation op = matrix(3, 100);
  const std::vector<Box> boxes = boxes_of(core_ranges(op), {digits_of(op, op.tensors[0])});
  CHECK(boxes.size() == 2);
  std::multiset<std::int64_t> expected;
  for (std::int64_t m = 0; m < 3; ++m)
    for (std::int64_t n = 0; n < 100; ++n) expected.insert(address(3, m, n));
  CHECK(visited(boxes, 0) == expected);
}

TEST_CASE("operands that start at different coordinates of their sticks move together",
          "[arithmetic]") {
  const Operation op = matrix(2, 128);
  const OperandDigits digits = digits_of(op, op.tensors[0]);
  const std::vector<Box> boxes = boxes_between({2, 96}, {digits, digits}, {{0, 0}, {0, 32}});
  std::vector<std::pair<std::int64_t, std::int64_t>> pairs, expected;
  for (const Box& box : boxes) {
    for_each_run(box, [&](const auto& offset, const auto&) {
      for (std::int64_t i = 0; i < box.axes.back().count; ++i)
        pairs.emplace_back(offset[0] + i * box.strides[0].back(),
                           offset[1] + i * box.strides[1].back());
    });
  }
  for (std::int64_t m = 0; m < 2; ++m)
    for (std::int64_t n = 0; n < 96; ++n)
      expected.emplace_back(address(2, m, n), address(2, m, n + 32));
  std::sort(pairs.begin(), pairs.end());
  std::sort(expected.begin(), expected.end());
  CHECK(pairs == expected);
}

TEST_CASE("a broadcast dimension does not move its operand", "[arithmetic]") {
  Operation op = matrix(3, 64);
  op.tensors[0].dims[0].scale = -1;
  const std::vector<Box> boxes = boxes_of(core_ranges(op), {digits_of(op, op.tensors[0])});
  const auto bytes = visited(boxes, 0);
  CHECK(bytes.size() == 3 * 64);
  CHECK(bytes.count(0) == 3);
  CHECK(*bytes.rbegin() == 63 * 2);
}

TEST_CASE("the interleave of fp8 activations follows their folds", "[arithmetic]") {
  Operation op = matrix(1, 256);
  Tensor& tensor = op.tensors[0];
  tensor.format = plan::Format::Sen143Fp8;
  tensor.sticks = {{1, 128}};
  tensor.dims[1].elements = {{2, 128}, {8, 8}, {2, 64}, {8, 1}};
  const OperandDigits digits = digits_of(op, tensor);
  const std::vector<Box> boxes = boxes_of({{0, 1}, {0, 256}}, {digits});
  for (std::int64_t c = 0; c < 256; ++c) {
    const std::int64_t stick = c / 128, b = c % 128 / 64, a = c % 64 / 8, r = c % 8;
    const Box one = boxes_of({{0, 1}, {c, 1}}, {digits}).front();
    CHECK(one.offset[0] == stick * 128 + 16 * a + 8 * b + r);
  }
  CHECK(visited(boxes, 0).size() == 256);
}

TEST_CASE("a window moves with the output by its stride and inside by its dilation",
          "[arithmetic]") {
  Operation op = matrix(4, 64);
  op.dims.resize(3);
  op.dims[2].extent = op.dims[2].per_core = 3;
  op.dims[0].window = plan::Window{2, 0, 0, 9, 2, 1};
  Tensor& tensor = op.tensors[0];
  tensor.dims.resize(3);
  tensor.dims[0].windowed = true;
  const OperandDigits digits = digits_of(op, tensor);
  for (std::int64_t i = 0; i < 4; ++i)
    for (std::int64_t k = 0; k < 3; ++k)
      CHECK(boxes_of({{i, 1}, {0, 1}, {k, 1}}, {digits}).front().offset[0] == (2 * i + k) * 128);
}

}  // namespace
}  // namespace spyre::execute
