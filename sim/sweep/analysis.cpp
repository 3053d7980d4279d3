// Groups points by what they share.
#include "sim/sweep/analysis.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace spyre::sweep {
namespace {

using Indices = std::vector<std::size_t>;

// Points that differ on one dimension only.
std::vector<Indices> groups_along(const Results& results, std::size_t dimension) {
  std::map<Indices, Indices> groups;
  for (std::size_t i = 0; i < results.simulated.size(); ++i) {
    Indices others = results.simulated[i].at;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(dimension));
    groups[others].push_back(i);
  }
  std::vector<Indices> found;
  for (auto& [others, group] : groups) {
    const auto value = [&](std::size_t i) { return results.simulated[i].at[dimension]; };
    const std::size_t first = value(group.front());
    const bool differ =
        std::any_of(group.begin(), group.end(), [&](std::size_t i) { return value(i) != first; });
    if (differ) found.push_back(std::move(group));
  }
  return found;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Effect effect_of(const Results& results, std::size_t dimension) {
  const std::size_t values = results.dimensions[dimension].values.size();
  Effect effect{dimension, 0, 1, 1, std::vector<double>(values)};
  std::vector<double> ratios, sums(values), counts(values);
  for (const Indices& group : groups_along(results, dimension)) {
    const auto time = [&](std::size_t i) { return results.simulated[i].kernel_us; };
    const auto [low, high] =
        std::minmax_element(group.begin(), group.end(),
                            [&](std::size_t a, std::size_t b) { return time(a) < time(b); });
    if (time(*low) <= 0) continue;
    ratios.push_back(time(*high) / time(*low));
    for (const std::size_t i : group) {
      sums[results.simulated[i].at[dimension]] += time(i) / time(*low);
      counts[results.simulated[i].at[dimension]] += 1;
    }
  }
  effect.groups = ratios.size();
  if (ratios.empty()) return effect;
  effect.largest = *std::max_element(ratios.begin(), ratios.end());
  effect.typical = median(std::move(ratios));
  for (std::size_t v = 0; v < values; ++v)
    effect.relative[v] = counts[v] > 0 ? sums[v] / counts[v] : 0;
  return effect;
}

std::vector<double> numbers_along(const Results& results, std::size_t dimension) {
  std::vector<double> values;
  for (const Result& result : results.simulated)
    values.push_back(results.dimensions[dimension].numbers[result.at[dimension]]);
  return values;
}

Figure figure_named(const Results& results, const std::string& name) {
  std::vector<std::string> known{"kernel_us", "device_us"};
  for (std::size_t d = 0; d < results.dimensions.size(); ++d) {
    if (!results.dimensions[d].numeric()) continue;
    if (results.dimensions[d].name == name) return {name, numbers_along(results, d)};
    known.push_back(results.dimensions[d].name);
  }
  Figure figure{name, {}};
  if (name != "kernel_us" && name != "device_us") {
    const std::string near = nearest(name, known);
    throw Error(ErrorKind::Input, "--figures", fmt::format("no figure '{}'", name),
                near.empty() ? fmt::format("{}", fmt::join(known, ", ")) : near);
  }
  for (const Result& r : results.simulated)
    figure.values.push_back(name == "kernel_us" ? r.kernel_us : r.device_us);
  return figure;
}

// Shapes are given, not paid for.
bool costs(const Dimension& dimension) {
  const bool of_card = dimension.name != "plan" && dimension.name.rfind("build.", 0) != 0;
  return dimension.numeric() && (of_card || dimension.name == "build.cores");
}

}  // namespace

std::vector<Effect> effects_of(const Results& results) {
  std::vector<Effect> effects;
  for (std::size_t d = 0; d < results.dimensions.size(); ++d)
    effects.push_back(effect_of(results, d));
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Effect& a, const Effect& b) { return a.typical > b.typical; });
  return effects;
}

std::pair<Figure, Figure> figures_of(const Results& results, const std::vector<Effect>& effects,
                                     const std::string& names) {
  const std::size_t comma = names.find(',');
  if (names.empty()) {
    const auto cost = std::find_if(effects.begin(), effects.end(), [&](const Effect& e) {
      return costs(results.dimensions[e.dimension]);
    });
    const std::string second =
        cost == effects.end() ? "device_us" : results.dimensions[cost->dimension].name;
    return {figure_named(results, second), figure_named(results, "kernel_us")};
  }
  if (comma == std::string::npos)
    throw Error(ErrorKind::Input, "--figures", fmt::format("found '{}'", names),
                "two, as in kernel_us,dram.channels");
  return {figure_named(results, names.substr(0, comma)),
          figure_named(results, names.substr(comma + 1))};
}

std::vector<std::size_t> fastest(const Results& results, std::size_t count) {
  Indices order;
  for (std::size_t i = 0; i < results.simulated.size(); ++i) {
    if (results.simulated[i].kept) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return results.simulated[a].kernel_us < results.simulated[b].kernel_us;
  });
  order.resize(std::min(order.size(), count));
  return order;
}

std::vector<std::size_t> front_of(const Results& results, const Figure& a, const Figure& b) {
  Indices order = fastest(results, results.simulated.size());
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return std::pair(a.values[i], b.values[i]) < std::pair(a.values[j], b.values[j]);
  });
  Indices front;
  double best = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    if (b.values[i] >= best) continue;
    best = b.values[i];
    front.push_back(i);
  }
  return front;
}

std::vector<std::vector<std::size_t>> fastest_cells(const Results& results, std::size_t rows,
                                                    std::size_t columns) {
  const std::size_t none = results.simulated.size();
  std::vector<Indices> cells(results.dimensions[rows].values.size(),
                             Indices(results.dimensions[columns].values.size(), none));
  for (std::size_t i = 0; i < none; ++i) {
    const Result& result = results.simulated[i];
    std::size_t& cell = cells[result.at[rows]][result.at[columns]];
    if (cell == none || result.kernel_us < results.simulated[cell].kernel_us) cell = i;
  }
  return cells;
}

}  // namespace spyre::sweep
