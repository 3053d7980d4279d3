// Reads the plans named on the command line and checks every start address against the tensor's own
// geometry.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "tests/bundle/address_check.hpp"

int main(int argc, char** argv) {
  int failed = 0;
  for (int i = 1; i < argc; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    try {
      const spyre::plan::Plan plan = spyre::bundle::read_plan(argv[i]);
      const auto ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
              .count();
      const auto check = spyre::bundle::test::check_addresses(plan);
      fmt::print(
          "{}: {} launches, {} operations, {} storages, {} nodes, {} wrong, {} notes, {:.1f} ms\n",
          argv[i], plan.launches.size(), plan.operation_count(), plan.storages.size(), check.nodes,
          check.wrong.size(), plan.notes.size(), ms);
      for (const std::string& wrong : check.wrong) fmt::print("  {}\n", wrong);
      for (const auto& note : plan.notes) fmt::print("  note {}: {}\n", note.id, note.message);
      if (!check.wrong.empty()) ++failed;
    } catch (const spyre::Error& error) {
      fmt::print("{}: error: {}\n", argv[i], error.what());
      ++failed;
    }
  }
  return failed == 0 ? 0 : 1;
}
