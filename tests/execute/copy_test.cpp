// Do copies write whole sticks?
#include "sim/execute/lent.hpp"
#include "sim/number/sen169.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace spyre::execute {
namespace {

using Words = std::vector<std::uint16_t>;

// 70 × 100 elements become 100 rows of 70, two sticks each: 58 lanes of every second stick are of
// no element.
TEST_CASE("lanes that a change of the stick dimension has nothing for become zero", "[unit]") {
  const std::uint16_t garbage = 0x7FFF,
                      one = number::encode_sen169<number::Rounding::NearestEven>(1);
  const plan::Plan plan = test::read_case("transpose_unaligned");
  const auto& arguments = plan.launches.front().arguments;
  std::map<std::int64_t, Words> memory;  // by address
  for (const plan::Argument& argument : arguments) {
    const plan::Storage& storage = plan.storages[static_cast<std::size_t>(argument.storage)];
    const bool input = argument.role == plan::ArgumentRole::Input;
    memory[storage.address].assign(static_cast<std::size_t>(storage.bytes) / 2,
                                   input ? one : garbage);
  }
  Scratchpads scratchpads;
  run_on(plan,
         [&](const plan::Storage& storage) {
           return reinterpret_cast<std::uint8_t*>(memory.at(storage.address).data());
         },
         scratchpads, {});
  const Words& out =
      memory.at(plan.storages[static_cast<std::size_t>(arguments.back().storage)].address);
  CHECK(out.size() == 100 * 2 * 64);
  CHECK(std::count(out.begin(), out.end(), one) == 70 * 100);
  CHECK(std::count(out.begin(), out.end(), 0) == 100 * (2 * 64 - 70));
}

}  // namespace
}  // namespace spyre::execute
