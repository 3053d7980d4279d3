// Builds the common phase of vector work: loads of some operands, one vector step per chunk, stores of results, with the
// buffer credits between them.
#pragma once

#include <vector>

#include "models/params/params.hpp"
#include "models/program/program.hpp"
#include "sim/schedule/nest.hpp"

namespace spyre::schedule {

class Streaming {
 public:
  // `first`: iterations of the outermost loop that other phases cover before this one.
  Streaming(const params::ChipParams& params, const plan::Operation& operation, Nest nest, std::int64_t first = 0);

  // A memory operand whose runs inside one chunk are `runs` (`tail` in the last iteration of `tail_loop`, -1 = none).
  void load(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop);
  // The same stick by stick, by each core for itself, and again in every round of loops it stands still in.
  void load_sticks(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop);
  // `descriptor_per_run` and `scatter_width` as in MemoryWork.
  void store(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop, std::int64_t scatter_width = 0);
  void vector(program::VectorKind kind, std::int64_t elements, std::int64_t tail_elements, int tail_loop, Time extra);

  // Loads wait until the result of the chunk this many before is acknowledged.
  void limit_in_flight(std::int64_t chunks) { in_flight_ = chunks; }

  // `scratch_free`: LX bytes per core the phase may hold.
  program::Phase finish(std::int64_t scratch_free);

 private:
  void drop_residents_beyond(std::int64_t scratch_free);
  [[nodiscard]] std::int64_t staging(std::int64_t load_buffers, std::int64_t store_buffers) const;
  void connect(program::Phase& phase, std::int64_t load_buffers, std::int64_t store_buffers) const;
  [[nodiscard]] std::int64_t chunks_per_instance(const program::Step& step) const;
  program::Step memory_step(const Operand& operand, const program::Runs& runs, const program::Runs& tail, int tail_loop) const;
  void make_partial_sum(program::Phase& phase) const;

  const params::ChipParams& params_;
  const plan::Operation& operation_;
  Nest nest_;
  std::int64_t first_;
  std::int64_t in_flight_ = 0;  // 0 = no limit but the buffers
  std::vector<program::Step> loads_, stores_;
  program::Step vector_;
};

}  // namespace spyre::schedule
