// The bursts of one step: its contiguous runs cut into pieces of at most one burst, in address order of the runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/dram/memory.hpp"
#include "models/engine/position.hpp"
#include "models/program/program.hpp"

namespace spyre::mover {

struct BurstPiece {
  std::int64_t address = 0, bytes = 0;  // of all parts together
  bool first_of_run = false;
  std::vector<std::int64_t> parts;      // addresses of equal parts of a strided burst; empty when contiguous
  std::int64_t access = 0;              // block of the memory around each part
};

inline dram::Extent extent_of(const BurstPiece& piece) { return {piece.address, piece.bytes, piece.parts, piece.access}; }

// Address of the first run of a step instance.
std::int64_t start_address(const program::MemoryWork& work, int core_index, const std::vector<std::int64_t>& trip,
                           const engine::Position& at, int depth);

// Calls `visit(address)` for the start of each run.
template <class Visit>
void for_each_run(const program::Runs& runs, std::int64_t start, Visit visit) {
  for (std::int64_t k = 0; k < runs.levels[2].count; ++k) {
    for (std::int64_t j = 0; j < runs.levels[1].count; ++j) {
      for (std::int64_t i = 0; i < runs.levels[0].count; ++i) {
        visit(start + i * runs.levels[0].stride + j * runs.levels[1].stride + k * runs.levels[2].stride);
      }
    }
  }
}

// Calls `visit(BurstPiece)` for each burst, one run after the other.
template <class Visit>
void for_each_contiguous_burst(const program::Runs& runs, std::int64_t start, std::int64_t burst_bytes, Visit visit) {
  for_each_run(runs, start, [&](std::int64_t run) {
    for (std::int64_t done = 0; done < runs.length; done += burst_bytes) {
      visit(BurstPiece{run + done, std::min(burst_bytes, runs.length - done), done == 0, {}, 0});
    }
  });
}

// Calls `visit(BurstPiece)` for each burst of several short runs.
template <class Visit>
void for_each_strided_burst(const program::Runs& runs, std::int64_t access, std::int64_t start, std::int64_t burst_bytes, Visit visit) {
  BurstPiece collected;
  const auto flush = [&] {
    if (collected.parts.empty()) return;
    collected.address = collected.parts.front();
    collected.access = access;
    visit(collected);
    collected = BurstPiece{};
  };
  bool first = true;
  for_each_run(runs, start, [&](std::int64_t run) {
    if (collected.bytes + runs.length > burst_bytes) flush();
    collected.first_of_run = collected.parts.empty() ? first : collected.first_of_run;
    first = false;
    collected.parts.push_back(run);
    collected.bytes += runs.length;
  });
  flush();
}

template <class Visit>
void for_each_burst(const program::MemoryWork& work, bool tail, std::int64_t start, std::int64_t burst_bytes, Visit visit) {
  const program::Runs& runs = tail ? work.tail : work.runs;
  if (work.strided_bursts && runs.length < burst_bytes) {
    for_each_strided_burst(runs, work.access, start, burst_bytes, visit);
  } else {
    for_each_contiguous_burst(runs, start, burst_bytes, visit);
  }
}

}  // namespace spyre::mover
