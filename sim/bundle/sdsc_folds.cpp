// Fold objects: a value or a coordinate spread over cores, corelets and time (plan-format 3.4).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

enum class FoldFunction { Constant, Map, Affine, Refused };

struct FoldLevel {
  FoldFunction function = FoldFunction::Refused;
  std::int64_t alpha = 0, beta = 0;
};

FoldLevel read_level(const Item& entry) {
  FoldLevel level;
  if (entry.size() != 1) {
    entry.wrong(fmt::format("found {} keys", entry.size()), "one fold function");
    return level;
  }
  entry.for_each_member([&](const std::string& name, const Item& body) {
    if (name == "Const")
      level.function = FoldFunction::Constant;
    else if (name == "Map")
      level.function = FoldFunction::Map;
    else if (name == "Affine")
      level.function = FoldFunction::Affine;
    else
      entry.unsupported(fmt::format("FMT-03: unsupported fold function '{}'", name),
                        "Const, Map or Affine");
    if (level.function != FoldFunction::Affine) return;
    level.alpha = body.at("alpha_").integer(-kLargestExtent, kLargestExtent);
    const Item beta = body.find("beta_");
    level.beta = beta.exists() ? beta.integer(-kLargestExtent, kLargestExtent) : 0;
  });
  return level;
}

// "[3, 0, 0]" → 3; keys of two or three indices occur. −1 when it is no such key or names another
// corelet or time.
int core_of_key(const std::string& key) {
  int core = -1;
  const char* end = key.data() + key.size();
  if (key.size() < 3 || key.front() != '[' || key.back() != ']') return -1;
  const auto [rest, error] = std::from_chars(key.data() + 1, end, core);
  if (error != std::errc{} || core < 0) return -1;
  const bool others_zero =
      std::all_of(rest, end - 1, [](char c) { return c == '0' || c == ',' || c == ' '; });
  return others_zero ? core : -1;
}

std::map<int, std::int64_t> mapped_values(const Item& data, std::int64_t low, std::int64_t high) {
  std::map<int, std::int64_t> values;
  data.for_each_member([&](const std::string& key, const Item& value) {
    const int core = core_of_key(key);
    if (core >= 0) values[core] = value.integer(low, high);
  });
  return values;
}

std::vector<std::int64_t> spread(const Item& fold, const FoldLevel& level,
                                 const std::map<int, std::int64_t>& values,
                                 const std::vector<int>& cores) {
  std::vector<std::int64_t> out;
  for (const int core : cores) {
    const auto found =
        level.function == FoldFunction::Constant ? values.begin() : values.find(core);
    if (level.function == FoldFunction::Affine) {
      out.push_back(level.alpha * core + level.beta);
    } else if (found != values.end()) {
      out.push_back(found->second);
    } else {
      fold.wrong(fmt::format("no value for core {}", core));
      out.push_back(0);
    }
  }
  return out;
}

// "elem_arr_2" → 2.
int element_level(const std::string& label) {
  int level = -1;
  constexpr std::string_view kPrefix = "elem_arr_";
  if (label.compare(0, kPrefix.size(), kPrefix) != 0) return -1;
  std::from_chars(label.data() + kPrefix.size(), label.data() + label.size(), level);
  return level;
}

}  // namespace

std::vector<std::int64_t> values_per_core(const Item& fold, const std::vector<int>& cores,
                                          std::int64_t low, std::int64_t high) {
  FoldLevel over_cores{FoldFunction::Map, 0, 0};
  fold.find("dim_prop_func").for_each_entry([&](std::size_t i, const Item& entry) {
    const FoldLevel level = read_level(entry);
    if (i == 0) over_cores = level;
  });
  if (over_cores.function == FoldFunction::Refused)
    return std::vector<std::int64_t>(cores.size(), 0);
  std::map<int, std::int64_t> values;
  if (over_cores.function != FoldFunction::Affine)
    values = mapped_values(fold.at("data_"), low, high);
  return spread(fold, over_cores, values, cores);
}

DimFolds read_dim_folds(const Item& folds) {
  DimFolds out;
  const Item functions = folds.at("dim_prop_func");
  const Item attributes = folds.at("dim_prop_attr");
  if (functions.size() != attributes.size()) {
    folds.wrong(fmt::format("{} functions for {} attributes", functions.size(), attributes.size()),
                "as many");
    return out;
  }
  std::map<int, plan::Fold, std::greater<>> elements;
  attributes.for_each_entry([&](std::size_t i, const Item& attribute) {
    const std::string label = attribute.at("label_").text();
    const plan::Fold fold{attribute.at("factor_").integer(0, kLargestExtent),
                          read_level(functions.at(i)).alpha};
    const int level = element_level(label);
    if (label == "core_fold") out.core = fold;
    if (level >= 0) elements[level] = fold;
  });
  for (const auto& [level, fold] : elements) out.elements.push_back(fold);
  return out;
}

}  // namespace spyre::bundle
