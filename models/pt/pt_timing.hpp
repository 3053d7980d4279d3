// Cycles of the matrix array for one step. Pure functions.
//
// Hardware: per core two corelets of 8 x 8 processing tiles with 8-wide SIMD: 1024 fp16 MAC per cycle; rows of M enter
// eight at a time; weights stand in 64 x 64 blocks in the register files (64 KB per corelet). Measured: 92-95 % of peak
// on one core, by which dimension the corelets halve; half rate with one corelet; half rate when K is split over cores.
#pragma once

#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::pt {

// Rows of M the array is occupied for: the rows one corelet works on, in whole passes.
std::int64_t occupied_rows(const params::Pt& pt, std::int64_t m, program::CoreletSplit split);

Time step_time(const params::ChipParams& params, const program::MatmulWork& work, std::int64_t k);

}  // namespace spyre::pt
