// Words and numbers of messages.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "sim/plan/plan.hpp"

namespace spyre::check {

// 2031616 -> "2,031,616".
std::string grouped(std::int64_t number);

// {0, 1, 2, 17} -> "0-2,17".
std::string folded(const std::set<int>& numbers);

// {3} -> "core 3", {3, 4} -> "cores 3-4".
std::string cores_phrase(const std::set<int>& cores);

// "1 slice", "3 slices".
std::string counted(std::int64_t number, const std::string& noun);

// "Tensor1 (LX)".
std::string titled(const plan::Tensor& tensor);

}  // namespace spyre::check
