// Does the program of a matmul read its tiles as often as the tile rule says, multiply everything,
// store once?
#include "sim/schedule/classify.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/schedule/scheduled.hpp"
#include "tests/schedule/sticks.hpp"
#include "tests/schedule/traffic.hpp"

namespace spyre::schedule {
namespace {

using check::test::DimSpec;
using check::test::PlanMaker;
using program::Step;
using program::WorkKind;
using test::Scheduled;

// C[m,n] = A[m,k] B[k,n] with cores numbered k fastest, then m, then n.
struct Product {
  Product(DimSpec m, DimSpec n, DimSpec k, const params::ChipParams& card = test::card())
      : maker(check::test::matmul(std::move(m), std::move(n), std::move(k))),
        program(make_program(maker.plan, card)) {}

  [[nodiscard]] const plan::Operation& plan() const {
    return maker.plan.launches.front().operations.front();
  }
  [[nodiscard]] const program::Operation& operation() const {
    return program.launches.front().operations.front();
  }
  [[nodiscard]] const program::Phase& phase() const { return operation().phases.front(); }
  [[nodiscard]] const Step& step(WorkKind kind, int which = 0) const {
    for (const Step& s : phase().steps) {
      if (s.kind == kind && which-- == 0) return s;
    }
    throw std::runtime_error("no such step");
  }

