// Checks a request, drafts its kernel, places it and assembles the plan.
#include "sim/make/make.hpp"

#include "models/base/error.hpp"
#include "sim/make/emit.hpp"
#include "sim/make/place.hpp"
#include "sim/make/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::make {
namespace {

constexpr int kCores = 32;
constexpr std::int64_t kLargestDimension = std::int64_t{1} << 24;
constexpr std::int64_t kLargestLx = std::int64_t{1} << 30;  // far above any scratchpad

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const auto add : {add_matmuls, add_elementwise, add_reductions, add_movement, add_softmax,
                         add_norms, add_mlps, add_attention, add_decoder})
    add(all);
  return all;
}

std::string example(const std::vector<Entry>& known, const std::string& op) {
  std::vector<std::string> names;
  for (const Entry& entry : known) names.push_back(entry.help.name);
  const std::string near = nearest(op, names);
  return near.empty() ? fmt::format("one of {}", fmt::join(names, ", ")) : "'" + near + "'";
}

Entry entry_for(const std::string& op) {
  std::vector<Entry> known = entries();
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Entry& e) { return e.help.name == op; });
  if (found == known.end()) {
    throw Error(ErrorKind::Input, "op", fmt::format("unknown operation '{}'", op),
                example(known, op));
  }
  return *found;
}

// Sizes by name. The last dimension of a tensor has at least two elements: a single one would have
// a stick to itself.
struct Dimension {
  std::int64_t Request::*member;
  std::int64_t smallest;
};
const std::map<std::string, Dimension>& dimensions() {
  static const std::map<std::string, Dimension> all{{"batch", {&Request::batch, 1}},
                                                    {"m", {&Request::m, 1}},
                                                    {"k", {&Request::k, 2}},
                                                    {"n", {&Request::n, 2}},
                                                    {"rows", {&Request::rows, 1}},
                                                    {"cols", {&Request::cols, 2}},
                                                    {"middle", {&Request::middle, 1}},
                                                    {"tokens", {&Request::tokens, 1}},
                                                    {"kv", {&Request::kv, 2}},
                                                    {"heads", {&Request::heads, 1}},
                                                    {"kv_heads", {&Request::kv_heads, 1}},
                                                    {"head_dim", {&Request::head_dim, 2}},
                                                    {"hidden", {&Request::hidden, 2}},
                                                    {"ffn", {&Request::ffn, 2}},
                                                    {"layers", {&Request::layers, 1}}};
  return all;
}

class Checker {
 public:
  Checker(const Request& request, const OperationHelp& help) : request_(request), help_(help) {}

  void run() {
    for (const std::string& name : help_.needs) check_dimension(name);
    for (const char* name : {"heads", "kv_heads", "head_dim", "hidden", "ffn", "layers"})
      check_dimension(name);
    if (request_.cores < 1 || request_.cores > kCores) wrong("cores", request_.cores, "1 to 32");
    if (request_.lx_bytes < 0 || request_.lx_bytes > kLargestLx)
      wrong("lx_bytes", request_.lx_bytes, fmt::format("0 to {}", kLargestLx));
    check_tiles();
    if (request_.dtype != "float16" && request_.dtype != "bfloat16" &&
        request_.dtype != "float32") {
      problems_.push_back(
          {"dtype", fmt::format("found '{}'", request_.dtype), "float16, bfloat16 or float32"});
    }
    if (!problems_.empty()) throw Error(ErrorKind::Input, std::move(problems_));
  }

 private:
  void wrong(const std::string& field, std::int64_t found, const std::string& expected) {
    const bool missing = found == 0;
    problems_.push_back(
        {field,
         missing ? fmt::format("{} needs {}", help_.name, field) : fmt::format("found {}", found),
         expected});
  }
  void check_dimension(const std::string& name) {
    const Dimension& dimension = dimensions().at(name);
    const std::int64_t value = request_.*dimension.member;
    if (value >= dimension.smallest && value <= kLargestDimension) return;
    wrong(name, value, fmt::format("{} to {}", dimension.smallest, kLargestDimension));
  }
  // A tile has at least two rows: a single one would not be a dimension of its operations.
  void check_tiles() {
    if (request_.tiles == 1) return;
    const bool matmul = help_.name == "matmul_row_tiling";
    const bool loops = matmul || help_.name.rfind("softmax", 0) == 0;
    const std::int64_t rows = matmul ? request_.m : request_.rows;
    if (!loops)
      return wrong("tiles", request_.tiles,
                   fmt::format("1: {} has no loop over tiles", help_.name));
    if (request_.tiles > 0 && rows % request_.tiles == 0 && rows / request_.tiles > 1) return;
    wrong("tiles", request_.tiles,
          fmt::format("a divisor of {} rows that leaves at least two in a tile", rows));
  }

  const Request& request_;
  const OperationHelp& help_;
  std::vector<Problem> problems_;
};

plan::Format format_of(const std::string& dtype) {
  return dtype == "float32" ? plan::Format::IeeeFp32 : plan::Format::Sen169Fp16;
}

// The card computes in one 16-bit format; which one the host keeps is the caller's choice.
void name_host_type(plan::Plan& plan, const std::string& dtype) {
  for (plan::Launch& launch : plan.launches) {
    for (plan::Argument& argument : launch.arguments) {
      if (argument.host_dtype == "float16") argument.host_dtype = dtype;
    }
  }
}

}  // namespace

plan::Plan make(const Request& request) {
  const Entry entry = entry_for(request.op);
  Checker(request, entry.help).run();
  Draft draft(fmt::format("k00_{}", request.op), request.cores, format_of(request.dtype));
  entry.build(request, draft);
  const Placement placement = place(draft.kernel, {request.lx_planning, request.lx_bytes});
  plan::Plan plan;
  plan.name = request.op;
  plan.description = entry.help.meaning;
  add_launch(plan, draft.kernel, placement);
  settle_addresses(plan);
  if (request.dtype == "bfloat16") name_host_type(plan, request.dtype);
  return plan;
}

std::vector<std::string> fields_of(const OperationHelp& operation) {
  std::vector<std::string> names = operation.needs;
  names.insert(names.end(), operation.takes.begin(), operation.takes.end());
  for (const char* common : {"cores", "lx_planning", "lx_bytes", "dtype"}) names.push_back(common);
  return names;
}

void refuse_unused(const std::string& op, const std::vector<std::string>& fields) {
  const std::vector<std::string> used = fields_of(entry_for(op).help);
  std::vector<Problem> problems;
  for (const std::string& field : fields) {
    if (std::find(used.begin(), used.end(), field) == used.end())
      problems.push_back({field, fmt::format("{} has no use for it", op),
                          fmt::format("{}", fmt::join(used, ", "))});
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
}

std::vector<OperationHelp> operations() {
  std::vector<OperationHelp> helps;
  for (Entry& entry : entries()) helps.push_back(std::move(entry.help));
  return helps;
}

}  // namespace spyre::make
