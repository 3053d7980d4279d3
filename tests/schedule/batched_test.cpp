// Does a batched matmul gather, hold and store what the timing of batched rows says?
#include "sim/schedule/schedule.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/models/card.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using check::test::PlanMaker;
using program::Engine;
using program::Step;
using program::WorkKind;

using Order = std::vector<std::string>;
const Order kBatchInside{"x", "out", "in"};
const Order kBatchOutside{"in", "out", "x"};

// 512 x 512 x 512 with eight batches, A and C with the batch inside the stick order; slices of mb, out and x.
struct Batched {
  Batched(std::int64_t mb, std::int64_t out, std::int64_t x, const Order& weight = kBatchInside, bool shared_weight = false) {
    maker.add(check::test::operation(plan::OpCode::BatchMatmul, {{"in", 512, 1}, {"mb", 512, mb}, {"out", 512, out}, {"x", 8, x}}));
    maker.input({.order = {"x", "in", "mb"}, .stick = "in"});
    if (shared_weight) {
      maker.input({.order = {"in", "out"}, .stick = "out", .scale = {{"x", -1}}});
    } else {
      maker.input({.order = weight, .stick = "out"});
    }
    maker.output({.order = {"x", "out", "mb"}, .stick = "out"});
    const program::Program program = make_program(maker.plan, test::card());
    phase = program.launches.front().operations.front().phases.front();
  }

  [[nodiscard]] const Step& step(WorkKind kind, int which = 0) const {
    for (const Step& s : phase.steps) {
      if (s.kind == kind && which-- == 0) return s;
    }
    throw std::runtime_error("no such step");
  }
  [[nodiscard]] std::int64_t slabs_held() const {
    for (const program::Dependence& d : step(WorkKind::Load).after) {
      if (phase.steps[static_cast<std::size_t>(d.step)].kind == WorkKind::Matmul) return -d.ahead;
    }
    return 0;
  }

  PlanMaker maker;
  program::Phase phase;
};

TEST_CASE("cores behind one port that gather together hold one slab", "[arithmetic]") {
  CHECK(Batched(2, 2, 1).slabs_held() == test::card().schedule.gathered_slab_buffers);
  CHECK(Batched(1, 2, 1).slabs_held() == test::card().schedule.gathered_slab_buffers);
}

TEST_CASE("a core that gathers alone, and cores behind both ports, hold all slabs", "[arithmetic]") {
  CHECK(Batched(1, 1, 1).slabs_held() == test::card().schedule.slab_buffers);
  CHECK(Batched(4, 8, 1).slabs_held() == test::card().schedule.slab_buffers);
}

TEST_CASE("single sticks of a weight of one's own come one at a time", "[arithmetic]") {
  const Batched own(1, 4, 4);
  CHECK(own.step(WorkKind::Load, 1).memory.in_flight == test::card().schedule.lone_weight_loads);
  CHECK(own.step(WorkKind::Load, 0).memory.in_flight == 0);
}

TEST_CASE("a weight that cores share or that lies together is limited by slots only", "[arithmetic]") {
  CHECK(Batched(2, 2, 4).step(WorkKind::Load, 1).memory.in_flight == 0);
  CHECK(Batched(1, 4, 4, kBatchOutside).step(WorkKind::Load, 1).memory.in_flight == 0);
  CHECK(Batched(1, 4, 1).step(WorkKind::Load, 1).memory.in_flight == 0);
}

TEST_CASE("loads of a group go beside a core's own when the weight lies together", "[arithmetic]") {
  const Batched together(1, 4, 1, kBatchOutside);
  CHECK(together.step(WorkKind::Load, 0).engine == Engine::GroupLoad);
  CHECK(together.step(WorkKind::Load, 1).engine == Engine::Load);
  const Batched gathered(1, 4, 1);
  CHECK(gathered.step(WorkKind::Load, 0).engine == Engine::Load);
  CHECK(gathered.step(WorkKind::Load, 1).engine == Engine::Load);
}

TEST_CASE("a store under a weight of its own fills up a whole block, under a shared one a granule", "[arithmetic]") {
  const params::Dram dram = test::card().dram;
  CHECK(Batched(4, 8, 1).step(WorkKind::Store).memory.access == dram.access_granule.count());
  CHECK(Batched(4, 8, 1, {}, true).step(WorkKind::Store).memory.access == dram.interleave.count());
}

}  // namespace
}  // namespace spyre::schedule
