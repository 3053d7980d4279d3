// Do kernels compiled for the card compute, launched through the runtime, what their plan computes?
#include "sim/execute/execute.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/execute/npy.hpp"
#include "sim/number/stick_map.hpp"
#include "sim/number/transfer.hpp"
#include "tests/support/catch.hpp"
#include "tests/target/driver.hpp"

#include <algorithm>
#include <map>

using namespace spyre;
using target::test::Kernel;

namespace {

number::StickMap map_of(const plan::Argument& argument) {
  return {argument.host_shape, argument.host_strides, *argument.layout};
}

// The launch of a case with its tensors on the card.
class CaseOnCard {
 public:
  CaseOnCard(const std::string& name, flex::RuntimeContext& runtime)
      : runtime_(runtime),
        stream_(*runtime.getDefaultStream()),
        plan_(bundle::read_plan(target::test::case_folder(name) / "plan.json")),
        kernel_(target::test::compile_case(name, scratch_.path()), runtime, stream_) {
    for (const plan::Argument& argument : arguments()) place(argument);
  }

  [[nodiscard]] const std::vector<plan::Argument>& arguments() const {
    return plan_.launches.front().arguments;
  }
  [[nodiscard]] std::vector<const flex::CompositeAddress*> tensors() const {
    std::vector<const flex::CompositeAddress*> list;
    for (const plan::Argument& argument : arguments())
      list.push_back(&memory_.at(argument.storage));
    return list;
  }
  [[nodiscard]] std::vector<std::int64_t> addresses() const {
    std::vector<std::int64_t> list;
    for (const flex::CompositeAddress* tensor : tensors())
      list.push_back(
          static_cast<std::int64_t>(runtime_.getAllocator()->compositeAddressToDmva(*tensor)));
    return list;
  }
  [[nodiscard]] const Kernel& kernel() const { return kernel_; }
  flex::RuntimeStream& stream() { return stream_; }

  // Outputs as host arrays, by name.
  std::map<std::string, std::vector<std::uint8_t>> results() {
    std::map<std::string, std::vector<std::uint8_t>> results;
    for (const plan::Argument& argument : arguments()) {
      if (argument.role != plan::ArgumentRole::Output) continue;
      const number::HostType type = number::host_type_named(argument.host_dtype);
      const number::StickMap map = map_of(argument);
      std::vector<std::uint8_t> host(static_cast<std::size_t>(map.host_elements()) *
                                     static_cast<std::size_t>(number::host_bytes(type)));
      number::to_host(map, target::test::fetch(stream_, memory_.at(argument.storage)),
                      argument.layout->format, {}, type, host);
      results[argument.tensor] = host;
    }
    return results;
  }

  // What the room of values computes for the same plan.
  std::map<std::string, std::vector<std::uint8_t>> expected() {
    std::map<std::string, std::vector<std::uint8_t>> expected;
    for (const execute::NamedArray& array : execute::execute(plan_).arrays)
      expected[array.name] = array.array.bytes;
    return expected;
  }

 private:
  void place(const plan::Argument& argument) {
    const plan::Storage& storage = plan_.storages[static_cast<std::size_t>(argument.storage)];
    const auto [entry, fresh] =
        memory_.emplace(argument.storage,
                        target::test::allocate(runtime_, static_cast<std::size_t>(storage.bytes)));
    const auto host = std::find_if(plan_.tensors.begin(), plan_.tensors.end(),
                                   [&](const auto& t) { return t.name == argument.tensor; });
    if (argument.role != plan::ArgumentRole::Input || host == plan_.tensors.end()) return;
    const number::HostType type = number::host_type_named(argument.host_dtype);
    const execute::HostArray array =
        execute::read_npy(std::filesystem::path(plan_.directory) / host->file, type);
    std::vector<std::uint8_t> device(entry->second.total_size());
    number::to_device(map_of(argument), {array.bytes, type}, argument.layout->format, {},
                      number::Fill::Zero, device);
    target::test::send(stream_, device, entry->second);
  }

  target::test::Scratch scratch_;
  flex::RuntimeContext& runtime_;
  flex::RuntimeStream& stream_;
  plan::Plan plan_;
  Kernel kernel_;
  std::map<plan::StorageId, flex::CompositeAddress> memory_;
};

}  // namespace

TEST_CASE("a compiled kernel computes what its plan computes", "[golden]") {
  const auto* name = GENERATE("mm_ksplit4", "mm_relu_mm", "fp32_sum", "where_bool");
  flex::RuntimeContext runtime(0);
  CaseOnCard on_card(name, runtime);
  on_card.kernel().launch(on_card.stream(), on_card.addresses());
  const auto results = on_card.results();
  const auto expected = on_card.expected();
  REQUIRE_FALSE(results.empty());
  for (const auto& [tensor, bytes] : results) {
    INFO(name << " " << tensor);
    CHECK(bytes == expected.at(tensor));
  }
}

TEST_CASE("tensors bound at the launch serve instead of a correction", "[golden]") {
  flex::RuntimeContext runtime(0);
  CaseOnCard on_card("mm_ksplit4", runtime);
  on_card.kernel().launch_bound(on_card.stream(), on_card.tensors());
  CHECK(on_card.results() == on_card.expected());
}

TEST_CASE("a launch without addresses makes its stream fail, for good", "[unit]") {
  flex::RuntimeContext runtime(0);
  CaseOnCard on_card("mm_ksplit4", runtime);
  on_card.kernel().launch_bound(on_card.stream(), {});
  CHECK_THROWS_WITH(on_card.stream().synchronize(),
                    Catch::Contains("addresses of its arguments are missing"));
  CHECK(on_card.stream().needsShutdown());
  CHECK(runtime.hasStreamError());
  CHECK_THROWS(on_card.kernel().launch(on_card.stream(), on_card.addresses()));
}

TEST_CASE("a launch with too few tensors is refused at once and harms nothing", "[unit]") {
  flex::RuntimeContext runtime(0);
  CaseOnCard on_card("mm_ksplit4", runtime);
  auto tensors = on_card.tensors();
  tensors.pop_back();
  CHECK_THROWS_WITH(on_card.kernel().launch_bound(on_card.stream(), tensors),
                    Catch::Contains("2 tensors at the launch"));
  CHECK_FALSE(runtime.hasStreamError());
}

// The bundle names three rows, as many as it places; the argument has 128.
TEST_CASE("rows are placed anywhere in the allocation of their table", "[unit]") {
  constexpr std::size_t kPage = 4 * 128;  // 256 columns
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const target::test::Scratch scratch;
  const Kernel kernel(target::test::compile_case("index_put", scratch.path()), runtime, stream);
  const auto index = target::test::allocate(runtime, 128),
             rows = target::test::allocate(runtime, 3 * kPage),
             table = target::test::allocate(runtime, 128 * kPage);
  target::test::send(stream, {5, 0, 0, 0, 127, 0, 0, 0, 100, 0, 0, 0}, index);
  target::test::send(stream, std::vector<std::uint8_t>(3 * kPage, 7), rows);
  std::vector<std::int64_t> addresses;
  for (const flex::CompositeAddress* tensor : {&index, &rows, &table})
    addresses.push_back(
        static_cast<std::int64_t>(runtime.getAllocator()->compositeAddressToDmva(*tensor)));
  kernel.launch(stream, addresses);
  std::vector<std::uint8_t> expected(128 * kPage);
  for (const std::size_t row : {5U, 127U, 100U})
    std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(row * kPage), kPage, 7);
  CHECK(target::test::fetch(stream, table) == expected);
}
