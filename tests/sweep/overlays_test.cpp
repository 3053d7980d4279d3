// Does every data sheet in configs/ load, say what it shows, and run a plan made for 32 cores?
#include "models/params/params.hpp"
#include "sim/config/config.hpp"
#include "tests/cli/program.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <set>

using namespace spyre;

namespace {

std::vector<std::filesystem::path> data_sheets() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(SPYRE_SOURCE_DIR "/configs"))
    found.push_back(entry.path());
  return found;
}

}  // namespace

TEST_CASE("every data sheet is another card and begins with what it is", "[unit]") {
  std::set<std::string> hashes;
  for (const auto& file : data_sheets()) {
    INFO(file);
    CHECK(hashes.insert(config::config_hash(config::load({file}, {}))).second);
    CHECK(report::content_of(file).rfind("# ", 0) == 0);
  }
  CHECK(hashes.size() >= 9);
}

TEST_CASE("a plan for 32 cores runs on every card", "[golden]") {
  for (const auto& file : data_sheets()) {
    INFO(file);
    const cli::Answer answer =
        cli::spyre_sim("run --config '" + file.string() + "' " + cli::workload("softmax_512x1024"));
    CHECK(answer.code == 0);
    CHECK(answer.out.find("kernel time") != std::string::npos);
  }
}