  PlanMaker maker;
  program::Program program;
};

const Step& multiply_of(const program::Operation& operation) {
  for (const Step& s : operation.phases.back().steps) {
    if (s.kind == WorkKind::Matmul) return s;
  }
  throw std::runtime_error("no matmul step");
}

std::int64_t macs_of(const plan::Operation& operation) {
  std::int64_t macs = 1;
  for (const plan::Dim& d : operation.dims) macs *= d.extent;
  return macs;
}

// How often an operand is read: once per tile of the dimensions it does not have.
std::int64_t passes(const plan::Operation& operation, const plan::Tensor& operand,
                    const program::MatmulWork& tile) {
  const plan::Tensor& a = operation.tensors[static_cast<std::size_t>(operation.inputs[0])];
  const plan::Tensor& b = operation.tensors[static_cast<std::size_t>(operation.inputs[1])];
  std::int64_t times = 1;
  for (std::size_t d = 0; d < operation.dims.size(); ++d) {
    if (operand.dims[d].scale == 1) continue;
    const bool rows = a.dims[d].scale == 1 && b.dims[d].scale != 1;
    times *= operation.dims[d].per_core / (rows ? tile.m : tile.n);
  }
  return times;
}

void check_matmul(const plan::Operation& operation, const program::Operation& scheduled) {
  CAPTURE(operation.key);
  test::Traffic traffic = test::traffic_of(scheduled);
  const program::MatmulWork& tile = multiply_of(scheduled).matmul;
  for (const plan::TensorId id : operation.inputs) {
    const plan::Tensor& operand = operation.tensors[static_cast<std::size_t>(id)];
    CHECK(traffic.bytes[id] == test::touched_bytes(operand) * passes(operation, operand, tile));
  }
  const plan::TensorId result = operation.outputs.front();
  CHECK(traffic.bytes[result] ==
        test::touched_bytes(operation.tensors[static_cast<std::size_t>(result)]));
  CHECK(traffic.macs == macs_of(operation));
  CHECK(scheduled.macs == macs_of(operation));
}

TEST_CASE("kept matmuls read A once per tile column, B once per tile row, and write C once",
          "[golden]") {
  for (const char* w :
       {"captured/matmul_512x4096x4096_c32", "captured/matmul_512x4096x12800_c16",
        "captured/matmul_1024x1024x1024_c1", "captured/matmul_2048x2048x1024_c8",
        "captured/matmul_64x4096x49152_c32", "generated/03g_matmul_1024x1024x1024_s8_4_1"}) {
    CAPTURE(w);
    Scheduled(w).each(check_matmul);
  }
}

TEST_CASE("kept matmuls with K split over cores store every result once", "[golden]") {
  for (const char* w : {"captured/matmul_1x4096x4096_k32", "captured/matmul_1x4096x12800_n8_k4",
                        "generated/03_matmul_64x256x128_s4_4_2"}) {
    CAPTURE(w);
    Scheduled(w).each([](const plan::Operation& operation, const program::Operation& scheduled) {
      check_matmul(operation, scheduled);
      CHECK(multiply_of(scheduled).matmul.k_split);
    });
  }
}

TEST_CASE("an fp8 matmul reads bytes of one and multiplies at twice the rate", "[golden]") {
  int found = 0;
  Scheduled("captured/fp8_scaled_mm_512x4096x4096")
      .each([&](const plan::Operation& operation, const program::Operation& scheduled) {
        if (operation.op != plan::OpCode::BatchMatmulFp8) return;
        ++found;
        check_matmul(operation, scheduled);
        CHECK(multiply_of(scheduled).matmul.speedup == test::card().pt.fp8_speedup);
        CHECK(test::touched_bytes(
                  operation.tensors[static_cast<std::size_t>(operation.inputs[1])]) == 4096 * 4096);
      });
  CHECK(found == 1);
}

TEST_CASE("batched matmuls of attention multiply everything and store once", "[golden]") {
  int found = 0;
  for (const char* w : {"captured/attn_plain_32h_512", "captured/sdpa_32h_512_nolx",
                        "captured/bert_attention_core_12h_512_d64"}) {
    CAPTURE(w);
    Scheduled(w).each([&](const plan::Operation& operation, const program::Operation& scheduled) {
      if (!plan::is_matmul(operation.op)) return;
      ++found;
      test::Traffic traffic = test::traffic_of(scheduled);
      const plan::TensorId result = operation.outputs.front();
      CHECK(traffic.macs == macs_of(operation));
      CHECK(traffic.bytes[result] ==
            test::touched_bytes(operation.tensors[static_cast<std::size_t>(result)]));
      for (const plan::TensorId id : operation.inputs) {
        const std::int64_t touched =
            test::touched_bytes(operation.tensors[static_cast<std::size_t>(id)]);
        CHECK(traffic.bytes[id] >= touched);
        CHECK((touched == 0 ? traffic.bytes[id] == 0 : traffic.bytes[id] % touched == 0));
      }
    });
  }
  CHECK(found == 6);
}

TEST_CASE("every core visits each stick of its slices once per pass", "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1});
  const program::MatmulWork& tile = p.step(WorkKind::Matmul).matmul;
  const std::int64_t rows = 128, columns = 512;
  REQUIRE((rows / tile.m > 1 || columns / tile.n > 1));
  for (const std::size_t core : {0U, 5U, 15U}) {
    CHECK((test::visits(p.operation(), 0, core) ==
           test::share(p.plan().tensors[0], core, columns / tile.n)));
    CHECK((test::visits(p.operation(), 1, core) ==
           test::share(p.plan().tensors[1], core, rows / tile.m)));
    CHECK((test::visits(p.operation(), 2, core) == test::share(p.plan().tensors[2], core)));
  }
}

TEST_CASE("K goes in slabs of 128 with a shorter one at the end", "[arithmetic]") {
  const Product p({"mb", 64, 1}, {"out", 128, 1}, {"in", 320, 1});
  const Step& multiply = p.step(WorkKind::Matmul);
  REQUIRE(test::card().schedule.slab == 128);
  CHECK(p.phase().loops.back() == 3);
  CHECK(multiply.matmul.k == 128);
  CHECK(multiply.matmul.tail_k == 64);
  CHECK(p.phase().totals(multiply).macs == 64 * 128 * 320);
  CHECK((test::visits(p.operation(), 0, 0) == test::share(p.plan().tensors[0], 0)));
  CHECK((test::visits(p.operation(), 1, 0) == test::share(p.plan().tensors[1], 0)));
}

TEST_CASE("cores of one row of the split share A, those of one column share B", "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 4096, 8}, {"in", 1024, 1});
  const auto& a = p.step(WorkKind::Load, 0).memory.groups;
  const auto& b = p.step(WorkKind::Load, 1).memory.groups;
  REQUIRE(a.size() == 4);
  for (const program::Group& g : a) CHECK(g.members.size() == 8);
  REQUIRE(b.size() == 8);
  for (const program::Group& g : b) CHECK(g.members.size() == 4);
  CHECK(p.step(WorkKind::Store).memory.groups.empty());
}

TEST_CASE("without multicast every core reads for itself", "[arithmetic]") {
  params::ChipParams card = test::card();
  card.schedule.multicast = false;
  const Product p({"mb", 512, 4}, {"out", 4096, 8}, {"in", 1024, 1}, card);
  CHECK(p.step(WorkKind::Load, 0).memory.groups.empty());
  const Product shared({"mb", 512, 4}, {"out", 4096, 8}, {"in", 1024, 1});
  CHECK(test::traffic_of(p.operation()).bytes[0] ==
        8 * test::traffic_of(shared.operation()).bytes[0]);
}

TEST_CASE("cores that split K are neighbours, combine one tile at a time and store it once",
          "[arithmetic]") {
  const Product p({"mb", 128, 2}, {"out", 256, 2}, {"in", 1024, 4});
  const Step& sum = p.step(WorkKind::PartialSum);
  REQUIRE(sum.partial_sum.groups.size() == 4);
  CHECK(sum.partial_sum.groups[0].members == std::vector<int>{0, 1, 2, 3});
  CHECK(sum.partial_sum.groups[3].members == std::vector<int>{12, 13, 14, 15});
  const program::MatmulWork& tile = p.step(WorkKind::Matmul).matmul;
  CHECK(sum.partial_sum.bytes == tile.m * tile.n * test::card().partial_sum_ring.element.count());
  CHECK(tile.k_split);
  CHECK(test::traffic_of(p.operation()).bytes[2] == 128 * 256 * 2);
}

TEST_CASE(
    "a load waits for a free slab buffer, a multiplication for its slabs and a free output buffer",
    "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1});
  const params::Schedule schedule = test::card().schedule;
  const auto waits = [&](const Step& s, WorkKind on) {
    for (const program::Dependence& d : s.after) {
      if (p.phase().steps[static_cast<std::size_t>(d.step)].kind == on) return d.ahead;
    }
    return std::int64_t{-1000};
  };
  CHECK(waits(p.step(WorkKind::Load), WorkKind::Matmul) == -schedule.slab_buffers);
  CHECK(waits(p.step(WorkKind::Load), WorkKind::Store) == -schedule.output_buffers);
  CHECK(waits(p.step(WorkKind::Matmul), WorkKind::Load) == 0);
  CHECK(waits(p.step(WorkKind::Matmul), WorkKind::Store) == -schedule.output_buffers);
  CHECK(waits(p.step(WorkKind::Store), WorkKind::Matmul) == 0);
  CHECK(waits(p.step(WorkKind::Store), WorkKind::Load) == schedule.store_after_slabs);
}

TEST_CASE("as many output tiles are in flight as the card's sheet says", "[arithmetic]") {
  params::ChipParams card = test::card();
  for (const std::int64_t buffers : {1, 2, 3}) {
    card.schedule.output_buffers = buffers;
    const Product p({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1}, card);
    for (const program::Dependence& d : p.step(WorkKind::Matmul).after) {
      if (p.phase().steps[static_cast<std::size_t>(d.step)].kind == WorkKind::Store) CHECK(d.ahead == -buffers);
    }
  }
}

TEST_CASE("a tile of one slab is stored after the next tile's only slab", "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 2048, 4}, {"in", 128, 1});
  for (const program::Dependence& d : p.step(WorkKind::Store).after) CHECK(d.ahead <= 1);
}

// Loads of the rows operand and extents of the loops of a product whose batch lies inside the stick
// order and shares B.
struct Shared {
  explicit Shared(std::int64_t batch) {
    maker.add(
        check::test::operation(plan::OpCode::BatchMatmul,
                               {{"in", 512, 1}, {"mb", 256, 1}, {"out", 128, 1}, {"x", batch, 1}}));
    maker.input({.order = {"x", "in", "mb"}, .stick = "in"});
    maker.input({.order = {"in", "out"}, .stick = "out", .scale = {{"x", -1}}});
    maker.output({.order = {"x", "out", "mb"}, .stick = "out"});
    const program::Program program = make_program(maker.plan, test::card());
    const program::Operation& operation = program.launches.front().operations.front();
    multiply = multiply_of(operation);
    load = operation.phases.front().steps.front();
  }
  PlanMaker maker;
  Step multiply, load;
};

TEST_CASE("batches of a shared weight that fill an access granule are rows of the tile",
          "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t batch = card.dram.access_granule.count() / plan::kStickBytes;
  const Shared filled(batch);
  CHECK(filled.load.memory.runs.length % card.dram.access_granule.count() == 0);
  CHECK(filled.load.memory.runs.bytes() == filled.multiply.matmul.m * card.schedule.slab * 2);
  const Shared twice(2 * batch);
  CHECK(twice.load.memory.runs.length == plan::kStickBytes);
  CHECK(twice.load.memory.access == card.dram.access_granule.count());
}

// How often an operand of a product on 4 x 4 cores is loaded for each of its tiles' slabs.
std::int64_t loads(const Product& p, int operand) {
  return p.phase().instances(p.step(WorkKind::Load, operand));
}

TEST_CASE("an only slab of A is kept while the tiles of one row are computed", "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 4096, 4}, {"in", 128, 1});
  const program::MatmulWork& tile = p.step(WorkKind::Matmul).matmul;
  const std::int64_t rows = 128 / tile.m;
  const std::int64_t columns = 1024 / tile.n;
  REQUIRE(columns > 1);
  CHECK(loads(p, 0) == rows);
  CHECK(loads(p, 1) == rows * columns);
}

TEST_CASE("operands of several slabs, or divided over K, are not kept", "[arithmetic]") {
  const Product two_slabs({"mb", 512, 4}, {"out", 4096, 4}, {"in", 256, 1});
  CHECK(loads(two_slabs, 0) == loads(two_slabs, 1));
  const Product divided({"mb", 512, 4}, {"out", 4096, 4}, {"in", 256, 2});
  CHECK(loads(divided, 0) == loads(divided, 1));
}

TEST_CASE("the ledger books three slabs and two results", "[arithmetic]") {
  const Product p({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1});
  const program::MatmulWork& tile = p.step(WorkKind::Matmul).matmul;
  CHECK(p.phase().staging_bytes == 3 * (tile.m + tile.n) * 128 * 2 + 2 * tile.m * tile.n * 4);
  CHECK(p.program.notes.empty());
}

// The same product beside a tensor that fills LX up to `resident` bytes.
program::Program beside(std::int64_t resident) {
  PlanMaker maker = check::test::matmul({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1});
  PlanMaker in_lx = check::test::add_rows(64, 64, 1, true);
  plan::Operation addition = in_lx.last();
  for (plan::Tensor& t : addition.tensors) t.start.front() = resident - t.allocated_bytes();
  maker.add(addition);
  return make_program(maker.plan, test::card());
}

TEST_CASE("beside resident tensors a slab buffer goes first, then an output buffer, with a note",
          "[arithmetic]") {
  const params::ChipParams card = test::card();
  const std::int64_t usable = (card.lx.capacity - card.lx.reserved).count();
  const Product alone({"mb", 512, 4}, {"out", 2048, 4}, {"in", 512, 1});
  const program::MatmulWork& tile = alone.step(WorkKind::Matmul).matmul;
  const std::int64_t slab = (tile.m + tile.n) * 128 * 2;
  const std::int64_t output = tile.m * tile.n * 4;
  const auto booked = [&](std::int64_t slabs, std::int64_t outputs) {
    const program::Program p = beside(usable - slabs * slab - outputs * output);
    CHECK(p.notes.size() == (slabs == 3 ? 0 : 1));
    return p.launches.front().operations.front().phases.front().staging_bytes;
  };
  CHECK(booked(3, 2) == 3 * slab + 2 * output);
  CHECK(booked(2, 2) == 2 * slab + 2 * output);
  CHECK(booked(2, 1) == 2 * slab + output);
}

TEST_CASE("a single row keeps the array busy with columns", "[arithmetic]") {
  const Product p({"mb", 1, 1}, {"out", 4096, 32}, {"in", 4096, 1});
  CHECK(p.step(WorkKind::Matmul).matmul.m == 1);
  CHECK(test::traffic_of(p.operation()).macs == 4096 * 4096);
  CHECK((test::visits(p.operation(), 1, 31) == test::share(p.plan().tensors[1], 31)));
}

}  // namespace
}  // namespace spyre::schedule
