// Lane order inside sticks: where the element with a logical coordinate along the stick dimension
// is stored.
//
// The conversion units of the card interleave the sticks they join or part; one wiring and its
// inverse serve both directions (number-formats section 7, plan-execution 1.9).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace spyre::number {

enum class Arrangement : std::uint8_t { Standard, Dl16ToFp32, Qfp8Ch, Exx2, Fp32ToDl16, Qfp8Wt };

// Throws Input for a name that is none of the six.
Arrangement arrangement_named(std::string_view name);

// One digit of a coordinate written in a mixed radix: it takes `count` values, a step of it is
// worth `weight` logical elements and moves `position` stored elements.
struct LaneDigit {
  std::int64_t weight = 1, count = 1, position = 1;
};

// The wiring between the 64 lanes of a SEN169 stick and a pair of fp32 sticks, least digit first:
// weights count SEN169 lanes, positions count lanes of the pair.
std::vector<LaneDigit> fp32_of_dl16(int group);
// The same between 128 lanes of a pair of SEN169 sticks (weights) and one fp8 stick (positions).
std::vector<LaneDigit> fp8_of_dl16();

// stored[c] is the position, inside a period of sticks, of the element with coordinate c of that
// period. Empty for arrangements whose elements lie in order (STANDARD, EXX2, and QFP8WT, whose
// stick itself has two dimensions).
std::vector<int> stored_positions(Arrangement arrangement, int group);

}  // namespace spyre::number
