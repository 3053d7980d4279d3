// Does the program of every kind of code move and compute exactly what its plan says?
#include <map>

#include "sim/schedule/classify.hpp"
#include "tests/schedule/scheduled.hpp"
#include "tests/schedule/sticks.hpp"
#include "tests/schedule/traffic.hpp"
#include "tests/support/catch.hpp"

namespace spyre::schedule {
namespace {

using test::Scheduled;

// Every tensor in memory once, every tensor in LX never.
void check_bytes(const plan::Operation& operation, const program::Operation& scheduled) {
  test::Traffic traffic = test::traffic_of(scheduled);
  for (plan::TensorId t = 0; t < std::ssize(operation.tensors); ++t) {
    const plan::Tensor& tensor = operation.tensors[static_cast<std::size_t>(t)];
    CAPTURE(operation.key, tensor.name);
    CHECK(traffic.bytes[t] == (test::used(operation, t) ? test::touched_bytes(tensor) : 0));
  }
}

// The first and the last core visit every stick of their share once and no other. Indirect operands
// have no fixed place.
void check_sticks(const plan::Operation& operation, const program::Operation& scheduled) {
  for (plan::TensorId t = 0; t < std::ssize(operation.tensors); ++t) {
    const plan::Tensor& tensor = operation.tensors[static_cast<std::size_t>(t)];
    if (tensor.in_lx() || !test::used(operation, t) ||
        tensor.indirection != plan::Indirection::None)
      continue;
    CAPTURE(operation.key, tensor.name);
    for (const std::size_t core : {std::size_t{0}, operation.cores.size() - 1}) {
      CHECK((test::visits(scheduled, t, core) == test::share(tensor, core)));
    }
  }
}

void check_elements(const plan::Operation& operation, const program::Operation& scheduled) {
  CAPTURE(operation.key);
  CHECK(test::traffic_of(scheduled).elements == test::elements_of(operation));
  CHECK(scheduled.elements == test::elements_of(operation));
}

// Element-wise and reducing plans: bytes once, elements once, all of one policy.
void check_vector_plan(const std::string& workload, Policy policy) {
  CAPTURE(workload);
  int operations = 0;
  Scheduled(workload).each(
      [&](const plan::Operation& operation, const program::Operation& scheduled) {
        CHECK(policy_of(operation) == policy);
        check_bytes(operation, scheduled);
        check_sticks(operation, scheduled);
        check_elements(operation, scheduled);
        ++operations;
      });
  CHECK(operations > 0);
}

TEST_CASE("element-wise operations read and write every tensor once", "[golden]") {
  for (const char* w :
       {"captured/add_2048x1024_c1", "captured/mul_2048x8192_c32", "captured/exp_2048x1024_c32",
        "captured/neg_4096x4096_c32", "captured/exp_2048x1024_c8", "generated/13_add_fp32_128x256",
        "generated/07b_exp_128x100"}) {
    check_vector_plan(w, Policy::Elementwise);
  }
}

TEST_CASE("an operand that all rows share is read once", "[golden]") {
  for (const char* w : {"captured/bcastrow_2048x8192_c32", "captured/bcastrow_8192x2048_c8",
                        "generated/10_biasadd_128x256", "captured/addconst_4096x4096_c8"}) {
    check_vector_plan(w, Policy::Elementwise);
  }
}

TEST_CASE("reductions along the stick read once and write one result a row", "[golden]") {
  for (const char* w : {"captured/sum_dimlast_2048x8192_c8", "captured/amax_dimlast_2048x8192_c32",
                        "captured/mean_dimlast_8192x2048_c1", "generated/09_exx2_128x1024"}) {
    check_vector_plan(w, Policy::Reduction);
  }
}

TEST_CASE("reductions along rows read once and write one result a column", "[golden]") {
  for (const char* w : {"captured/sum_dim0_2048x8192_c32", "captured/amax_dim0_8192x2048_c1",
                        "captured/mean_dim0_8192x2048_c8", "generated/06_sumrows_256x512"}) {
    check_vector_plan(w, Policy::Reduction);
  }
}

TEST_CASE("masked lanes are read with their sticks", "[golden]") {
  check_vector_plan("generated/07c_sum_128x100", Policy::Reduction);
  check_vector_plan("generated/07_clip_128x100", Policy::Elementwise);
  Scheduled("generated/07c_sum_128x100")
      .each([](const plan::Operation& operation, const program::Operation& scheduled) {
        CHECK_FALSE(operation.masks.empty());
        CHECK(test::traffic_of(scheduled).bytes[operation.inputs.front()] ==
              128 * 128 * 2);  // 100 columns in two sticks
      });
}

TEST_CASE("copies and transposes move every byte once", "[golden]") {
  for (const char* w : {"captured/cat0_2048x8192_c8", "captured/cat1_8192x2048_c8",
                        "captured/transpose_8192x2048_c32"}) {
    CAPTURE(w);
    Scheduled(w).each([](const plan::Operation& operation, const program::Operation& scheduled) {
      check_bytes(operation, scheduled);
      check_sticks(operation, scheduled);
    });
  }
}

TEST_CASE("a change of format moves each side in its own width", "[golden]") {
  Scheduled("captured/cast_f16_f32_2048x4096")
      .each([](const plan::Operation& operation, const program::Operation& scheduled) {
        check_bytes(operation, scheduled);
        test::Traffic traffic = test::traffic_of(scheduled);
        CHECK(traffic.bytes[operation.inputs.front()] == 2048 * 4096 * 2);
        CHECK(traffic.bytes[operation.outputs.front()] == 2048 * 4096 * 4);
      });
}

TEST_CASE("a change of the stick dimension reads and writes every byte once", "[golden]") {
  Scheduled("generated/08_restickify_512x1024")
      .each([](const plan::Operation& operation, const program::Operation& scheduled) {
        CHECK(policy_of(operation) == Policy::Restickify);
        check_bytes(operation, scheduled);
        check_sticks(operation, scheduled);
        check_elements(operation, scheduled);
      });
}

// A gather's or scatter's traffic: 64 indices, 64 rows of the table, 64 rows of the dense side.
void check_gather(const plan::Operation& operation, const program::Operation& scheduled,
                  std::int64_t row) {
  constexpr std::int64_t kRows = 64;
  test::Traffic traffic = test::traffic_of(scheduled);
  for (plan::TensorId t = 0; t < std::ssize(operation.tensors); ++t) {
    const plan::Tensor& tensor = operation.tensors[static_cast<std::size_t>(t)];
    const bool index = tensor.indirection == plan::Indirection::IndexTensor;
    CAPTURE(operation.key, tensor.name);
    CHECK(traffic.bytes[t] == kRows * (index ? 4 : row));
  }
}

TEST_CASE("a gather reads its indices and as many rows as it has indices", "[golden]") {
  int gathers = 0;
  const std::map<std::string, std::int64_t> row_bytes{{"generated/12_gather_64of1000x256", 256 * 2},
                                                      {"captured/embedding_4096x1024_64", 1024 * 2},
                                                      {"captured/index_put_576x1024_64", 1024 * 2}};
  for (const auto& entry : row_bytes) {
    CAPTURE(entry.first);
    Scheduled(entry.first)
        .each([&](const plan::Operation& operation, const program::Operation& scheduled) {
          if (policy_of(operation) != Policy::Gather) return;
          check_gather(operation, scheduled, entry.second);
          ++gathers;
        });
  }
  CHECK(gathers == 3);
}

TEST_CASE("a shuffle hands every byte over once and leaves memory alone", "[golden]") {
  Scheduled("generated/17_lxrelayout_512x2048_rows_to_cols")
      .each([](const plan::Operation& operation, const program::Operation& scheduled) {
        CHECK(policy_of(operation) == Policy::Shuffle);
        const test::Traffic traffic = test::traffic_of(scheduled);
        CHECK(traffic.ring_bytes == 512 * 2048 * 2);
        CHECK(traffic.bytes.empty());
      });
}

TEST_CASE("operands that live in LX make no memory traffic", "[golden]") {
  std::vector<std::int64_t> moved;
  Scheduled("softmax_512x1024")
      .each([&](const plan::Operation& operation, const program::Operation& scheduled) {
        check_bytes(operation, scheduled);
        check_elements(operation, scheduled);
        std::int64_t bytes = 0;
        for (const auto& [tensor, amount] : test::traffic_of(scheduled).bytes) bytes += amount;
        moved.push_back(bytes);
      });
  const std::int64_t tensor = 512 * 1024 * 2;  // read by the first operation, written by the last
  CHECK(moved == std::vector<std::int64_t>{tensor, 0, 0, 0, 0, tensor});
}

TEST_CASE("operations of no particular schedule read and write every tensor once", "[golden]") {
  int operations = 0;
  for (const char* w : {"captured/avg_pool2d_nhwc_56x64_k2",
                        "captured/conv2d_direct_nhwc_58x64_3x3", "captured/topk4_512x4096"}) {
    CAPTURE(w);
    Scheduled(w).each([&](const plan::Operation& operation, const program::Operation& scheduled) {
      if (policy_of(operation) != Policy::Whole) return;
      check_bytes(operation, scheduled);
      ++operations;
    });
  }
  CHECK(operations >= 3);
}

TEST_CASE("a direct convolution multiplies outputs times window times channels", "[golden]") {
  Scheduled("captured/conv2d_direct_nhwc_58x64_3x3")
      .each([](const plan::Operation&, const program::Operation& scheduled) {
        const std::int64_t macs = std::int64_t{56} * 56 * 64 * 3 * 3 * 64;
        CHECK(test::traffic_of(scheduled).macs == macs);
        CHECK(scheduled.macs == macs);
      });
}

TEST_CASE("whole models move exactly what their operations say", "[golden]") {
  int checked = 0;
  for (const char* w :
       {"captured/bert_layer_512_contig", "captured/granite_layer_decode1_kv576_sdpa",
        "captured/attn_plain_32h_512"}) {
    CAPTURE(w);
    Scheduled(w).each([&](const plan::Operation& operation, const program::Operation& scheduled) {
      if (policy_of(operation) == Policy::Matmul)
        return;  // matmuls read tiles again, see their own tests
      check_bytes(operation, scheduled);
      if (policy_of(operation) != Policy::Whole) check_sticks(operation, scheduled);
      ++checked;
    });
  }
  CHECK(checked > 50);
}

TEST_CASE("no phase books more scratchpad than the launch leaves free", "[golden]") {
  const params::ChipParams card = test::card();
  const std::int64_t usable = (card.lx.capacity - card.lx.reserved).count();
  for (const char* w : {"captured/bert_layer_512_contig", "captured/sdpa_32h_512_d128",
                        "captured/swiglu_granite_512tok"}) {
    const Scheduled s(w);
    for (const program::Launch& launch : s.program.launches) {
      for (const program::Operation& operation : launch.operations) {
        for (const program::Phase& phase : operation.phases)
          CHECK(launch.resident_bytes + phase.staging_bytes <= usable);
      }
    }
  }
}

}  // namespace
}  // namespace spyre::schedule
