// The kept plans pass; faults injected into them are found.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "sim/bundle/read.hpp"
#include "tests/check/make_plan.hpp"
#include "tests/support/catch.hpp"

namespace spyre::check::test {
namespace {

namespace fs = std::filesystem;
using Rules = std::vector<std::string>;

const fs::path kWorkloads = fs::path(SPYRE_SOURCE_DIR) / "workloads";

PlanMaker kept(const std::string& name) {
  PlanMaker maker;
  maker.plan = bundle::read_plan(kWorkloads / name);
  return maker;
}

std::vector<std::string> kept_names() {
  std::vector<std::string> names = {"softmax_512x1024"};
  for (const char* folder : {"captured", "generated"}) {
    for (const auto& entry : fs::directory_iterator(kWorkloads / folder)) {
      names.push_back(std::string(folder) + "/" + entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("no kept plan breaks a rule, but for what is known of them", "[golden]") {
  // LX operands of ReStickifyOpHBM and relayouts from 32 pieces; a pool and arguments smaller than
  // what is used; a table indexed along its inner dimension; a producer that is not in the plan.
  const std::map<std::string, Rules> known = {
      {"captured/blocked_attention_h8_512x1024", {"ADR-06", "RLY-03"}},
      {"captured/granite_layer_prefill512_sdpa", {"ADR-02"}},
      {"captured/index_put_576x1024_64", {"IND-02"}},
      {"generated/17_lxrelayout_512x2048_rows_to_cols", {"LX-05", "RLY-03"}},
  };
  const std::vector<std::string> names = kept_names();
  CHECK(names.size() > 180);
  for (const std::string& name : names) {
    const auto expected = known.find(name);
    INFO(name);
    CHECK(rules_broken(kept(name), Mode::Run) ==
          (expected == known.end() ? Rules{} : expected->second));
  }
}

TEST_CASE("findings of a kept plan name file and place", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  for (std::int64_t& start : maker.launch().operations[1].tensors[1].start) start += 64;
  const std::vector<Finding> found = findings(maker, "ADR-01");
  REQUIRE(found.size() == 1);
  CHECK(found[0].file.find("sdsc_1.json") != std::string::npos);
  CHECK(found[0].pointer == "/1_max/dscs_/0/max/scheduleTree_/1");
  CHECK(found[0].tensor == "Tensor1");
  CHECK(found[0].op == "max");
}

TEST_CASE("softmax: a core's address that is one stick off", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  maker.launch().operations[5].tensors[2].start[17] += 128;
  const std::vector<Finding> found = findings(maker, "ADR-03");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "17");
}

TEST_CASE("softmax: row maxima placed over the rows they are taken of", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  for (std::size_t op = 1; op <= 2; ++op) {
    for (std::int64_t& start : maker.launch().operations[op].tensors[1].start) start = 4096;
  }
  CHECK_FALSE(findings(maker, "LX-03").empty());
}

TEST_CASE("softmax: rows moved to the end of LX", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  const std::int64_t usable = (2 << 20) - (64 << 10);
  for (plan::Operation& op : maker.launch().operations) {
    for (plan::Tensor& tensor : op.tensors) {
      if (!tensor.in_lx() || tensor.start[0] == 0) continue;
      for (std::int64_t& start : tensor.start) start = usable - 16 * 1024;
    }
  }
  const std::vector<Finding> found = findings(maker, "LX-01");
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].found == "2,048,000");  // usable + 16 KiB
  CHECK(found[0].cores == "0-31");
}

TEST_CASE("softmax: one core keeps its maxima elsewhere", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  maker.launch().operations[1].tensors[1].start[9] = 40'960;
  const std::vector<Finding> found = findings(maker, "ADR-04");
  REQUIRE(found.size() == 1);
  CHECK(found[0].cores == "9");
}

TEST_CASE("softmax: two cores trade rows between two operations", "[golden]") {
  PlanMaker maker = kept("softmax_512x1024");
  std::swap(maker.launch().operations[2].slice[3], maker.launch().operations[2].slice[4]);
  CHECK_FALSE(findings(maker, "LX-06").empty());
}

TEST_CASE("matmul split over K: partial sums, slices and shares", "[golden]") {
  const std::string name = "captured/matmul_1x4096x12800_n8_k4";
  CHECK(rules_broken(kept(name)).empty());

  PlanMaker maker = kept(name);
  maker.last().tensors[2].start[5] += 128;
  CHECK(findings(maker, "PSM-01").size() == 1);

  maker = kept(name);
  maker.last().dims[0].per_core /= 2;
  CHECK_FALSE(findings(maker, "WRK-04").empty());

  maker = kept(name);
  maker.last().slice[5] = maker.last().slice[4];
  CHECK(findings(maker, "WRK-02").size() == 1);
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A copy of a kept plan in which one text of one file stands for another, in all places.
class EditedCopy {
 public:
  // Cases run side by side, so each has a folder of its own.
  EditedCopy(const std::string& folder, const std::string& name, const std::string& from,
             const std::string& to)
      : folder_(fs::path(SPYRE_BINARY_DIR) / ("check_" + folder)) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::copy(kWorkloads / name, folder_, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.path().filename() == "sdsc_0.json") edit(entry.path(), from, to);
    }
  }
  ~EditedCopy() { fs::remove_all(folder_); }
  EditedCopy(const EditedCopy&) = delete;
  EditedCopy& operator=(const EditedCopy&) = delete;

  [[nodiscard]] PlanMaker read() const {
    PlanMaker maker;
    maker.plan = bundle::read_plan(folder_);
    return maker;
  }
  [[nodiscard]] int edits() const { return edits_; }

 private:
  void edit(const fs::path& path, const std::string& from, const std::string& to) {
    std::string text = text_of(path);
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
      ++edits_;
    }
    std::ofstream(path) << text;
  }

  fs::path folder_;
  int edits_ = 0;
};

TEST_CASE("a plan file whose split was cut short is found", "[golden]") {
  const EditedCopy copy("short_split", "captured/matmul_1x4096x12800_n8_k4", "\"in_\": 1024",
                        "\"in_\": 512");
  REQUIRE(copy.edits() == 2);  // ss_ and el_
  CHECK_FALSE(findings(copy.read(), "WRK-04").empty());
}

TEST_CASE("a plan file that declares a wrong unit is found", "[golden]") {
  const EditedCopy copy("wrong_unit", "captured/matmul_1x4096x12800_n8_k4", "\"exUnit\": \"pt\"",
                        "\"exUnit\": \"sfp\"");
  REQUIRE(copy.edits() == 1);
  CHECK(rules_broken(copy.read()) == Rules{"OP-04"});
}

}  // namespace
}  // namespace spyre::check::test
