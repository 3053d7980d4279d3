// Tensors on the card: strides, extents and descriptions, computed by hand from the host shape.
#include "sim/make/shape.hpp"
#include "tests/support/catch.hpp"

namespace spyre::make {
namespace {

constexpr auto kHalf = plan::Format::Sen169Fp16;
using Sizes = std::vector<std::int64_t>;

TEST_CASE("a matrix keeps its rows together and its stick columns apart", "[arithmetic]") {
  const DeviceShape shape = default_shape({128, 256}, kHalf);
  CHECK(units(shape, 0) == 128);
  CHECK(units(shape, 1) == 256 / 64);
  CHECK(stride(shape, 0) == 128);
  CHECK(stride(shape, 1) == 128 * 128);
  CHECK(bytes(shape) == 128 * 256 * 2);
  CHECK(device_layout(shape).device_size == Sizes{4, 128, 64});
  CHECK(device_layout(shape).stride_map == Sizes{64, 256, 1});
}

TEST_CASE("sticks are whole: 150 columns take three", "[arithmetic]") {
  const DeviceShape shape = default_shape({5, 100, 150}, kHalf);
  CHECK(bytes(shape) == 100 * 3 * 5 * 128);
  CHECK(stride(shape, 0) == 128);
  CHECK(stride(shape, 2) == 5 * 128);
  CHECK(stride(shape, 1) == 5 * 3 * 128);
  CHECK(device_layout(shape).device_size == Sizes{100, 3, 5, 64});
  CHECK(device_layout(shape).stride_map == Sizes{150, 64, 15000, 1});
}

TEST_CASE("a stick holds 32 elements of four bytes", "[arithmetic]") {
  CHECK(device_layout(default_shape({128, 256}, plan::Format::IeeeFp32)).device_size ==
        Sizes{8, 128, 32});
}

TEST_CASE("a permuted operand lies as the default of its permuted dimensions", "[arithmetic]") {
  const DeviceShape shape =
      permuted_shape({16, 512, 2048}, {1, 0, 2}, kHalf);  // as if 512 x 16 x 2048
  CHECK(stride(shape, 1) == 128);
  CHECK(stride(shape, 2) == 512 * 128);
  CHECK(stride(shape, 0) == 512 * 32 * 128);
}

TEST_CASE("one value per stick takes a stick for each row", "[arithmetic]") {
  CHECK(bytes(sparse_shape({64, 1}, kHalf)) == 64 * 128);
  CHECK(bytes(default_shape({64, 1}, kHalf)) == 64 * 128);
  CHECK(device_layout(default_shape({64, 1}, kHalf)).stride_map == Sizes{-1, 1, -1});
  CHECK(device_layout(default_shape({}, kHalf)).device_size == Sizes{1, 64});
  CHECK(device_layout(default_shape({}, kHalf)).stride_map == Sizes{-1, -1});
}

}  // namespace
}  // namespace spyre::make
