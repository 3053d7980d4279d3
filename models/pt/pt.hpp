// The matrix array of one core: multiplies tiles of two slabs that stand in LX.
//
// Parameters: pt.*; a step never takes less than sfp.minimum_chunk (control of one step, both units alike).
#pragma once

#include "models/engine/engine.hpp"
#include "models/lx/lx.hpp"
#include "models/params/params.hpp"

namespace spyre::pt {

class Pt : public engine::Engine {
 public:
  Pt(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params, engine::Work& work,
     lx::Lx& lx);

  // Multiply-accumulates of the shapes the program named (padding of rows not counted).
  [[nodiscard]] std::int64_t macs() const { return macs_; }
  [[nodiscard]] std::vector<observe::Counter> counters() const override { return {{"macs", macs_}, {"steps", steps_}}; }

 private:
  void execute(program::StepId step, std::int64_t ordinal, const engine::Position& at) override;

  const params::ChipParams& params_;
  lx::Lx& lx_;
  std::int64_t macs_ = 0, steps_ = 0;
};

}  // namespace spyre::pt
