// One core: scratchpad, mover, matrix array, vector path and their sequencer. Composes, nothing else.
#pragma once

#include "models/lx/lx.hpp"
#include "models/mover/load_unit.hpp"
#include "models/mover/store_unit.hpp"
#include "models/pt/pt.hpp"
#include "models/sequencer/sequencer.hpp"
#include "models/sfp/sfp.hpp"

namespace spyre::core {

// What a core shares with the others.
struct Shared {
  dram::Hmi& hmi;
  mover::Multicast& multicast;
  ring::Ring& ring;
  sfp::PartialSums& partial_sums;
};

class Core : public sc_core::sc_module {
 public:
  Core(const sc_core::sc_module_name& name, kernel::Context& context, const params::ChipParams& params, int number,
       const Shared& shared)
      : sc_module(name),
        intake_(params.mover.intake),
        lx("lx", context, params),
        load("load", context, params, program::Engine::Load, work_, number, {shared.hmi, shared.multicast, shared.ring, lx, intake_}),
        group_load("group_load", context, params, program::Engine::GroupLoad, work_, number, {shared.hmi, shared.multicast, shared.ring, lx, intake_}),
        store("store", context, params, work_, number, shared.hmi, lx),
        pt("pt", context, params, work_, lx),
        sfp("sfp", context, params, work_, number, lx, shared.partial_sums),
        sequencer("sequencer", context, work_, {&load, &store, &pt, &sfp, &group_load}) {}

 private:
  engine::Work work_;
  mover::Intake intake_;

 public:
  lx::Lx lx;
  mover::LoadUnit load, group_load;
  mover::StoreUnit store;
  pt::Pt pt;
  sfp::Sfp sfp;
  sequencer::Sequencer sequencer;
};

}  // namespace spyre::core
