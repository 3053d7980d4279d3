// Is every kind of fault that a compiler can make found, in several plans each, by a rule or by the
// values?
#include "models/base/error.hpp"
#include "sim/check/check.hpp"
#include "sim/config/config.hpp"
#include "tests/execute/case_values.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>
#include <set>
#include <string>

namespace spyre::execute {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using plan::Plan;

params::ChipParams card() {
  return config::load({fs::path(SPYRE_SOURCE_DIR) / "configs/spyre.yaml"}, {});
}

// Rules that an unchanged plan breaks are no answer to a fault.
std::set<std::string> broken_rules(const Plan& plan, const Values& values) {
  std::vector<check::Finding> all = check::check_plan(plan, card(), check::Mode::Run);
  all.insert(all.end(), values.findings.begin(), values.findings.end());
  std::set<std::string> rules;
  for (const check::Finding& finding : all)
    if (finding.severity != check::Severity::Info) rules.insert(finding.id);
  return rules;
}

// True when a rule, a mismatch or a refusal tells of the fault.
bool is_reported(const std::function<Plan()>& faulty, const std::string& name) {
  const Plan good = test::read_case(name);
  const std::set<std::string> known = broken_rules(good, execute(good));
  try {
    const Plan plan = faulty();
    const Values values = execute(plan);
    const std::set<std::string> rules = broken_rules(plan, values);
    const bool by_rule = !std::includes(known.begin(), known.end(), rules.begin(), rules.end());
    return by_rule || !values.agree();
  } catch (const Error&) {
    return true;
  }
}

// A copy of a case of which one SuperDSC file is changed.
class Copy {
 public:
  explicit Copy(const std::string& name)
      : folder_(fs::temp_directory_path() / ("spyre_fault_" + name)) {
    fs::remove_all(folder_);
    fs::copy(test::case_folder(name), folder_, fs::copy_options::recursive);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_)) {
      fs::permissions(entry.path(), fs::perms::owner_all, fs::perm_options::add);
      if (entry.path().filename().string().rfind("sdsc_", 0) == 0) files_.insert(entry.path());
    }
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() { fs::remove_all(folder_); }

  [[nodiscard]] const std::set<fs::path>& files() const { return files_; }
  [[nodiscard]] Plan read() const { return bundle::read_plan(folder_ / "plan.json"); }

 private:
  fs::path folder_;
  std::set<fs::path> files_;
};

json read_json(const fs::path& file) { return json::parse(std::ifstream(file)); }

// Applies an edit to each file in turn; an edit that finds nothing to change returns false.
int check_edits(const std::string& name, const std::function<bool(json& file, json& dsc)>& edit) {
  const Copy copy(name);
  int edited = 0;
  for (const fs::path& file : copy.files()) {
    const json before = read_json(file);
    json after = before;
    json& whole = after.front();
    if (!edit(whole, whole["dscs_"][0].front())) continue;
    ++edited;
    std::ofstream(file) << after;
    INFO(name << ", " << file.filename().string());
    CHECK(is_reported([&copy] { return copy.read(); }, name));
    std::ofstream(file) << before;
  }
  return edited;
}

void check_changes(const std::string& name, const std::function<bool(plan::Tensor&)>& change) {
  const Plan good = test::read_case(name);
  for (std::size_t op = 0; op < good.launches[0].operations.size(); ++op) {
    for (std::size_t t = 0; t < good.launches[0].operations[op].tensors.size(); ++t) {
      Plan plan = good;
      plan::Tensor& tensor = plan.launches[0].operations[op].tensors[t];
      if (!change(tensor)) continue;
      INFO(name << ", operation " << op << ", " << tensor.name);
      CHECK(is_reported([&plan] { return plan; }, name));
    }
  }
}

TEST_CASE("a core's address off by a stick is reported, whichever tensor's and in any plan",
          "[golden]") {
  for (const char* name : {"bcast_row", "cat0", "cast_f16_f32", "exp_unaligned_8x100", "mm_ksplit4",
                           "mm_relu_mm", "transpose_unaligned", "where_bool"}) {
    check_changes(name, [](plan::Tensor& tensor) {
      tensor.start.back() += plan::kStickBytes;
      return true;
    });
  }
}

TEST_CASE("a tensor's address off by a stick on all cores is reported", "[golden]") {
  for (const char* name : {"bcast_row", "cat0", "exp_unaligned_8x100", "mm_ksplit4",
                           "red_sum_all_32", "fp32_sum", "transpose_unaligned"}) {
    check_changes(name, [](plan::Tensor& tensor) {
      for (std::int64_t& start : tensor.start) start += plan::kStickBytes;
      return !tensor.in_lx();  // a scratchpad tensor may lie anywhere, but for the next test
    });
  }
}

