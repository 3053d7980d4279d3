// Do two processes measure the same, to the last byte?
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/support/catch.hpp"

namespace spyre::run {
namespace {

// What print_result writes about a kept plan.
std::string measured(const std::string& workload) {
  const std::string command = "'" SPYRE_BINARY_DIR "/print_result' '" + workload + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot start print_result");
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe.get())) > 0;)
    text.append(part.data(), n);
  return text;
}

void check_twice(const std::string& workload) {
  const std::string first = measured(workload);
  CHECK(first.find("operation 0") != std::string::npos);
  CHECK(first == measured(workload));
}

TEST_CASE("a softmax measures the same in two processes", "[chip]") {
  check_twice("softmax_512x1024");
}

TEST_CASE("a matmul with K split measures the same in two processes", "[chip]") {
  check_twice("captured/matmul_1x4096x4096_k32");
}

TEST_CASE("a chain of operations measures the same in two processes", "[chip]") {
  check_twice("captured/layer_norm_512x768");
}

}  // namespace
}  // namespace spyre::run
