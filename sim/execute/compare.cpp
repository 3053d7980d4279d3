// How far a computed tensor is from what was expected.
#include "sim/execute/compare.hpp"

#include <algorithm>
#include <cmath>

namespace spyre::execute {
namespace {

constexpr std::size_t kNamed = 10;

std::vector<std::int64_t> index_of(std::int64_t flat, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = flat % shape[d];
    flat /= shape[d];
  }
  return index;
}

double difference(double got, double expected) {
  if (got == expected || (!std::isfinite(got) && !std::isfinite(expected))) return 0;
  return std::fabs(got - expected);
}

}  // namespace

void compare(const HostArray& got, const HostArray& expected, TensorComparison& into) {
  into.elements = got.elements();
  if (got.elements() != expected.elements()) {
    into.beyond = std::max(got.elements(), expected.elements());
    return;
  }
  const std::vector<double> a = got.values(), b = expected.values();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double distance = difference(a[i], b[i]);
    into.max_abs = std::isnan(distance) ? distance : std::max(into.max_abs, distance);
    if (b[i] != 0 && std::isfinite(b[i]))
      into.max_rel = std::max(into.max_rel, distance / std::fabs(b[i]));
    const double allowed = into.atol + into.rtol * std::fabs(b[i]);
    if (distance == 0 || (std::isfinite(distance) && distance <= allowed)) continue;
    ++into.beyond;
    if (into.first.size() < kNamed)
      into.first.push_back({index_of(static_cast<std::int64_t>(i), got.shape), a[i], b[i]});
  }
}

}  // namespace spyre::execute
