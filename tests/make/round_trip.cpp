// Writes every plan below a directory to a scratch directory, reads it back and compares:
// `round_trip PLANS_DIR SCRATCH`.
//
// For whoever has plans at hand; not a test.
#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/bundle/write.hpp"
#include "tests/make/plan_lines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <set>

namespace {

std::string round_trip(const std::filesystem::path& path, const std::filesystem::path& scratch) {
  using namespace spyre;
  try {
    const plan::Plan before = bundle::read_plan(path);
    std::filesystem::remove_all(scratch);
    bundle::write_plan(before, scratch);
    const plan::Plan after = bundle::read_plan(scratch / "plan.json");
    const std::vector<std::string> found = test::differences(before, after);
    return found.empty() ? std::string()
                         : fmt::format("{} differences, first {}", found.size(), found.front());
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "round_trip PLANS_DIR SCRATCH\n";
    return 2;
  }
  std::set<std::filesystem::path> plans;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
    if (std::filesystem::exists(entry.path() / "plan.json")) plans.insert(entry.path());
  }
  int equal = 0;
  for (const auto& path : plans) {
    const std::string note = round_trip(path / "plan.json", argv[2]);
    if (note.empty())
      ++equal;
    else
      std::cout << fmt::format("{}: {}\n", path.filename().string(), note);
  }
  std::cout << fmt::format("{} of {} plans come back as they were\n", equal, plans.size());
}
