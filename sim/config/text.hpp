// Values of parameters as text with their unit, and back without loss.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "models/params/describe.hpp"

namespace spyre::config {

// Why a text is not a value of its unit: what was found. What would be right is `expected_text`.
struct Refusal {
  std::string what;
};

// The value in base units, or why not; the range is checked as well.
std::variant<std::int64_t, Refusal> parse(std::string_view text, const params::Slot& slot);

// The shortest exact text: 25000 ps is "25 ns", 4224 bytes are "4224 B".
std::string text_of(std::int64_t value, params::Unit unit);

// "a size such as 128 B or 2 MiB, from 1 KiB to 1 GiB".
std::string expected_text(const params::Slot& slot);

}  // namespace spyre::config
