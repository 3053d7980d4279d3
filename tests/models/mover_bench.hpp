// The movers of one or more cores around a common memory side, and phases for them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/lx/lx.hpp"
#include "models/mover/load_unit.hpp"
#include "models/mover/store_unit.hpp"
#include "tests/models/parts.hpp"

namespace spyre::test {

struct MoverCore {
  MoverCore(MemorySide& side, mover::Multicast& multicast, int number);

  engine::Work work;
  lx::Lx lx;
  mover::Intake intake;
  mover::LoadUnit load, group_load;
  mover::StoreUnit store;
};

// Cores 0, 1, … in the order of the phase's core indices.
class MoverBench {
 public:
  MoverBench(const params::ChipParams& card, int cores);

  // Runs the phase on every core and returns when its last step was done.
  Time run(const program::Phase& phase);

  MemorySide side;
  mover::Multicast multicast{side.hmi};
  std::vector<std::unique_ptr<MoverCore>> cores;

 private:
  program::Operation operation_;
};

// One step that loads or stores `runs` at `bases` (one per core).
program::Phase load_phase(const program::Runs& runs, const std::vector<std::int64_t>& bases);
program::Phase store_phase(const program::Runs& runs, const std::vector<std::int64_t>& bases);

program::Runs contiguous(std::int64_t bytes);
program::Runs scattered(std::int64_t bytes, std::int64_t count, std::int64_t stride);

}  // namespace spyre::test
