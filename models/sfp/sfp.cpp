#include "models/sfp/sfp.hpp"

#include <algorithm>

#include "models/sfp/sfp_timing.hpp"

namespace spyre::sfp {

Sfp::Sfp(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
         engine::Work& work, int core, lx::Lx& lx, PartialSums& partial_sums)
    : Engine(name, context, program::Engine::Sfp, work),
      params_(params),
      core_(core),
      lx_(lx),
      partial_sums_(partial_sums) {}

void Sfp::execute(program::StepId id, std::int64_t ordinal, const engine::Position& at) {
  if (step(id).kind == program::WorkKind::PartialSum) {
    work_.board.part_begun(id, ordinal);
    partial_sums_.join(id, step(id).partial_sum, work_.core_index, {core_, &work_.board, ordinal});
    return;
  }
  const program::VectorWork& work = step(id).vector;
  const std::int64_t elements = in_tail(work.tail_loop, at) ? work.tail_elements : work.elements;
  const Time operands = lx_.pass(Bytes(step(id).lx_bytes), kernel::now()) - kernel::now();
  set_busy("vector");
  kernel::pause(std::max(chunk_time(params_, work, elements), operands));
  elements_ += elements;
  ++steps_;
}

}  // namespace spyre::sfp
