// Builds the plan: instantiates launches, places their arguments, adds the addresses.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sim/bundle/layout.hpp"
#include "sim/bundle/placement.hpp"
#include "sim/bundle/relative_launch.hpp"
#include "sim/bundle/script.hpp"
#include "sim/bundle/symbols.hpp"

namespace spyre::bundle {
namespace {

using plan::StorageId;

// A whole model step has some thousand; each takes about 20 KiB.
constexpr std::size_t kMostOperations = 200'000;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

plan::ArgumentRole role_of(const OriginUse& use) {
  if (use.read && use.written) {
    return use.read_first ? plan::ArgumentRole::InputOutput : plan::ArgumentRole::Output;
  }
  return use.written ? plan::ArgumentRole::Output : plan::ArgumentRole::Input;
}

class Assembler {
 public:
  Assembler(PlanScript script, const ReadOptions& options, Problems& problems)
      : script_(std::move(script)), options_(options), problems_(problems) {}

  plan::Plan run() {
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
  // What a launch becomes once storages have addresses.
  struct Prepared {
    const RelativeLaunch* relative = nullptr;
    std::vector<plan::Argument> arguments;
    std::map<OriginId, StorageId> storages;
    std::map<std::string, std::int64_t> symbols;
  };

  [[nodiscard]] std::string where() const {
    return script_.launches.empty() ? script_.plan.name : script_.launches.front().bundle->label;
  }

  void prepare(const LaunchScript& launch) {
    BoundDimensions dimensions = bind_dimensions(launch, options_, used_bindings_, script_.plan.notes, problems_);
    Prepared prepared;
    prepared.symbols = std::move(dimensions.names);
    prepared.relative = &instance_of(launch, dimensions.values);
    operations_ += prepared.relative->launch.operations.size();
    if (operations_ > kMostOperations) {
      problems_.input(where(), "plan has too many operations", fmt::format("at most {} executions", kMostOperations));
      problems_.throw_if_any();
    }
    if (launch.arguments) take_arguments(launch, prepared);
    else make_up_arguments(launch, prepared);
    request_allocations(launch, prepared);
    keep_segments(prepared);
    prepared_.push_back(std::move(prepared));
  }

  const RelativeLaunch& instance_of(const LaunchScript& launch, const std::map<int, std::int64_t>& dimensions) {
    const auto key = std::make_pair(launch.bundle->hash, dimensions);
    const auto known = instances_.find(key);
    if (known != instances_.end()) return known->second;
    const RelativeLaunch& instance =
        instances_.emplace(key, instantiate_launch(*launch.bundle, dimensions, problems_)).first->second;
    auto& notes = script_.plan.notes;
    notes.insert(notes.end(), instance.notes.begin(), instance.notes.end());
    return instance;
  }

  static OriginUse use_of(const Prepared& prepared, OriginId origin) {
    const auto found = prepared.relative->uses.find(origin);
    return found == prepared.relative->uses.end() ? OriginUse{} : found->second;
  }

  // Arguments as the plan describes them; parameters of the bundle find theirs by argument index.
  void take_arguments(const LaunchScript& launch, Prepared& prepared) {
    for (const ArgumentScript& script : *launch.arguments) {
      plan::Argument argument = script.argument;
      const bool pool = argument.role == plan::ArgumentRole::Pool;
      const OriginId origin = parameter_of(launch, argument);
      const std::int64_t bytes = script.bytes > 0 ? script.bytes : use_of(prepared, origin).bytes;
      argument.storage = placement_.request(name_of(argument), bytes, pool);
      if (origin >= 0) prepared.storages[origin] = argument.storage;
      prepared.arguments.push_back(std::move(argument));
    }
    cover_parameters(launch, prepared);
  }
  static std::string name_of(const plan::Argument& argument) {
    if (!argument.tensor.empty()) return argument.tensor;
    return argument.role == plan::ArgumentRole::Pool ? "pool" : fmt::format("arg_{}", argument.arg_index);
  }
  static OriginId parameter_of(const LaunchScript& launch, const plan::Argument& argument) {
    if (!launch.bundle->program) return kAbsolute;
    const auto& parameters = launch.bundle->program->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const bool pool = parameters[i].kind == ParameterKind::Pool && argument.role == plan::ArgumentRole::Pool;
      const bool same = parameters[i].kind == ParameterKind::Argument && parameters[i].arg_index == argument.arg_index;
      if (pool || same) return static_cast<OriginId>(i);
    }
    return kAbsolute;
  }
  void cover_parameters(const LaunchScript& launch, Prepared& prepared) {
    if (!launch.bundle->program) return;
    const auto& parameters = launch.bundle->program->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto origin = static_cast<OriginId>(i);
      if (parameters[i].kind == ParameterKind::Dimension || prepared.storages.count(origin) != 0) continue;
      if (parameters[i].kind == ParameterKind::Pool) {
        prepared.storages[origin] = placement_.request("pool", use_of(prepared, origin).bytes, true);
      } else {
        problems_.input(fmt::format("{}#{}", launch.source.file, launch.source.pointer),
                        fmt::format("argument {} of the bundle has no entry in args", parameters[i].arg_index),
                        fmt::format("an entry with arg_index {}", parameters[i].arg_index));
      }
    }
  }

