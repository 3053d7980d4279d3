// Matches a bundle's parameters with arguments and storages.
#include "sim/bundle/prepared_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace spyre::bundle {
namespace {

plan::ArgumentRole role_of(const OriginUse& use) {
  if (!use.written) return plan::ArgumentRole::Input;
  return use.read_first ? plan::ArgumentRole::InputOutput : plan::ArgumentRole::Output;
}

// The pool is written before it is read; an argument in segment 0 is read first.
bool is_pool(std::int64_t segment, const OriginUse& use) { return segment == 0 && !use.read_first; }

std::string name_of(const plan::Argument& argument) {
  if (!argument.tensor.empty()) return argument.tensor;
  return argument.role == plan::ArgumentRole::Pool ? "pool"
                                                   : fmt::format("arg_{}", argument.arg_index);
}

class Preparer {
 public:
  Preparer(const LaunchScript& launch, const RelativeLaunch& relative, const GivenShapes& shapes,
           Placement& placement, Problems& problems)
      : launch_(launch),
        relative_(relative),
        shapes_(shapes),
        placement_(placement),
        problems_(problems) {
    if (launch.bundle->program) parameters_ = launch.bundle->program->parameters;
  }

  PreparedLaunch run() {
    out_.relative = &relative_;
    if (launch_.arguments)
      take_arguments();
    else
      make_up_arguments();
    request_allocations();
    keep_segments();
    return std::move(out_);
  }

 private:
  [[nodiscard]] OriginUse use_of(OriginId origin) const {
    const auto found = relative_.uses.find(origin);
    return found == relative_.uses.end() ? OriginUse{} : found->second;
  }

