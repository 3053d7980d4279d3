// The bursts of one step: its contiguous runs cut into pieces of at most one burst, in address order of the runs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/engine/position.hpp"
#include "models/program/program.hpp"

namespace spyre::mover {

struct BurstPiece {
  std::int64_t address = 0, bytes = 0;
  bool first_of_run = false;
};

// Address of the first run of a step instance.
std::int64_t start_address(const program::MemoryWork& work, int core_index, const std::vector<std::int64_t>& trip,
                           const engine::Position& at, int depth);

// Calls `visit(BurstPiece)` for each burst.
template <class Visit>
void for_each_burst(const program::Runs& runs, std::int64_t start, std::int64_t burst_bytes, Visit visit) {
  for (std::int64_t k = 0; k < runs.levels[2].count; ++k) {
    for (std::int64_t j = 0; j < runs.levels[1].count; ++j) {
      for (std::int64_t i = 0; i < runs.levels[0].count; ++i) {
        const std::int64_t run = start + i * runs.levels[0].stride + j * runs.levels[1].stride + k * runs.levels[2].stride;
        for (std::int64_t done = 0; done < runs.length; done += burst_bytes) {
          visit(BurstPiece{run + done, std::min(burst_bytes, runs.length - done), done == 0});
        }
      }
    }
  }
}

}  // namespace spyre::mover
