// The specification of a sweep: which plans, which axes, and how they combine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/sweep/filter.hpp"

namespace spyre::sweep {

// Values that something takes one after another.
struct Axis {
  std::string name;  // its path: dram.channels, build.n
  std::vector<std::string> values;
};

enum class Combine : std::uint8_t { Product, Zip };

// A random subset; that of more points contains that of fewer.
struct Sample {
  std::uint64_t points = 0, seed = 0;
};

struct Spec {
  std::string name;
  std::vector<std::string> plans;                 // as written, a column of results
  std::vector<std::filesystem::path> plan_files;  // where they are
  std::map<std::string, std::string> build;       // fields of the plan builder with one value
  std::vector<Axis> build_axes;             // and with several: build.n; both empty: none built
  std::map<std::string, std::string> card;  // parameters of the card with one value
  std::vector<Axis> card_axes;
  Combine combine = Combine::Product;
  std::optional<Sample> sample;
  Filter keep;

  [[nodiscard]] bool builds() const { return !build.empty() || !build_axes.empty(); }
};

// `text` is the YAML, `file` its name in messages and the start of relative paths (the current
// folder counts as well). Throws Error (Input) with all problems, each with line and column.
Spec parse_spec(const std::string& text, const std::filesystem::path& file);

// What text_of says files of this kind are.
inline constexpr const char* kSpecification = "a specification of a sweep";

// The filter of a specification that was run, as written; "" without one.
std::string keep_text(const std::string& text);

}  // namespace spyre::sweep
