// Measures how fast blocks of elements are converted on one core: bytes of the card's memory per
// second of processor time. No test runs it.
#include "sim/number/codec.hpp"
#include "sim/number/host_type.hpp"
#include "sim/plan/vocabulary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <iostream>
#include <vector>

namespace {

using namespace spyre;

constexpr std::size_t kElements = 1 << 14;  // stays in a cache, as the blocks of a run do
constexpr int kRounds = 2000, kTries = 5;

double seconds_of(const std::function<void()>& work) {
  const std::clock_t begin = std::clock();
  for (int round = 0; round < kRounds; ++round) work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void tell(const std::string& what, std::size_t bytes, const std::function<void()>& work) {
  double best = seconds_of(work);
  for (int i = 1; i < kTries; ++i) best = std::min(best, seconds_of(work));
  const double gigabytes = static_cast<double>(bytes) * kRounds * 1e-9;
  std::cout << fmt::format("{:<34} {:6.2f} GB/s\n", what, gigabytes / best);
}

void measure(plan::Format format) {
  const number::Codec codec = number::codec(format, number::Rounding::NearestEven);
  const std::size_t bytes = kElements * static_cast<std::size_t>(plan::element_bits(format)) / 8;
  std::vector<std::uint8_t> device(bytes);
  std::vector<float> values(kElements);
  for (std::size_t i = 0; i < kElements; ++i)
    values[i] = static_cast<float>(i % 4001) / 1000.0F - 2.0F;
  const std::string name(plan::name(format));
  tell(name + " from float", bytes, [&] { codec.encode(values.data(), device.data(), kElements); });
  tell(name + " to float", bytes, [&] { codec.decode(device.data(), values.data(), kElements); });
}

}  // namespace

int main() {
  for (const plan::Format format : {plan::Format::Sen169Fp16, plan::Format::IeeeFp32,
                                    plan::Format::Sen143Fp8, plan::Format::IeeeFp16})
    measure(format);
}
