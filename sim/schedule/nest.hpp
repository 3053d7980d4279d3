// The loop nest of a phase under construction, and streams laid over it.
#pragma once

#include <cstdint>
#include <vector>

#include "models/params/params.hpp"
#include "models/program/program.hpp"
#include "sim/schedule/operand.hpp"

namespace spyre::schedule {

// One loop: `count` iterations, each advancing `units` units of a dimension (units of `unit` elements).
struct Axis {
  plan::DimId dim = -1;
  std::int64_t count = 1;
  std::int64_t units = 1;
};

struct Nest {
  std::vector<Axis> axes;            // outermost first, extents of one left out
  std::vector<std::int64_t> unit;    // elements per unit of each dimension
  [[nodiscard]] std::vector<std::int64_t> extents() const;
};

// Bytes the operand advances per unit of the nest along `dim`; a nest unit may span several of the operand's sticks.
std::int64_t unit_stride(const Nest& nest, const Operand& operand, plan::DimId dim);
// Sticks (or elements) of the operand in one nest unit along `dim`.
std::int64_t units_within(const Nest& nest, const Operand& operand, plan::DimId dim);

// Fills the strides of `work` for the nest.
void lay_over(const Nest& nest, const Operand& operand, program::MemoryWork& work);

// Depth of the innermost loop along which the operand moves: the step runs once per iteration of the loops above.
int moving_depth(const program::MemoryWork& work, int loops);
// Loops above `depth` along which the operand does not move, as bits: there its bytes are the same again.
std::uint32_t standing_loops(const program::MemoryWork& work, int depth);

// Adds a level of repetition to runs; merges it into the contiguous length where it continues it.
void add_level(program::Runs& runs, std::int64_t count, std::int64_t stride);

// The same bytes in runs of at most `length`, where a level is left to hold the pieces of a run.
program::Runs in_pieces(const program::Runs& runs, std::int64_t length);

// Largest chunk of at most `limit` that divides `n`, unless that is under half the limit: then `limit` with a tail.
std::int64_t chunk_of(std::int64_t n, std::int64_t limit);

}  // namespace spyre::schedule
