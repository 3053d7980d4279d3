// Is the comparison with an expectation the one torch-spyre's tests make?
#include "sim/execute/compare.hpp"

#include "tests/support/catch.hpp"

#include <limits>

namespace spyre::execute {
namespace {

HostArray floats(const std::vector<float>& values, std::vector<std::int64_t> shape) {
  HostArray array{number::HostType::Float32, std::move(shape), {}};
  array.bytes.resize(values.size() * 4);
  number::float_to_host(array.type, {}, values.data(), array.bytes.data(), 1, values.size());
  return array;
}

TensorComparison compared(const std::vector<float>& got, const std::vector<float>& expected,
                          double atol, double rtol) {
  TensorComparison comparison;
  comparison.atol = atol;
  comparison.rtol = rtol;
  const auto count = static_cast<std::int64_t>(got.size());
  compare(floats(got, {count / 2, 2}), floats(expected, {count / 2, 2}), comparison);
  return comparison;
}

TEST_CASE("a difference may be the absolute tolerance plus the relative one of the expectation",
          "[arithmetic]") {
  const TensorComparison c =
      compared({1.0F, 10.0F, 2.5F, 100.0F}, {1.25F, 10.0F, 2.0F, 110.0F}, 0.25, 0.125);
  CHECK(c.beyond == 0);
  CHECK(c.max_abs == 10.0);
  CHECK(c.max_rel == 0.25);
  CHECK(c.where == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("elements beyond the tolerance are counted and the first named by index",
          "[arithmetic]") {
  const TensorComparison c = compared({1, 2, 3, 4}, {1, 2.5F, 3, 5}, 0.25, 0);
  CHECK(c.beyond == 2);
  REQUIRE(c.first.size() == 2);
  CHECK(c.first[0].index == std::vector<std::int64_t>{0, 1});
  CHECK(c.first[1].got == 4);
  CHECK(c.first[1].expected == 5);
}

TEST_CASE("not more than ten elements are named", "[arithmetic]") {
  CHECK(compared(std::vector<float>(40, 1), std::vector<float>(40, 9), 0.1, 0.1).first.size() ==
        10);
}

TEST_CASE("values that are not finite agree with each other and with nothing else",
          "[arithmetic]") {
  const float infinity = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(compared({infinity, nan, -infinity, nan}, {infinity, nan, infinity, infinity}, 0.1, 0.1)
            .beyond == 0);
  CHECK(compared({1, nan, infinity, 2}, {infinity, 1, 1, 2}, 0.1, 0.1).beyond == 3);
}

TEST_CASE("an expectation of another shape agrees nowhere", "[arithmetic]") {
  TensorComparison comparison;
  compare(floats({1, 2}, {2}), floats({1, 2, 3}, {3}), comparison);
  CHECK(comparison.beyond == 3);
}

}  // namespace
}  // namespace spyre::execute
