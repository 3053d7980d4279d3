#include "tests/models/mover_bench.hpp"

namespace spyre::test {
namespace {

program::Phase one_step(program::WorkKind kind, program::Engine engine, const program::Runs& runs,
                        const std::vector<std::int64_t>& bases) {
  program::Step step;
  step.kind = kind;
  step.engine = engine;
  step.memory.base = bases;
  step.memory.runs = runs;
  return {{}, {step}, 0};
}

}  // namespace

MoverCore::MoverCore(MemorySide& side, mover::Multicast& multicast, int number)
    : lx(("lx" + std::to_string(number)).c_str(), side.bench.context(), side.card),
      intake(side.card.mover.intake),
      load(("load" + std::to_string(number)).c_str(), side.bench.context(), side.card, program::Engine::Load, work, number,
           {side.hmi, multicast, side.ring, lx, intake}),
      group_load(("group_load" + std::to_string(number)).c_str(), side.bench.context(), side.card, program::Engine::GroupLoad, work, number,
                 {side.hmi, multicast, side.ring, lx, intake}),
      store(("store" + std::to_string(number)).c_str(), side.bench.context(), side.card, work,
            number, side.hmi, lx) {}

MoverBench::MoverBench(const params::ChipParams& card, int count) : side(card) {
  for (int c = 0; c < count; ++c) {
    cores.push_back(std::make_unique<MoverCore>(side, multicast, c));
    operation_.cores.push_back(c);
  }
}

Time MoverBench::run(const program::Phase& phase) {
  multicast.open(phase);
  for (std::size_t c = 0; c < cores.size(); ++c) {
    MoverCore& core = *cores[c];
    core.work.operation = &operation_;
    core.work.phase = &phase;
    core.work.core_index = static_cast<int>(c);
    std::vector<const kernel::Unit*> holders;
    for (const program::Step& s : phase.steps) {
      holders.push_back(s.engine == program::Engine::Load        ? static_cast<const kernel::Unit*>(&core.load)
                        : s.engine == program::Engine::GroupLoad ? static_cast<const kernel::Unit*>(&core.group_load)
                                                                 : &core.store);
    }
    core.work.board.open(phase, holders);
    core.load.start();
    core.group_load.start();
    core.store.start();
  }
  return side.bench.run();
}

program::Phase load_phase(const program::Runs& runs, const std::vector<std::int64_t>& bases) {
  return one_step(program::WorkKind::Load, program::Engine::Load, runs, bases);
}

program::Phase store_phase(const program::Runs& runs, const std::vector<std::int64_t>& bases) {
  return one_step(program::WorkKind::Store, program::Engine::Store, runs, bases);
}

program::Runs contiguous(std::int64_t bytes) { return scattered(bytes, 1, 0); }

program::Runs scattered(std::int64_t bytes, std::int64_t count, std::int64_t stride) {
  program::Runs runs;
  runs.length = bytes;
  runs.levels[0] = {count, stride};
  return runs;
}

}  // namespace spyre::test
