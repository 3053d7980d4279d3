// Builds the plan: instantiates launches, places their arguments, adds the addresses.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/bundle/layout.hpp"
#include "sim/bundle/placement.hpp"
#include "sim/bundle/prepared_launch.hpp"
#include "sim/bundle/relative_launch.hpp"
#include "sim/bundle/script.hpp"
#include "sim/bundle/symbols.hpp"

namespace spyre::bundle {
namespace {

// A whole model step has some thousand; each takes about 20 KiB.
constexpr std::size_t kMostOperations = 200'000;

class Assembler {
 public:
  Assembler(PlanScript script, const ReadOptions& options, Problems& problems)
      : script_(std::move(script)), options_(options), problems_(problems) {}

  plan::Plan run() {
    read_shapes();
    problems_.throw_if_any();
    for (const LaunchScript& launch : script_.launches) prepare(launch);
    refuse_unused_bindings();
    problems_.throw_if_any();
    plan::Plan& plan = script_.plan;
    plan.storages = placement_.place(where(), problems_);
    problems_.throw_if_any();
    for (std::size_t i = 0; i < script_.launches.size(); ++i) plan.launches.push_back(build(i));
    problems_.throw_if_any();
    return std::move(plan);
  }

 private:
  [[nodiscard]] std::string where() const {
    return script_.launches.empty() ? script_.plan.name : script_.launches.front().bundle->label;
  }

  // Shapes of the command line describe the arguments of a plan that does not do so itself.
  void read_shapes() {
    for (const std::string& text : options_.input_specs) {
      shapes_.inputs.push_back(parse_spec("-i", text, options_.bind, used_bindings_, problems_));
    }
    for (const std::string& text : options_.output_specs) {
      shapes_.outputs.push_back(parse_spec("-o", text, options_.bind, used_bindings_, problems_));
    }
    if (shapes_.inputs.empty() && shapes_.outputs.empty()) return;
    for (LaunchScript& launch : script_.launches) {
      if (launch.arguments)
        return problems_.input("-i, -o", "the plan describes its arguments itself", "no shapes");
      const bool has_first = !shapes_.inputs.empty() && !shapes_.inputs.front().shape.empty();
      if (has_first) launch.first_dimension = shapes_.inputs.front().shape.front();
    }
  }

  void prepare(const LaunchScript& launch) {
    BoundDimensions dimensions =
        bind_dimensions(launch, options_, used_bindings_, script_.plan.notes, problems_);
    const RelativeLaunch& relative = instance_of(launch, dimensions.values);
    operations_ += relative.launch.operations.size();
    if (operations_ > kMostOperations) {
      problems_.input(where(), "plan has too many operations",
                      fmt::format("at most {} executions", kMostOperations));
      problems_.throw_if_any();
    }
    prepared_.push_back(prepare_launch(launch, relative, shapes_, placement_, problems_));
    symbols_.push_back(std::move(dimensions.names));
  }

  const RelativeLaunch& instance_of(const LaunchScript& launch,
                                    const std::map<int, std::int64_t>& dimensions) {
    const auto key = std::make_pair(launch.bundle->hash, dimensions);
    const auto known = instances_.find(key);
    if (known != instances_.end()) return known->second;
    const RelativeLaunch& instance =
        instances_.emplace(key, instantiate_launch(*launch.bundle, dimensions, problems_))
            .first->second;
    auto& notes = script_.plan.notes;
    notes.insert(notes.end(), instance.notes.begin(), instance.notes.end());
    return instance;
  }

  void refuse_unused_bindings() {
    std::set<std::string> known;
    for (const auto& symbols : symbols_) {
      for (const auto& [name, value] : symbols) known.insert(name);
    }
    for (const auto& [name, value] : options_.bind) {
      if (used_bindings_.count(name) != 0) continue;
      problems_.input("--bind " + name, "the plan has no such symbolic dimension",
                      known.empty() ? "no --bind" : fmt::format("{}", fmt::join(known, ", ")));
    }
  }

  plan::Launch build(std::size_t i) {
    const LaunchScript& script = script_.launches[i];
    PreparedLaunch& prepared = prepared_[i];
    plan::Launch launch = prepared.relative->launch;
    launch.name = script.name;
    launch.bundle = script.bundle->hash;
    launch.repeat = script.repeat;
    launch.arguments = std::move(prepared.arguments);
    launch.host = script.host;
    launch.symbols = std::move(symbols_[i]);
    launch.source = script.source;
    for (std::size_t op = 0; op < launch.operations.size(); ++op) {
      plan::Operation& operation = launch.operations[op];
      for (std::size_t t = 0; t < operation.tensors.size(); ++t) {
        settle(operation.tensors[t], prepared.relative->origins[op][t], prepared);
        fit_to_argument(launch, operation, operation.tensors[t]);
      }
    }
    return launch;
  }
  // Adds the storage's address; baked addresses stay, and name the storage of their segment.
  void settle(plan::Tensor& tensor, OriginId origin, const PreparedLaunch& prepared) {
    if (tensor.in_lx() || tensor.start.empty()) return;
    const std::int64_t lowest = *std::min_element(tensor.start.begin(), tensor.start.end());
    const bool baked = origin == kAbsolute;
    tensor.storage = baked ? placement_.segment_storage(lowest / plan::kSegmentBytes)
                           : prepared.storages.at(origin);
    const std::int64_t base =
        baked ? 0 : script_.plan.storages[static_cast<std::size_t>(tensor.storage)].address;
    for (std::int64_t& start : tensor.start) {
      start += base;
      if (start >= 0 && start < kLargestAddress) continue;
      problems_.plan(tensor.source.file + "#" + tensor.source.pointer,
                     fmt::format("ADR-02: {} starts at {}", tensor.name, start),
                     "an address of the device");
    }
  }

  // The argument's layout decides what a restickified tensor's gap means, where addresses could
  // not.
  static void fit_to_argument(const plan::Launch& launch, const plan::Operation& operation,
                              plan::Tensor& tensor) {
    const auto argument = std::find_if(
        launch.arguments.begin(), launch.arguments.end(), [&](const plan::Argument& a) {
          return !tensor.in_lx() && a.storage == tensor.storage && a.layout;
        });
    if (argument == launch.arguments.end()) return;
    const std::int64_t bytes = layout_bytes(*argument->layout);
    settle_gap_meaning(operation, tensor,
                       [&](const plan::Tensor& t) { return t.allocated_bytes() == bytes; });
  }

  PlanScript script_;
  const ReadOptions& options_;
  Problems& problems_;
  Placement placement_;
  GivenShapes shapes_;
  std::vector<PreparedLaunch> prepared_;
  std::vector<std::map<std::string, std::int64_t>> symbols_;  // of each launch
  // Equal content with equal dimensions is instantiated once.
  std::map<std::pair<std::string, std::map<int, std::int64_t>>, RelativeLaunch> instances_;
  std::set<std::string> used_bindings_;
  std::size_t operations_ = 0;
};

}  // namespace

plan::Plan assemble(PlanScript script, const ReadOptions& options, Problems& problems) {
  return Assembler(std::move(script), options, problems).run();
}

}  // namespace spyre::bundle
