// The vector and special-function path of one core. It also hands finished tiles to the partial-sum rings, without
// waiting for the sum.
//
// Parameters: sfp.*.
#pragma once

#include "models/engine/engine.hpp"
#include "models/lx/lx.hpp"
#include "models/params/params.hpp"
#include "models/sfp/partial_sums.hpp"

namespace spyre::sfp {

class Sfp : public engine::Engine {
 public:
  Sfp(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params,
      engine::Work& work, int core, lx::Lx& lx, PartialSums& partial_sums);

  [[nodiscard]] std::int64_t elements() const { return elements_; }
  [[nodiscard]] std::vector<observe::Counter> counters() const override {
    return {{"elements", elements_}, {"steps", steps_}};
  }

 private:
  void execute(program::StepId step, std::int64_t ordinal, const engine::Position& at) override;

  const params::ChipParams& params_;
  int core_;
  lx::Lx& lx_;
  PartialSums& partial_sums_;
  std::int64_t elements_ = 0, steps_ = 0;
};

}  // namespace spyre::sfp
