// Reads the plans named on the command line and checks every start address against the tensor's own
// geometry.
#include <fmt/format.h>

#include <ctime>

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "tests/bundle/address_check.hpp"

int main(int argc, char** argv) {
  int failed = 0;
  for (int i = 1; i < argc; ++i) {
    const std::clock_t begin = std::clock();
    try {
      const spyre::plan::Plan plan = spyre::bundle::read_plan(argv[i]);
      const double ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      const auto check = spyre::bundle::test::check_addresses(plan);
      fmt::print(
          "{}: {} launches, {} operations, {} storages, {} nodes, {} wrong, {} notes, {:.1f} ms of "
          "processor time\n",
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
