// Number, suffix and exact conversion: 128-bit integers, never a floating-point number.
#include "sim/config/text.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <span>

namespace spyre::config {
namespace {

using params::Unit;

struct Suffix {
  std::string_view text;
  std::int64_t base_units;
};

// Smallest first. Binary and decimal prefixes never mix: sizes are binary, rates decimal.
constexpr Suffix kPlain[]{{"", 1}};
constexpr Suffix kThousandths[]{{"", 1'000}};
constexpr Suffix kSizes[]{{"B", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
constexpr Suffix kWidths[]{{"B/cycle", 1}};
constexpr Suffix kClocks[]{{"Hz", 1}, {"kHz", 1'000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}};
constexpr Suffix kRates[]{{"B/s", 1},
                          {"kB/s", 1'000},
                          {"MB/s", 1'000'000},
                          {"GB/s", 1'000'000'000},
                          {"TB/s", 1'000'000'000'000}};
constexpr Suffix kDurations[]{
    {"ps", 1}, {"ns", 1'000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}};
constexpr Suffix kCycles[]{{"cycle", 1}, {"cycles", 1}};
constexpr Suffix kThroughputs[]{{"elements/cycle", 1'000}};

std::span<const Suffix> suffixes(Unit unit) {
  switch (unit) {
    case Unit::Count:
    case Unit::Flag: return kPlain;
    case Unit::Factor: return kThousandths;
    case Unit::Size: return kSizes;
    case Unit::BytesPerCycle: return kWidths;
    case Unit::Clock: return kClocks;
    case Unit::Rate: return kRates;
    case Unit::Duration: return kDurations;
    case Unit::CycleCount: return kCycles;
    case Unit::ElementsPerCycle: return kThroughputs;
  }
  return {};
}

std::string_view kind_text(Unit unit) {
  switch (unit) {
    case Unit::Count: return "a whole number such as 16";
    case Unit::Flag: return "true or false";
    case Unit::Size: return "a size such as \"128 B\" or \"2 MiB\"";
    case Unit::BytesPerCycle: return "a width such as \"128 B/cycle\"";
    case Unit::Clock: return "a clock such as \"1.1 GHz\"";
    case Unit::Rate: return "a rate such as \"10.6 GB/s\"";
    case Unit::Duration: return "a time such as \"85 ns\"";
    case Unit::CycleCount: return "cycles such as \"64 cycles\"";
    case Unit::Factor: return "a factor such as 1.051";
    case Unit::ElementsPerCycle: return "a throughput such as \"10.2 elements/cycle\"";
  }
  return {};
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// A plain decimal number cut into its parts, and what follows it.
struct Number {
  bool negative = false;
  std::string_view whole, fraction, rest;
};

std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const std::string_view digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

std::optional<Number> cut(std::string_view text) {
  Number number;
  number.negative = !text.empty() && text.front() == '-';
  if (number.negative) text.remove_prefix(1);
  number.whole = take_digits(text);
  if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0')) return {};
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    number.fraction = take_digits(text);
    if (number.fraction.empty()) return {};
  }
  number.rest = trimmed(text);
  return number;
}

const Suffix* find_suffix(std::string_view text, Unit unit) {
  for (const Suffix& suffix : suffixes(unit))
    if (suffix.text == text) return &suffix;
  return nullptr;
}

constexpr std::size_t kMostDigits = 24;  // with the largest suffix still inside 128 bits

// number x suffix in base units, or nothing when a base unit would have to be cut.
std::optional<int128> in_base_units(const Number& number, std::int64_t base_units) {
  int128 digits = 0, scale = 1;
  for (const char c : number.whole) digits = digits * 10 + (c - '0');
  for (const char c : number.fraction) {
    digits = digits * 10 + (c - '0');
    scale *= 10;
  }
  const int128 scaled = digits * base_units;
  if (scaled % scale != 0) return {};
  return number.negative ? -scaled / scale : scaled / scale;
}

// value / unit, exactly; `unit` is a power of ten, or divides `value`.
std::string decimal(std::int64_t value, std::int64_t unit) {
  std::string text = fmt::format("{}", value / unit);
  if (value % unit == 0) return text;
  std::string digits = fmt::format("{}", unit + value % unit).substr(1);  // leading zeros stay
  digits.erase(digits.find_last_not_of('0') + 1);
  return text + "." + digits;
}

std::variant<std::int64_t, Refusal> parse_flag(std::string_view text) {
  if (text == "true") return std::int64_t{1};
  if (text == "false") return std::int64_t{0};
  return Refusal{fmt::format("\"{}\" is no truth value", text)};
}

std::string unit_problem(std::string_view text, std::string_view found, Unit unit) {
  if (suffixes(unit).front().text.empty())
    return fmt::format("\"{}\" is no plain decimal number", text);
  if (found.empty()) return fmt::format("\"{}\" has no unit", text);
  return fmt::format("wrong unit \"{}\"", found);
}

}  // namespace

std::variant<std::int64_t, Refusal> parse(std::string_view text, const params::Slot& slot) {
  text = trimmed(text);
  if (slot.unit == Unit::Flag) return parse_flag(text);
  const std::optional<Number> number = cut(text);
  if (!number) return Refusal{fmt::format("\"{}\" is no plain decimal number", text)};
  const Suffix* suffix = find_suffix(number->rest, slot.unit);
  if (suffix == nullptr) return Refusal{unit_problem(text, number->rest, slot.unit)};
  if (number->whole.size() + number->fraction.size() > kMostDigits)
    return Refusal{fmt::format("\"{}\" has too many digits", text)};
  const std::optional<int128> value = in_base_units(*number, suffix->base_units);
  if (!value) return Refusal{fmt::format("\"{}\" is finer than the parameter can hold", text)};
  if (*value < slot.low || *value > slot.high)
    return Refusal{fmt::format("\"{}\" is out of range", text)};
  return static_cast<std::int64_t>(*value);
}

std::string text_of(std::int64_t value, Unit unit) {
  if (unit == Unit::Flag) return value != 0 ? "true" : "false";
  if (unit == Unit::CycleCount) return fmt::format("{} {}", value, value == 1 ? "cycle" : "cycles");
  Suffix best = suffixes(unit).front();
  for (const Suffix& s : suffixes(unit))
    if (value >= s.base_units && (unit != Unit::Size || value % s.base_units == 0)) best = s;
  const std::string number = decimal(value, best.base_units);
  return best.text.empty() ? number : fmt::format("{} {}", number, best.text);
}

std::string expected_text(const params::Slot& slot) {
  if (slot.unit == Unit::Flag) return std::string(kind_text(slot.unit));
  return fmt::format("{}, from {} to {}", kind_text(slot.unit), text_of(slot.low, slot.unit),
                     text_of(slot.high, slot.unit));
}

}  // namespace spyre::config