  // Arguments as the plan describes them; parameters of the bundle find theirs by argument index.
  void take_arguments() {
    for (const ArgumentScript& script : *launch_.arguments) {
      plan::Argument argument = script.argument;
      const bool pool = argument.role == plan::ArgumentRole::Pool;
      const OriginId origin = parameter_of(argument);
      const std::int64_t bytes = script.bytes > 0 ? script.bytes : use_of(origin).bytes;
      const std::optional<std::int64_t> segment =
          origin < 0 ? baked_segment(argument) : std::nullopt;
      argument.storage = segment ? placement_.keep_segment(*segment, bytes, pool)
                                 : placement_.request(name_of(argument), bytes, pool);
      if (origin >= 0) out_.storages[origin] = argument.storage;
      out_.arguments.push_back(std::move(argument));
    }
    cover_parameters();
  }
  [[nodiscard]] OriginId parameter_of(const plan::Argument& argument) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const Parameter& p = parameters_[i];
      const bool pool = p.kind == ParameterKind::Pool && argument.role == plan::ArgumentRole::Pool;
      const bool same = p.kind == ParameterKind::Argument && p.arg_index == argument.arg_index;
      if (pool || same) return static_cast<OriginId>(i);
    }
    return kAbsolute;
  }
  // Argument i of a bundle with baked addresses lives in segment i, or i + 1 when the pool is in
  // segment 0 (plan-format 2.5).
  [[nodiscard]] std::optional<std::int64_t> baked_segment(const plan::Argument& argument) const {
    const auto first = relative_.segments.find(0);
    const bool has_pool = first == relative_.segments.end() || is_pool(0, first->second);
    const std::int64_t segment =
        argument.arg_index < 0 ? 0 : argument.arg_index + (has_pool ? 1 : 0);
    return relative_.segments.count(segment) != 0 ? std::optional(segment) : std::nullopt;
  }
  void cover_parameters() {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const auto origin = static_cast<OriginId>(i);
      if (parameters_[i].kind == ParameterKind::Dimension || out_.storages.count(origin) != 0)
        continue;
      if (parameters_[i].kind == ParameterKind::Pool) {
        out_.storages[origin] = placement_.request("pool", use_of(origin).bytes, true);
      } else {
        const int index = parameters_[i].arg_index;
        problems_.input(fmt::format("{}#{}", launch_.source.file, launch_.source.pointer),
                        fmt::format("argument {} of the bundle has no entry in args", index),
                        fmt::format("an entry with arg_index {}", index));
      }
    }
  }

  // Without a description: legal addresses of sufficient size, one storage per argument number.
  void make_up_arguments() {
    std::vector<std::tuple<bool, int, OriginId>> order;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].kind == ParameterKind::Dimension) continue;
      const bool pool = parameters_[i].kind == ParameterKind::Pool;
      order.emplace_back(!pool, parameters_[i].arg_index, static_cast<OriginId>(i));
    }
    std::sort(order.begin(), order.end());
    for (const auto& [is_argument, index, origin] : order) {
      make_up(origin, is_argument ? fmt::format("arg_{}", index) : "pool",
              is_argument ? index : -1);
    }
    for (std::size_t i = 0; i < relative_.names.size(); ++i) {
      make_up(static_cast<OriginId>(i), relative_.names[i], static_cast<int>(i));
    }
    make_up_baked();
    check_shapes();
  }
  void make_up(OriginId origin, const std::string& name, int index) {
    plan::Argument& argument = add_argument(use_of(origin), index);
    const std::int64_t described = argument.layout ? layout_bytes(*argument.layout) : 0;
    const std::int64_t bytes = std::max(use_of(origin).bytes, described);
    argument.storage = out_.storages[origin] = placement_.request(name, bytes, index < 0);
  }
  // Every segment with baked addresses holds one argument.
  void make_up_baked() {
    int index = 0;
    for (const auto& [segment, use] : relative_.segments) {
      const bool pool = is_pool(segment, use);
      add_argument(use, pool ? -1 : index++).storage =
          placement_.keep_segment(segment, use.bytes, pool);
    }
  }
  plan::Argument& add_argument(const OriginUse& use, int index) {
    plan::Argument argument;
    argument.arg_index = index;
    argument.role = index < 0 ? plan::ArgumentRole::Pool : role_of(use);
    if (argument.role == plan::ArgumentRole::Input)
      take_shape(argument, shapes_.inputs, out_.inputs);
    if (argument.role == plan::ArgumentRole::Output)
      take_shape(argument, shapes_.outputs, out_.outputs);
    out_.arguments.push_back(std::move(argument));
    return out_.arguments.back();
  }
  static void take_shape(plan::Argument& argument, const std::vector<TensorSpec>& shapes,
                         std::size_t& taken) {
    if (taken < shapes.size()) describe(argument, shapes[taken]);
    ++taken;
  }
  void check_shapes() {
    const auto check = [&](const char* option, std::size_t given, std::size_t used) {
      if (given > used)
        problems_.input(option, fmt::format("{} shapes", given), fmt::format("at most {}", used));
    };
    check("-i", shapes_.inputs.size(), out_.inputs);
    check("-o", shapes_.outputs.size(), out_.outputs);
  }

  void request_allocations() {
    for (std::size_t i = 0; i < relative_.allocations.size(); ++i) {
      const std::string name = i == 0 ? "pool" : fmt::format("pool_{}", i);
      const auto origin = static_cast<OriginId>(parameters_.size() + i);
      out_.storages[origin] = placement_.request(name, relative_.allocations[i], true);
    }
  }
  void keep_segments() {
    for (const auto& [segment, use] : relative_.segments) {
      placement_.keep_segment(segment, use.bytes, is_pool(segment, use));
    }
  }

  const LaunchScript& launch_;
  const RelativeLaunch& relative_;
  const GivenShapes& shapes_;
  Placement& placement_;
  Problems& problems_;
  std::vector<Parameter> parameters_;
  PreparedLaunch out_;
};

}  // namespace

PreparedLaunch prepare_launch(const LaunchScript& launch, const RelativeLaunch& relative,
                              const GivenShapes& shapes, Placement& placement, Problems& problems) {
  return Preparer(launch, relative, shapes, placement, problems).run();
}

}  // namespace spyre::bundle
