// How an operand's coordinates become byte offsets: the address formula of plan-format 3.6 as
// digits of a mixed radix.
#pragma once

#include "sim/plan/plan.hpp"

#include <cstdint>
#include <vector>

namespace spyre::execute {

// One digit of a coordinate in an operand: a step of `weight` elements moves `stride` bytes.
struct Digit {
  std::int64_t weight = 1, stride = 0;
};
// The digits of one operand per dimension, ascending; empty where the operand does not vary.
using OperandDigits = std::vector<std::vector<Digit>>;

// How an operation's tensor is addressed, windows included. Indexed dimensions of a value tensor
// stay empty.
OperandDigits digits_of(const plan::Operation& operation, const plan::Tensor& tensor);

// Bytes that one step of `weight` elements moves; the weight is a multiple of a digit's and less
// than the next one's.
std::int64_t stride_at(const std::vector<Digit>& digits, std::int64_t weight);
// Bytes from coordinate 0.
std::int64_t offset_at(const std::vector<Digit>& digits, std::int64_t coordinate);

}  // namespace spyre::execute
