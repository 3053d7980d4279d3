// Formats numbers without exponents, locale or negative zero.
#include "sim/report/number_text.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace spyre::report {

double microseconds(Time t) { return static_cast<double>(t.count()) / 1e6; }

std::string fixed(double value, int decimals) {
  ensure(std::isfinite(value), "a reported figure is not a finite number");
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool negative_zero =
      text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos;
  return negative_zero ? text.substr(1) : text;
}

std::string decimal(double value, int decimals) {
  std::string text = fixed(value, decimals);
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return text;
  text.resize(std::max(text.find_last_not_of('0'), point + 1) + 1);
  return text;
}

std::string percent(double share) { return fixed(100 * share, 1); }

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<const char*, 5> units{"KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return fixed(value, 2) + ' ' + units[unit];
}

std::string count_text(std::int64_t count) {
  if (count < 1'000'000) return fmt::format("{}", count);
  return fmt::format("{:.3g}", static_cast<double>(count));
}

std::string counted(std::int64_t n, std::string_view one, std::string_view many) {
  if (n == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", n, one) : fmt::format("{} {}", n, many);
}

}  // namespace spyre::report
