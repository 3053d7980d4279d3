// Is a plan that reads or writes what it should not, or misses what it should, found out?
#include "models/base/error.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <fstream>
#include <string>

namespace spyre::execute {
namespace {

using plan::Operation;
using plan::Plan;
using plan::Tensor;

Operation& operation(Plan& plan, std::size_t index) {
  return plan.launches.at(0).operations.at(index);
}
Tensor& input(Plan& plan, std::size_t op, std::size_t which = 0) {
  return operation(plan, op).tensors.at(
      static_cast<std::size_t>(operation(plan, op).inputs.at(which)));
}
Tensor& output(Plan& plan, std::size_t op) {
  return operation(plan, op).tensors.at(
      static_cast<std::size_t>(operation(plan, op).outputs.at(0)));
}

bool has(const Values& values, const std::string& id) {
  return !test::findings_of(values, id).empty();
}

TEST_CASE("a shifted input address shows as a mismatch", "[unit]") {
  Plan plan = test::read_case("mm_ksplit4");
  input(plan, 0).start[1] += plan::kStickBytes;
  CHECK_FALSE(execute(plan).agree());
}

TEST_CASE("two cores that write the same elements are named, and so are the elements missed",
          "[unit]") {
  Plan plan = test::read_case("cast_f16_f32");
  Tensor& out = output(plan, 0);
  REQUIRE(out.start.size() > 1);
  out.start[1] = out.start[0];
  const Values values = execute(plan);
  CHECK(has(values, "WRK-03"));
  REQUIRE(has(values, "DYN-02"));
  CHECK(test::findings_of(values, "DYN-02")[0].tensor == "out_0");
  CHECK_FALSE(values.agree());
}

TEST_CASE("inputs of two cores exchanged show as a mismatch", "[unit]") {
  Plan plan = test::read_case("mm_relu_mm");
  Tensor& left = input(plan, 0);
  REQUIRE(left.start.size() > 1);
  std::swap(left.start.front(), left.start.back());
  REQUIRE(left.start.front() != left.start.back());
  CHECK_FALSE(execute(plan).agree());
}

TEST_CASE("without its mask a padded reduction reads lanes that nothing wrote", "[unit]") {
  Plan plan = test::read_case("red_amax_stick_pad100");
  Options options;
  options.h2d_fill = number::Fill::Leave;
  CHECK_FALSE(has(execute(plan, options), "DYN-01"));  // the mask hides them
  for (Operation& op : plan.launches[0].operations) op.masks.clear();
  const Values values = execute(plan, options);
  REQUIRE(has(values, "DYN-01"));
  const check::Finding finding = test::findings_of(values, "DYN-01")[0];
  CHECK(finding.severity == check::Severity::Error);
  CHECK(finding.op == "max");
}

TEST_CASE("a truncated slice of the reduction is reported with what it covers", "[unit]") {
  Plan plan = test::read_case("mm_ksplit4");
  Operation& op = operation(plan, 0);
  for (plan::Dim& dim : op.dims)
    if (dim.slices == 4) dim.per_core /= 2;
  const Values values = execute(plan);
  REQUIRE(has(values, "WRK-04"));
  CHECK_FALSE(values.agree());
}

TEST_CASE("a slice of the reduction computed twice is reported", "[unit]") {
  Plan plan = test::read_case("mm_ksplit4");
  Operation& op = operation(plan, 0);
  op.slice[1] = op.slice[0];
  CHECK(has(execute(plan), "WRK-04"));
}

TEST_CASE("a wrong back gap shows as a mismatch or as elements never written", "[unit]") {
  Plan plan = test::read_case("cat0");
  plan::LayoutLevel* outer = nullptr;
  for (plan::LayoutLevel& level : output(plan, 0).layout)
    if (level.core_units > 1 && level.stride > plan::kStickBytes) outer = &level;
  REQUIRE(outer != nullptr);
  outer->stride -= plan::kStickBytes;
  const Values values = execute(plan);
  CHECK_FALSE(values.agree());
}

TEST_CASE("a scratchpad tensor laid over a live one is reported with both operations", "[unit]") {
  Plan plan = test::read_case("mm_relu_mm");
  // The tensors handed on: find a consumer of an lx tensor, and a later writer before it.
  std::size_t reader = 0;
  const auto& operations = plan.launches[0].operations;
  for (std::size_t i = 2; i < operations.size() && reader == 0; ++i)
    if (input(plan, i).in_lx() && output(plan, i - 1).in_lx()) reader = i;
  REQUIRE(reader != 0);
  Plan broken = plan;
  Operation overlay = operations[reader - 1];
  Tensor& over = overlay.tensors[static_cast<std::size_t>(overlay.outputs[0])];
  const Tensor& live = input(plan, reader);
  for (std::size_t core = 0; core < over.start.size(); ++core)
    over.start[core] = live.start[core] + live.core_bytes() - plan::kStickBytes;
  broken.launches[0].operations.insert(
      broken.launches[0].operations.begin() + static_cast<std::ptrdiff_t>(reader), overlay);
  const Values values = execute(broken);
  REQUIRE(has(values, "LX-03"));
  CHECK_FALSE(values.agree());
}

TEST_CASE("scratchpad bytes that another launch left are pointed out", "[unit]") {
  Plan plan = test::read_case("mm_relu_mm");
  plan::Launch second = plan.launches[0];
  auto& first = plan.launches[0].operations;
  const std::size_t half = first.size() / 2;
  second.operations.erase(second.operations.begin(),
                          second.operations.begin() + static_cast<std::ptrdiff_t>(half));
  first.resize(half);
  plan.launches.push_back(second);
  const Values values = execute(plan);
  REQUIRE(has(values, "LX-05"));
  CHECK(test::findings_of(values, "LX-05")[0].severity == check::Severity::Info);
}

TEST_CASE("a value that comes from memory nothing wrote is traced to the operation that wrote it",
          "[unit]") {
  Plan plan = test::read_case("mm_relu_mm");
  plan.launches[0].operations.erase(plan.launches[0].operations.begin());
  const Values values = execute(plan);
  REQUIRE(has(values, "DYN-01"));
  CHECK(test::findings_of(values, "DYN-01")[0].operation.has_value());
}

TEST_CASE("an index outside the table is named with its value", "[unit]") {
  const Plan plan = test::read_case("embedding_i32");
  const auto is_index = [](const plan::HostTensor& t) { return t.dtype == "int32"; };
  const auto index = std::find_if(plan.tensors.begin(), plan.tensors.end(), is_index);
  REQUIRE(index != plan.tensors.end());
  HostArray rows =
      read_npy(test::case_folder("embedding_i32") / index->file, number::HostType::Int32);
  number::store_host_integer(rows.type, 1 << 20, rows.bytes.data());
  const auto file = std::filesystem::temp_directory_path() / "spyre_execute_rows.npy";
  std::ofstream(file, std::ios::binary) << npy_text(rows);
  Options options;
  options.inputs[index->name] = file;
  const Values values = execute(plan, options);
  std::filesystem::remove(file);
  REQUIRE(has(values, "IND-04"));
  CHECK(test::findings_of(values, "IND-04")[0].found == "1048576");
  CHECK(has(values, "DYN-02"));  // its row of the result stays unwritten
}

TEST_CASE("an access outside the allocation is named with the bytes", "[unit]") {
  Plan plan = test::read_case("bcast_row");
  Tensor& in = input(plan, 0);
  in.start[0] = plan.storages.at(static_cast<std::size_t>(in.storage)).address - plan::kStickBytes;
  const Values values = execute(plan);
  REQUIRE(has(values, "ADR-02"));
  CHECK_FALSE(values.agree());
}

TEST_CASE("an operation without public meaning is refused by name", "[unit]") {
  Plan plan = test::read_case("bcast_row");
  operation(plan, 0).op = plan::OpCode::Mish;
  try {
    execute(plan);
    FAIL("computed");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Unsupported);
    CHECK(std::string(error.what()).find("mish") != std::string::npos);
  }
}

TEST_CASE("an operation that lacks an operand is refused with the count", "[unit]") {
  Plan plan = test::read_case("bcast_row");
  operation(plan, 0).inputs.pop_back();
  try {
    execute(plan);
    FAIL("computed");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Plan);
    CHECK(std::string(error.what()).find("OP-05") != std::string::npos);
  }
}

TEST_CASE("a copy between formats is refused", "[unit]") {
  Plan plan = test::read_case("transpose_unaligned");
  output(plan, 0).format = plan::Format::IeeeFp32;
  CHECK_THROWS_AS(execute(plan), Error);
}

}  // namespace
}  // namespace spyre::execute
