// Built plans against those the front end wrote for the same programs (workloads/captured).
#include "sim/bundle/read.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"
#include "tests/support/catch.hpp"

#include <filesystem>
#include <map>
#include <regex>
#include <string>

namespace spyre::make {
namespace {

// Names of the captured programs and of the builder's operations.
const std::map<std::string, std::string>& operations_by_prefix() {
  static const std::map<std::string, std::string> names{
      {"add", "add"},           {"addconst", "copy"},
      {"mul", "mul"},           {"neg", "neg"},
      {"exp", "exp"},           {"gelu", "gelu"},
      {"amax_dim0", "amaxcol"}, {"amax_dimlast", "amax"},
      {"mean_dim0", "meancol"}, {"mean_dimlast", "mean"},
      {"sum_dim0", "sumcol"},   {"sum_dimlast", "sumrow"},
      {"bcastrow", "bcast"},    {"cat0", "cat0"},
      {"cat1", "cat1"},         {"transpose", "transpose"},
      {"softmax", "softmax"}};
  return names;
}

// "PREFIX_ROWSxCOLS_cCORES[_lxPLANNING]" or "matmul_MxKxN_cCORES".
std::optional<Request> request_for(const std::string& folder) {
  static const std::regex plain("(\\w+)_(\\d+)x(\\d+)_c(\\d+)(?:_lx([01]))?"),
      matmul("matmul_(\\d+)x(\\d+)x(\\d+)_c(\\d+)");
  std::smatch part;
  Request request;
  if (std::regex_match(folder, part, matmul)) {
    request.op = "mm";
    request.m = std::stoll(part[1]);
    request.k = std::stoll(part[2]);
    request.n = std::stoll(part[3]);
  } else if (std::regex_match(folder, part, plain) && operations_by_prefix().count(part[1]) != 0) {
    request.op = operations_by_prefix().at(part[1]);
    request.rows = std::stoll(part[2]);
    request.cols = std::stoll(part[3]);
    request.lx_planning = part[5] != "0";
  } else {
    return std::nullopt;
  }
  request.cores = std::stoi(part[4]);
  return request;
}

TEST_CASE("single operations, softmax and matmuls are planned as the front end plans them",
          "[golden]") {
  int compared = 0;
  for (const auto& folder :
       std::filesystem::directory_iterator(SPYRE_SOURCE_DIR "/workloads/captured")) {
    const std::string name = folder.path().filename().string();
    const std::optional<Request> request = request_for(name);
    if (!request) continue;
    INFO(name);
    const plan::Plan real = bundle::read_plan(folder.path() / "plan.json");
    CHECK(test::differences(real, make(*request)) == std::vector<std::string>{});
    ++compared;
  }
  CHECK(compared > 90);
}

TEST_CASE("a division the user asks for is the front end's plan with that division", "[golden]") {
  Request request;
  request.op = "matmul";
  request.m = 1;
  request.k = 4096;
  request.n = 12800;
  request.split = Split{1, 1, 8, 4};
  const plan::Plan real =
      bundle::read_plan(SPYRE_SOURCE_DIR "/workloads/captured/matmul_1x4096x12800_n8_k4/plan.json");
  CHECK(test::differences(real, make(request)) == std::vector<std::string>{});
}

}  // namespace
}  // namespace spyre::make
