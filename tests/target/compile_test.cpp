// Does the compile seam leave what torch-spyre reads, and refuse bad bundles with all their
// problems?
#include "sim/target/compile.hpp"

#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "sim/target/image.hpp"
#include "tests/support/catch.hpp"
#include "tests/target/driver.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace spyre::target;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::vector<std::uint8_t> bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

json spyrecode_of(const fs::path& folder) {
  std::ifstream stream(folder / "spyrecode.json");
  return json::parse(stream);
}

std::uint64_t number(const json& step, const char* name) {
  return std::stoull(step.at("properties").at(name).get<std::string>());
}

spyre::params::ChipParams card() {
  return spyre::config::load({fs::path(SPYRE_SOURCE_DIR) / "configs/spyre.yaml"}, {});
}

// The bundle of a case in a directory of its own.
fs::path bundle_of(const std::string& name, const fs::path& to) {
  for (const fs::directory_entry& entry : fs::directory_iterator(test::case_folder(name)))
    if (entry.is_directory()) fs::copy(entry.path(), to / name, fs::copy_options::recursive);
  return to / name;
}

void replace_in(const fs::path& file, const std::string& from, const std::string& to) {
  const std::vector<std::uint8_t> bytes = bytes_of(file);
  std::string text(bytes.begin(), bytes.end());
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  std::ofstream(file, std::ios::binary) << text;
}

int run_dxp(const std::string& arguments, const fs::path& errors) {
  const std::string command = std::string(SPYRE_BINARY_DIR) + "/spyre-dxp " + arguments +
                              " > /dev/null 2> " + errors.string();
  return std::system(command.c_str());
}

}  // namespace

TEST_CASE("every number of spyrecode.json is a string and fits the image", "[unit]") {
  const test::Scratch scratch;
  const fs::path folder = test::compile_case("mm_ksplit4", scratch.path());
  const json code = spyrecode_of(folder);
  const json& prepare = code.at("JobPreparationPlan");
  const std::vector<std::uint8_t> image =
      bytes_of(folder / prepare[1]["properties"]["init_bin_file"].get<std::string>());
  CHECK(number(prepare[1], "size") == image.size());
  CHECK(number(prepare[1], "dev_ptr") ==
        flex::PROG_OFFSET_BASE + correction_bytes(read_image(image).arguments));
  CHECK(number(prepare[0], "size") == correction_bytes(read_image(image).arguments) + image.size());
}

TEST_CASE("a launch is a host computation, its transfer and the start", "[unit]") {
  const test::Scratch scratch;
  const fs::path folder = test::compile_case("mm_ksplit4", scratch.path());
  const json code = spyrecode_of(folder);
  const json& plan = code.at("JobExecPlan");
  REQUIRE(plan.size() == 3);
  CHECK(plan[0]["command"] == "ComputeOnHost");
  CHECK(plan[0]["properties"]["hcm"]["vdci"].is_object());
  CHECK(plan[0]["properties"]["hcm"]["senConstants"].is_array());
  CHECK(plan[1]["properties"]["dirn"] == "false");
  CHECK(plan[1]["properties"]["host_handle"] == plan[0]["properties"]["ohandle"]);
  CHECK(number(plan[1], "size") == number(plan[0], "size"));
  CHECK(number(plan[2], "job_bin_ptr") == number(code.at("JobPreparationPlan")[1], "dev_ptr"));
}

TEST_CASE("compiling twice gives the same bytes", "[unit]") {
  const test::Scratch scratch;
  const fs::path folder = test::compile_case("mm_ksplit4", scratch.path());
  const auto first = bytes_of(folder / "program.bin");
  compile(scratch.path() / "mm_ksplit4", card());
  CHECK(bytes_of(folder / "program.bin") == first);
}

TEST_CASE("all problems of a bundle come at once and nothing is written", "[unit]") {
  const test::Scratch scratch;
  const fs::path folder = bundle_of("mm_relu_mm", scratch.path());
  const std::string op_name = "\"opFuncName\": ";
  replace_in(folder / "sdsc_0.json", op_name + "\"batchmatmul\"", op_name + "\"bathmatmul\"");
  replace_in(folder / "sdsc_2.json", op_name + "\"relufwd\"", op_name + "\"relu_fwd\"");
  CHECK_THROWS_WITH(compile(folder, card()),
                    Catch::Contains("sdsc_0.json") && Catch::Contains("sdsc_2.json"));
  CHECK_FALSE(fs::exists(folder / "spyreCodeDir"));
}

TEST_CASE("a directory without a bundle is refused", "[unit]") {
  const test::Scratch scratch;
  CHECK_THROWS_WITH(compile(scratch.path(), card()), Catch::Contains("no bundle"));
  CHECK_THROWS_WITH(compile(scratch.path() / "none", card()), Catch::Contains("no such directory"));
}

TEST_CASE("the compiler process ends with 0, or with a code and its messages", "[unit]") {
  const test::Scratch scratch;
  const fs::path folder = bundle_of("mm_ksplit4", scratch.path());
  const fs::path errors = scratch.path() / "errors";
  CHECK(run_dxp("-d " + folder.string(), errors) == 0);
  CHECK(bytes_of(errors).empty());
  CHECK(fs::exists(folder / "spyreCodeDir" / "spyrecode.json"));
  fs::remove(folder / "sdsc_0.json");
  CHECK(run_dxp("-d " + folder.string(), errors) != 0);
  const std::vector<std::uint8_t> told = bytes_of(errors);
  CHECK(std::string(told.begin(), told.end()).find("sdsc_0.json") != std::string::npos);
  CHECK(run_dxp("", errors) != 0);
}
