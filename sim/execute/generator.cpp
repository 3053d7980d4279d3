// Values for inputs that have no file.
#include "sim/execute/generator.hpp"

#include <algorithm>
#include <vector>

namespace spyre::execute {
namespace {

using number::HostType;

// SplitMix64: a counter through a bijection that mixes all bits.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

std::uint64_t stream_of(const std::string& name, std::uint64_t seed) {
  std::uint64_t state = mixed(seed);
  for (const char c : name) state = mixed(state ^ static_cast<unsigned char>(c));
  return state;
}

float in_unit_interval(std::uint64_t bits) { return static_cast<float>(bits >> 40) * 0x1p-24F; }

}  // namespace

HostArray generated(const std::string& name, std::uint64_t seed, HostType type,
                    const std::vector<std::int64_t>& shape, std::int64_t rows) {
  HostArray array{type, shape, {}};
  const auto count = static_cast<std::size_t>(array.elements());
  const auto size = static_cast<std::size_t>(number::host_bytes(type));
  array.bytes.resize(count * size);
  const std::uint64_t stream = stream_of(name, seed);
  if (number::is_integer(type)) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = static_cast<std::int64_t>(
          mixed(stream + i) % static_cast<std::uint64_t>(std::max<std::int64_t>(rows, 1)));
      number::store_host_integer(type, row, array.bytes.data() + i * size);
    }
    return array;
  }
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float unit = in_unit_interval(mixed(stream + i));
    values[i] = type == HostType::Bool ? static_cast<float>(unit < 0.5F) : 2 * unit - 1;
  }
  number::float_to_host(type, {}, values.data(), array.bytes.data(), 1, count);
  return array;
}

}  // namespace spyre::execute
