// Weighs measured runs, and counts tails of their errors.
#include "sim/interval/interval.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace spyre::interval {
namespace {

constexpr double kUnknownError = 0.05, kLeast = 0.01;
constexpr double kEnoughAlike = 1;  // weight of one row that looks the same
constexpr double kWider = 2;        // per reason

double error_of(const Known& known) { return std::log(known.measured_us / known.predicted_us); }

double ratio(double a, double b) { return std::min(a, b) / std::max(a, b); }

double common_share(const Features& a, const Features& b) {
  double common = 0;
  for (const auto& [kind, share] : a.shares) {
    const auto other = b.shares.find(kind);
    if (other != b.shares.end()) common += std::min(share, other->second);
  }
  return common;
}

double resemblance(const Features& a, const Features& b) {
  const double common = common_share(a, b);
  return common * common * ratio(a.cores, b.cores) * ratio(a.launch_us, b.launch_us);
}

struct Errors {
  double weight = 0, sum = 0;
};

// `build` empty: of any.
Errors errors_alike(const std::vector<Known>& known, const Question& question,
                    const std::string& build) {
  Errors errors;
  for (const Known& row : known) {
    if (row.group == question.left_out || (!build.empty() && row.build != build)) continue;
    const double weight = resemblance(question.features, row.features);
    errors.weight += weight;
    errors.sum += weight * std::abs(error_of(row));
  }
  return errors;
}

// Of sorted values; outward, so that few values are not taken for many.
double low_tail(const std::vector<double>& sorted, double share) {
  const double rank = std::floor(share * static_cast<double>(sorted.size() + 1)) - 1;
  return sorted[static_cast<std::size_t>(std::max(rank, 0.0))];
}

check::Finding finding(const char* id, std::string message) {
  check::Finding result;
  result.id = id;
  result.severity = check::Severity::Warning;
  result.message = std::move(message);
  return result;
}

// Kinds that take time and that no measured run has, and their share.
std::pair<double, std::string> unmeasured(const std::vector<Known>& known,
                                          const Features& features) {
  double sum = 0;
  std::string kinds;
  for (const auto& [kind, share] : features.shares) {
    const bool any = std::any_of(known.begin(), known.end(), [&, &name = kind](const Known& row) {
      return row.features.shares.count(name) != 0;
    });
    if (any) continue;
    sum += share;
    kinds += (kinds.empty() ? "" : ", ") + kind;
  }
  return {sum, kinds};
}

template <class Value>
bool beyond(const std::vector<Known>& known, double of, Value value) {
  const auto less = [&](const Known& a, const Known& b) { return value(a) < value(b); };
  const auto [least, most] = std::minmax_element(known.begin(), known.end(), less);
  return of < value(*least) || of > value(*most);
}

}  // namespace

double spread_of(const std::vector<Known>& known, const Question& question) {
  Errors errors = errors_alike(known, question, question.build);
  if (errors.weight < kEnoughAlike) errors = errors_alike(known, question, {});
  return (errors.sum + kUnknownError) / (errors.weight + 1);
}

std::vector<Known> with_spreads(std::vector<Known> known) {
  std::vector<double> spreads;
  for (const Known& row : known)
    spreads.push_back(spread_of(known, {row.features, row.build, row.group, false}));
  for (std::size_t i = 0; i < known.size(); ++i) known[i].spread = spreads[i];
  return known;
}

Table::Table(std::vector<Known> known) : known_(std::move(known)) {
  constexpr double kTail = (1 - kLevel) / 2;
  std::map<std::string, std::vector<double>> off;  // in spreads
  for (const Known& row : known_) off[row.build].push_back(error_of(row) / row.spread);
  for (auto& [build, values] : off) {
    std::sort(values.begin(), values.end());
    const double low = low_tail(values, kTail);
    for (double& value : values) value = -value;
    std::reverse(values.begin(), values.end());
    tails_[build] = {low, -low_tail(values, kTail)};
  }
}

double Table::widening(const Question& question, std::vector<check::Finding>& findings) const {
  constexpr double kNoticed = 0.05;
  double factor = 1;
  const auto widen = [&](const char* id, std::string why) {
    factor *= kWider;
    findings.push_back(finding(id, std::move(why) + "; the prediction interval is widened"));
  };
  const Features& f = question.features;
  const auto [share, kinds] = unmeasured(known_, f);
  if (share > kNoticed)
    widen("TIME-01",
          fmt::format("{:.0f} % of the kernel time is work of kinds that were never measured: {}",
                      100 * share, kinds));
  if (beyond(known_, f.cores,
             [](const Known& row) { return static_cast<double>(row.features.cores); }))
    widen("TIME-02", fmt::format("kernels on {} cores were never measured", f.cores));
  if (beyond(known_, f.launch_us, [](const Known& row) { return row.features.launch_us; }))
    widen("TIME-03", fmt::format("kernels of {:.1f} us were never measured", f.launch_us));
  if (question.other_card) widen("TIME-04", "the card is not the one that was measured");
  return factor;
}

Bounds Table::bounds_of(const Question& question) const {
  Bounds bounds;
  const auto tails = tails_.find(question.build);
  const Tails off = tails == tails_.end() ? tails_.begin()->second : tails->second;
  const double spread = spread_of(known_, question) * widening(question, bounds.findings);
  bounds.low = std::exp(std::min(spread * off.low, -kLeast));
  bounds.high = std::exp(std::max(spread * off.high, kLeast));
  return bounds;
}

}  // namespace spyre::interval
