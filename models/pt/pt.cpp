#include "models/pt/pt.hpp"

#include <algorithm>

#include "models/pt/pt_timing.hpp"

namespace spyre::pt {

Pt::Pt(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
       engine::Work& work, lx::Lx& lx)
    : Engine(name, context, program::Engine::Pt, work), params_(params), lx_(lx) {}

void Pt::execute(program::StepId id, std::int64_t, const engine::Position& at) {
  const program::MatmulWork& work = step(id).matmul;
  const std::int64_t k = in_tail(work.tail_loop, at) ? work.tail_k : work.k;
  const Time operands = lx_.pass(Bytes(step(id).lx_bytes), kernel::now()) - kernel::now();
  set_busy("matmul");
  kernel::pause(std::max({step_time(params_, work, k), operands, params_.sfp.minimum_chunk}));
  macs_ += work.m * work.n * k;
  ++steps_;
}

}  // namespace spyre::pt
