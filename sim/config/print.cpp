// The data sheet as text: a configuration file, a hash, an explanation, a list for reports.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/base/hash.hpp"
#include "models/params/describe.hpp"
#include "sim/config/config.hpp"
#include "sim/config/text.hpp"

namespace spyre::config {
namespace {

using params::ChipParams;
using params::Parameter;

std::string value_text(const Parameter& p) { return text_of(p.slot.read(), p.slot.unit); }

std::string_view group_of(std::string_view path) { return path.substr(0, path.rfind('.')); }

std::string indent(std::string_view path) {
  const auto depth = static_cast<std::size_t>(std::count(path.begin(), path.end(), '.'));
  return std::string(2 * depth, ' ');
}

// The path itself when it has no dot: npos + 1 is 0.
std::string_view last_word(std::string_view path) { return path.substr(path.rfind('.') + 1); }

std::string group_line(std::string_view group) {
  return fmt::format("{}{}:\n", indent(group), last_word(group));
}

std::string parameter_line(const Parameter& p) {
  return fmt::format("{}{}: {}  # {}: {}; {}\n", indent(p.path), last_word(p.path), value_text(p),
                     params::name(p.status), p.meaning, p.source);
}

std::string paragraph(const Parameter& p) {
  std::string text = fmt::format("{} = {}\n  {}\n  status: {}\n  source: {}\n  allowed: {}\n",
                                 p.path, value_text(p), p.meaning, params::name(p.status), p.source,
                                 expected_text(p.slot));
  for (const params::Document& d : params::documents())
    if (p.source.find(fmt::format("[{}]", d.tag)) != std::string_view::npos)
      text += fmt::format("  [{}] {}\n", d.tag, d.title);
  return text;
}

bool matches(std::string_view path, std::string_view wanted) {
  return path == wanted || path.starts_with(fmt::format("{}.", wanted));
}

[[noreturn]] void refuse(std::string_view path, const std::vector<Parameter>& table) {
  std::vector<std::string> known;
  for (const Parameter& p : table) known.emplace_back(p.path);
  const std::string near = nearest(path, known);
  throw Error(ErrorKind::Input, fmt::format("--explain {}", path), "is no parameter",
              near.empty() ? "a path such as dram.channels or a group such as dram"
                           : fmt::format("{}, the nearest known path", near));
}

}  // namespace

std::string resolved_yaml(const ChipParams& p) {
  ChipParams copy = p;
  std::string text, group;
  for (const Parameter& parameter : params::describe(copy)) {
    if (group != group_of(parameter.path)) text += group_line(group = group_of(parameter.path));
    text += parameter_line(parameter);
  }
  for (const params::Document& d : params::documents())
    text += fmt::format("# [{}] {}\n", d.tag, d.title);
  return text;
}

std::string config_hash(const ChipParams& p) {
  ChipParams copy = p;
  std::string text;
  for (const Parameter& parameter : params::describe(copy))
    text += fmt::format("{}={}\n", parameter.path, parameter.slot.read());
  return hex(fnv1a(text));
}

std::string explain(const ChipParams& p, std::string_view path) {
  ChipParams copy = p;
  const std::vector<Parameter> table = params::describe(copy);
  std::string text;
  for (const Parameter& parameter : table)
    if (matches(parameter.path, path)) text += (text.empty() ? "" : "\n") + paragraph(parameter);
  if (text.empty()) refuse(path, table);
  return text;
}

std::vector<Assumption> described(const ChipParams& p) {
  ChipParams copy = p;
  std::vector<Assumption> all;
  for (const Parameter& parameter : params::describe(copy))
    all.push_back({std::string(parameter.path), value_text(parameter),
                   std::string(params::name(parameter.status))});
  return all;
}

}  // namespace spyre::config
