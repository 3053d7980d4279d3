// How far a computed tensor is from what was expected.
#include "sim/execute/compare.hpp"

#include <algorithm>
#include <array>
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

void judge(double got, double expected, std::size_t flat, const std::vector<std::int64_t>& shape,
           TensorComparison& into) {
  const double distance = difference(got, expected);
  if (distance == 0) return;
  const double magnitude = std::fabs(expected);
  if (std::isnan(distance) ? !std::isnan(into.max_abs) : distance > into.max_abs) {
    into.max_abs = distance;
    into.where = index_of(static_cast<std::int64_t>(flat), shape);
  }
  if (magnitude != 0 && std::isfinite(magnitude))
    into.max_rel = std::max(into.max_rel, distance / magnitude);
  if (std::isfinite(distance) && distance <= into.atol + into.rtol * magnitude) return;
  ++into.beyond;
  if (into.first.size() < kNamed)
    into.first.push_back({index_of(static_cast<std::int64_t>(flat), shape), got, expected});
}

}  // namespace

void compare(const HostArray& got, const HostArray& expected, TensorComparison& into) {
  constexpr std::size_t kBlock = 1024;
  into.elements = got.elements();
  if (got.elements() != expected.elements()) {
    into.beyond = std::max(got.elements(), expected.elements());
    return;
  }
  std::array<double, kBlock> a, b;
  const auto count = static_cast<std::size_t>(into.elements);
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t taken = std::min(kBlock, count - first);
    got.read(first, taken, a.data());
    expected.read(first, taken, b.data());
    for (std::size_t i = 0; i < taken; ++i) judge(a[i], b[i], first + i, got.shape, into);
  }
}

}  // namespace spyre::execute
