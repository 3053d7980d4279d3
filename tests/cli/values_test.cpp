// What --values adds to a run, and what it leaves as it is.
#include "tests/cli/program.hpp"
#include "tests/support/catch.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

// A directory of this test's own, gone after it.
class Scratch {
 public:
  Scratch() : path_(fs::temp_directory_path() / ("spyre_cli_values_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { fs::remove_all(path_); }
  [[nodiscard]] std::string at(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string value_case(const std::string& name) {
  return "'" + std::string(SPYRE_SOURCE_DIR) + "/tests/execute/cases/" + name + "/plan.json'";
}

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TEST_CASE("values leave every byte of the timing report as it is", "[chip]") {
  const Scratch scratch;
  for (const char* name : {"mm_relu_mm", "layernorm", "embedding_i32"}) {
    const std::string plain = "run " + value_case(name) + " --format json --report ";
    REQUIRE(spyre_sim(plain + scratch.at("a")).code == 0);
    const Answer with =
        spyre_sim(plain + scratch.at("b") + " --values " + scratch.at(std::string("v_") + name));
    REQUIRE(with.code == 0);
    CHECK_FALSE(text_of(scratch.at("a")).empty());
    CHECK(text_of(scratch.at("a")) == text_of(scratch.at("b")));
    CHECK(with.out == spyre_sim("run " + value_case(name) + " --format json").out);
  }
}

TEST_CASE("values beyond the tolerance end with exit code 5, a table and values.json", "[chip]") {
  const Scratch scratch;
  const Answer answer = spyre_sim("run " + value_case("bcast_row") +
                                  " --atol 0 --rtol 0 --values " + scratch.at("v"));
  CHECK(answer.code == 5);
  CHECK(answer.out.find("beyond tolerance") != std::string::npos);
  const std::string json = text_of(scratch.at("v/values.json"));
  CHECK(json.find("\"agree\": false") != std::string::npos);
  CHECK(fs::exists(scratch.at("v/out_0.npy")));
}

TEST_CASE("the text report tells what values found, with tensor and elements", "[chip]") {
  const Scratch scratch;
  const Answer answer =
      spyre_sim("run " + value_case("index_put") + " --values " + scratch.at("v"));
  CHECK(answer.code == 0);
  CHECK(answer.out.find("IND-02 the indexed dimension is not outermost") != std::string::npos);
  CHECK(answer.out.find("128 rows by the layout") != std::string::npos);
}

TEST_CASE("a tolerance is a number, and a place for values is named", "[chip]") {
  const Scratch scratch;
  const std::string run = "run " + value_case("bcast_row") + " --values ";
  for (const char* option : {"--atol nan", "--rtol nan", "--atol inf", "--rtol=-1", "--atol ''"}) {
    INFO(option);
    const Answer answer = spyre_sim(run + scratch.at("v") + ' ' + option);
    CHECK(answer.code == 2);
    CHECK(answer.err.find("tol") != std::string::npos);
    CHECK(answer.out.empty());
  }
  for (const char* option :
       {"--seed=-1", "--seed 99999999999999999999", "--seed 1.5", "--seed ''"}) {
    INFO(option);
    const Answer answer = spyre_sim(run + scratch.at("v") + ' ' + option);
    CHECK(answer.code == 2);
    CHECK(answer.err.find("is no whole number from 0") != std::string::npos);
  }
  CHECK(spyre_sim("run " + value_case("bcast_row") + " --seed 0").code == 2);
  const Answer nowhere = spyre_sim(run + "''");
  CHECK(nowhere.code == 2);
  CHECK(nowhere.err == "spyre-sim: error: command line: --values: is empty\n");
}

TEST_CASE("a tensor asked for is written beside the outputs", "[chip]") {
  const Scratch scratch;
  const Answer answer = spyre_sim("run " + value_case("bcast_row") +
                                  " --dump-tensor in_0 --values " + scratch.at("v"));
  CHECK(answer.code == 0);
  CHECK(fs::exists(scratch.at("v/in_0.npy")));
}

}  // namespace
}  // namespace spyre::cli
