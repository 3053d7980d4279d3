// Chooses and checks the run-time size of every symbolic dimension.
#include "sim/bundle/symbols.hpp"

#include <fmt/format.h>

#include <optional>

namespace spyre::bundle {
namespace {

std::string without_base(const std::string& name) {
  constexpr std::string_view kSuffix = "_base";
  const bool ends = name.size() > kSuffix.size() &&
                    name.compare(name.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0;
  return ends ? name.substr(0, name.size() - kSuffix.size()) : name;
}

// Values extracted from the parameter, as statements name them.
std::set<ValueId> values_of(const Program& program, const Parameter& parameter) {
  std::set<ValueId> values{parameter.value};
  for (const Statement& s : program.statements) {
    if (s.kind == StatementKind::ExtractValue && s.operands[0] == parameter.value)
      values.insert(s.result);
  }
  return values;
}

// All names a user may call the dimension by: the parameter's, without its prefix, and PyTorch's.
std::vector<std::string> names_of(const LoadedBundle& bundle, const Parameter& parameter) {
  std::vector<std::string> names{without_base(parameter.name)};
  if (names[0].rfind("dim_", 0) == 0 || names[0].rfind("sym_", 0) == 0)
    names.push_back(names[0].substr(4));
  if (!parameter.pytorch_name.empty()) names.push_back(parameter.pytorch_name);
  const std::set<ValueId> values = values_of(*bundle.program, parameter);
  for (const Statement& s : bundle.program->statements) {
    const auto file = bundle.files.find(s.file);
    if (s.kind != StatementKind::Execute || file == bundle.files.end()) continue;
    for (std::size_t i = 0; i < s.operands.size() && i < s.ids.size(); ++i) {
      const auto tag = file->second.symbol_tags.find(s.ids[i]);
      if (values.count(s.operands[i]) != 0 && tag != file->second.symbol_tags.end())
        names.push_back(tag->second);
    }
  }
  return names;
}

// Of the argument and dimension the bundle says hold the size.
std::optional<std::int64_t> host_dimension(const LaunchScript& launch, const Parameter& parameter) {
  if (!launch.arguments || parameter.source_argument < 0 || parameter.source_dimension < 0)
    return std::nullopt;
  for (const ArgumentScript& arg : *launch.arguments) {
    const auto& shape = arg.argument.host_shape;
    const auto dimension = static_cast<std::size_t>(parameter.source_dimension);
    if (arg.argument.arg_index == parameter.source_argument && dimension < shape.size())
      return shape[dimension];
  }
  return std::nullopt;
}

std::optional<std::int64_t> first_host_dimension(const LaunchScript& launch) {
  if (!launch.arguments) return launch.first_dimension;
  for (const ArgumentScript& arg : *launch.arguments) {
    const bool input = arg.argument.role == plan::ArgumentRole::Input;
    if (input && !arg.argument.host_shape.empty()) return arg.argument.host_shape.front();
  }
  return std::nullopt;
}

class DimensionBinder {
 public:
  DimensionBinder(const LaunchScript& launch, const ReadOptions& options,
                  std::set<std::string>& used, std::vector<plan::Note>& notes, Problems& problems)
      : launch_(launch), options_(options), used_(used), notes_(notes), problems_(problems) {}

  BoundDimensions run() {
    BoundDimensions out;
    if (!launch_.bundle->program) return out;
    const auto& parameters = launch_.bundle->program->parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].kind != ParameterKind::Dimension) continue;
      const std::int64_t value = value_of(parameters[i]);
      out.values[static_cast<int>(i)] = value;
      out.names[without_base(parameters[i].name)] = value;
    }
    return out;
  }

 private:
  std::int64_t value_of(const Parameter& parameter) {
    const std::string name = without_base(parameter.name);
    std::optional<std::int64_t> value = given(parameter);
    if (!value) value = host_dimension(launch_, parameter);
    if (!value) {
      value = first_host_dimension(launch_);
      if (value) note(fmt::format("{} = {}, the first dimension of the first input", name, *value));
    }
    if (!value && parameter.max_value) {
      value = parameter.max_value;
      note(fmt::format("{} = {}, its declared maximum", name, *value));
    }
    if (value)
      check(parameter, name, *value);
    else
      problems_.input(launch_.bundle->label,
                      fmt::format("symbolic dimension {} has no value", name),
                      fmt::format("--bind {}=N", name));
    return value.value_or(1);
  }
  std::optional<std::int64_t> given(const Parameter& parameter) {
    for (const std::string& name : names_of(*launch_.bundle, parameter)) {
      const auto symbol = launch_.symbols.find(name);
      if (symbol != launch_.symbols.end()) return symbol->second;
      const auto bound = options_.bind.find(name);
      if (bound == options_.bind.end()) continue;
      used_.insert(name);
      return bound->second;
    }
    return std::nullopt;
  }
  void check(const Parameter& parameter, const std::string& name, std::int64_t value) {
    const std::int64_t granularity = parameter.granularity.value_or(1);
    const std::int64_t maximum = parameter.max_value.value_or(INT64_MAX);
    if (value >= 1 && value <= maximum && granularity > 0 && value % granularity == 0) return;
    problems_.plan(launch_.bundle->label, fmt::format("SYM-06: {} = {}", name, value),
                   fmt::format("a multiple of {} up to {}", granularity, maximum));
  }
  void note(std::string message) { notes_.push_back({"READ", std::move(message), launch_.source}); }

  const LaunchScript& launch_;
  const ReadOptions& options_;
  std::set<std::string>& used_;
  std::vector<plan::Note>& notes_;
  Problems& problems_;
};

}  // namespace

BoundDimensions bind_dimensions(const LaunchScript& launch, const ReadOptions& options,
                                std::set<std::string>& used, std::vector<plan::Note>& notes,
                                Problems& problems) {
  return DimensionBinder(launch, options, used, notes, problems).run();
}

}  // namespace spyre::bundle
