// Lane order inside sticks.
#include "sim/number/arrangement.hpp"

#include "models/base/error.hpp"

#include <array>
#include <string>
#include <utility>

namespace spyre::number {
namespace {

constexpr std::array<std::pair<std::string_view, Arrangement>, 6> kNames{{
    {"STANDARD", Arrangement::Standard},
    {"DL16_TO_FP32", Arrangement::Dl16ToFp32},
    {"QFP8CH", Arrangement::Qfp8Ch},
    {"EXX2", Arrangement::Exx2},
    {"FP32_TO_DL16", Arrangement::Fp32ToDl16},
    {"QFP8WT", Arrangement::Qfp8Wt},
}};

// Position of each logical element under a wiring.
std::vector<int> positions(const std::vector<LaneDigit>& digits) {
  std::vector<int> table{0};
  for (const LaneDigit& digit : digits) {
    std::vector<int> longer;
    for (std::int64_t step = 0; step < digit.count; ++step)
      for (int inner : table) longer.push_back(inner + static_cast<int>(step * digit.position));
    table = std::move(longer);
  }
  return table;
}

std::vector<int> inverse(const std::vector<int>& table) {
  std::vector<int> result(table.size());
  for (std::size_t i = 0; i < table.size(); ++i)
    result[static_cast<std::size_t>(table[i])] = static_cast<int>(i);
  return result;
}

}  // namespace

Arrangement arrangement_named(std::string_view name) {
  std::vector<std::string> known;
  for (const auto& [text, value] : kNames) {
    if (text == name) return value;
    known.emplace_back(text);
  }
  throw Error(ErrorKind::Input, "element_arrangement",
              "unknown arrangement \"" + std::string(name) + "\"",
              "one of STANDARD, DL16_TO_FP32, QFP8CH, EXX2, FP32_TO_DL16, QFP8WT; nearest " +
                  nearest(name, known));
}

std::vector<LaneDigit> fp32_of_dl16(int group) {
  return {{1, group, 1}, {group, 2, 32}, {2 * group, 32 / group, group}};
}

std::vector<LaneDigit> fp8_of_dl16() { return {{1, 8, 1}, {8, 8, 16}, {64, 2, 8}}; }

std::vector<int> stored_positions(Arrangement arrangement, int group) {
  switch (arrangement) {
    case Arrangement::Dl16ToFp32: return positions(fp32_of_dl16(group));
    case Arrangement::Fp32ToDl16: return inverse(positions(fp32_of_dl16(group)));
    case Arrangement::Qfp8Ch: return positions(fp8_of_dl16());
    case Arrangement::Standard:
    case Arrangement::Exx2:
    case Arrangement::Qfp8Wt: break;
  }
  return {};
}

}  // namespace spyre::number