TEST_CASE("scratchpad tensors laid over each other are reported", "[golden]") {
  int changed = 0;
  for (const char* name : {"mm_relu_mm", "layernorm", "fp8_scaled_mm_64x128x64"}) {
    const Plan good = test::read_case(name);
    std::int64_t lowest = INT64_MAX;
    for (const plan::Operation& op : good.launches[0].operations)
      for (const plan::Tensor& tensor : op.tensors)
        if (tensor.in_lx()) lowest = std::min(lowest, tensor.start[0]);
    check_changes(name, [&](plan::Tensor& tensor) {
      if (!tensor.in_lx() || tensor.start[0] == lowest) return false;
      for (std::int64_t& start : tensor.start) start = lowest + plan::kStickBytes;
      return ++changed > 0;
    });
  }
  CHECK(changed >= 2);
}

TEST_CASE("cores whose slices are exchanged are reported", "[golden]") {
  for (const char* name : {"bcast_row", "mm_ksplit4", "red_sum_all_32", "cat0", "cast_f16_f32",
                           "conv2d_direct_nhwc_3x3_s1", "where_bool"}) {
    CHECK(check_edits(name, [](json& file, json&) {
            json& slices = file["coreIdToWkSlice_"];
            if (slices.size() < 2) return false;
            std::swap(slices["0"], slices[std::to_string(slices.size() - 1)]);
            return true;
          }) > 0);
  }
}

TEST_CASE("a layout whose sizes and strides differ in number is reported", "[golden]") {
  for (const char* name : {"transpose_unaligned", "embedding_i32", "bcast_row"}) {
    for (std::size_t i = 0; i < test::read_case(name).launches[0].arguments.size(); ++i) {
      Plan plan = test::read_case(name);
      plan::Argument& argument = plan.launches[0].arguments[i];
      if (argument.role == plan::ArgumentRole::Pool || !argument.layout) continue;
      argument.layout->stride_map.clear();
      for (plan::HostTensor& host : plan.tensors) host.layout.reset();
      INFO(name << ", argument " << i);
      CHECK(is_reported([&plan] { return plan; }, name));
    }
  }
}

TEST_CASE("a tensor of which nothing is said is reported", "[golden]") {
  for (const char* name : {"layernorm", "bcast_row"}) {
    for (const char* list : {"scheduleTree_", "labeledDs_"}) {
      CHECK(check_edits(name, [list](json&, json& dsc) {
        dsc[list].front() = nullptr;
        return true;
      }) > 0);
    }
  }
}

TEST_CASE("a mask that is dropped is reported", "[golden]") {
  for (const char* name : {"red_amax_stick_pad100", "exp_unaligned_8x100"}) {
    CHECK(check_edits(name, [](json&, json& dsc) {
            if (dsc["coordinateMasking_"].empty()) return false;
            dsc["coordinateMasking_"] = json::object();
            return true;
          }) > 0);
  }
}

TEST_CASE("a share of the work cut to half is reported, K slices among them", "[golden]") {
  for (const char* name :
       {"mm_ksplit4", "mm_nested_m2_k2", "red_sum_all_32", "fp32_sum", "mm_relu_mm", "bcast_row"}) {
    for (const char* dim : {"in_", "out_", "mb_"}) {
      check_edits(name, [dim](json&, json& dsc) {
        json& stage = dsc["dataStageParam_"]["0"];
        const std::int64_t share = stage["ss_"].value(dim, std::int64_t{1});
        if (share < 2) return false;
        stage["ss_"][dim] = stage["el_"][dim] = share / 2;
        return true;
      });
    }
  }
}

// True when a dimension further out has more than one stick or row, so that it strides over the
// gap.
bool is_strided_over(const json& dsc, const json& node, const std::string& dim) {
  const json& order = node["layoutDimOrder_"];
  const auto place = std::find(order.begin(), order.end(), dim);
  return std::any_of(place + 1, order.end(), [&dsc](const json& outer) {
    return dsc["N_"][outer.get<std::string>() + "_"].get<int>() > 64;
  });
}

TEST_CASE("a back gap that is wrong is reported", "[golden]") {
  for (const char* name : {"cat0", "mm_nested_m2_k2", "transpose_unaligned"}) {
    for (const std::int64_t step : {-16, 16, 64}) {
      CHECK(check_edits(name, [step](json&, json& dsc) {
              for (json& node : dsc["scheduleTree_"]) {
                if (!node.contains("backGapCore_") || node["backGapCore_"].empty()) continue;
                const auto gap = node["backGapCore_"].begin();
                if (!is_strided_over(dsc, node, gap.key())) continue;
                gap.value()["-1"] =
                    std::to_string(std::stoll(gap.value()["-1"].get<std::string>()) + step);
                return true;
              }
              return false;
            }) > 0);
    }
  }
}

}  // namespace
}  // namespace spyre::execute
