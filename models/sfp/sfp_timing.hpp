// Time of the vector and special-function path for one chunk. Pure functions.
//
// Measured on one-core rows, elements per 1.1 GHz cycle and core: reductions 7.3-8, x + constant 9.7, add 10.2,
// gelu and exp 11.5-12, neg 15.4, transposes and row broadcasts above 22.
#pragma once

#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::sfp {

MilliElementsPerCycle rate(const params::Sfp& sfp, program::VectorKind kind);

Time chunk_time(const params::ChipParams& params, const program::VectorWork& work, std::int64_t elements);

}  // namespace spyre::sfp