  // Without a description: legal addresses of sufficient size, one storage per argument number.
  void make_up_arguments(const LaunchScript& launch, Prepared& prepared) {
    if (!launch.bundle->program) return make_up_loose(launch, prepared);
    std::vector<std::tuple<bool, int, OriginId>> order;
    const auto& parameters = launch.bundle->program->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].kind == ParameterKind::Dimension) continue;
      const bool pool = parameters[i].kind == ParameterKind::Pool;
      order.emplace_back(!pool, parameters[i].arg_index, static_cast<OriginId>(i));
    }
    std::sort(order.begin(), order.end());
    for (const auto& [is_argument, index, origin] : order) {
      make_up(prepared, origin, is_argument ? fmt::format("arg_{}", index) : "pool", is_argument ? index : -1);
    }
  }
  void make_up_loose(const LaunchScript& launch, Prepared& prepared) {
    int index = 0;
    for (const auto& [origin, use] : prepared.relative->uses) {
      make_up(prepared, origin, fmt::format("{}.{}", launch.bundle->hash, origin), index++);
    }
  }
  void make_up(Prepared& prepared, OriginId origin, const std::string& name, int index) {
    const OriginUse use = use_of(prepared, origin);
    plan::Argument argument;
    argument.arg_index = index;
    argument.role = index < 0 ? plan::ArgumentRole::Pool : role_of(use);
    argument.storage = prepared.storages[origin] = placement_.request(name, use.bytes, index < 0);
    prepared.arguments.push_back(std::move(argument));
  }

  void request_allocations(const LaunchScript& launch, Prepared& prepared) {
    if (!launch.bundle->program) return;
    const std::size_t first = launch.bundle->program->parameters.size();
    const std::vector<std::int64_t>& sizes = prepared.relative->allocations;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const std::string name = i == 0 ? "pool" : fmt::format("pool_{}", i);
      prepared.storages[static_cast<OriginId>(first + i)] = placement_.request(name, sizes[i], true);
    }
  }
  // The pool is written before it is read; an argument in segment 0 is read first.
  void keep_segments(const Prepared& prepared) {
    for (const auto& [segment, use] : prepared.relative->segments) {
      placement_.keep_segment(segment, use.bytes, segment == 0 && !use.read_first);
    }
  }

  void refuse_unused_bindings() {
    for (const auto& [name, value] : options_.bind) {
      if (used_bindings_.count(name) != 0) continue;
      std::string known;
      for (const Prepared& prepared : prepared_) {
        for (const auto& [symbol, bound] : prepared.symbols) known += (known.empty() ? "" : ", ") + symbol;
      }
      problems_.input("--bind " + name, "the plan has no such symbolic dimension", known.empty() ? "no --bind" : known);
    }
  }

  plan::Launch build(std::size_t i) {
    const LaunchScript& script = script_.launches[i];
    Prepared& prepared = prepared_[i];
    plan::Launch launch = prepared.relative->launch;
    launch.name = script.name;
    launch.bundle = script.bundle->hash;
    launch.repeat = script.repeat;
    launch.arguments = std::move(prepared.arguments);
    launch.host = script.host;
    launch.symbols = std::move(prepared.symbols);
    launch.source = script.source;
    for (std::size_t op = 0; op < launch.operations.size(); ++op) {
      for (std::size_t t = 0; t < launch.operations[op].tensors.size(); ++t) {
        settle(launch, launch.operations[op].tensors[t], prepared.relative->origins[op][t], prepared);
      }
    }
    return launch;
  }
  void settle(const plan::Launch& launch, plan::Tensor& tensor, OriginId origin, const Prepared& prepared) {
    if (tensor.in_lx() || tensor.start.empty()) return;
    std::int64_t base = 0;
    if (origin == kAbsolute) {
      const auto lowest = *std::min_element(tensor.start.begin(), tensor.start.end());
      tensor.storage = segment_storage(lowest / plan::kSegmentBytes);
    } else {
      tensor.storage = prepared.storages.at(origin);
      base = script_.plan.storages[at(tensor.storage)].address;
    }
    for (std::int64_t& start : tensor.start) {
      start += base;
      if (start >= 0 && start < kLargestAddress) continue;
      problems_.plan(launch.source.file, fmt::format("ADR-02: {} starts at {}", tensor.name, start),
                     "an address of the device");
    }
  }
  StorageId segment_storage(std::int64_t segment) const {
    return placement_.has_segment(segment) ? placement_.segment_storage(segment) : 0;
  }

  PlanScript script_;
  const ReadOptions& options_;
  Problems& problems_;
  Placement placement_;
  std::vector<Prepared> prepared_;
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
