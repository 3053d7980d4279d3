// The describe table of the data sheet: for every parameter its key, member, unit, range, meaning,
// status and source. The same list drives decoding, unknown and missing keys, `spyre-sim config`
// and the assumptions of a report.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "models/params/params.hpp"

namespace spyre::params {

// How a value came to be: stated by a public source, seen on the card, chosen so that measured
// times are met, or ours.
enum class Status { Published, Measured, Fitted, Assumed };

// What the text of a value is written in.
enum class Unit {
  Count,             // 16
  Flag,              // true
  Size,              // 2 MiB
  BytesPerCycle,     // 128 B/cycle
  Clock,             // 1.1 GHz
  Rate,              // 10.6 GB/s
  Duration,          // 85 ns
  CycleCount,        // 64 cycles
  Factor,            // 1.051
  ElementsPerCycle,  // 10.2 elements/cycle
};

using Member = std::variant<std::int64_t*, bool*, Bytes*, Cycles*, Hertz*, BytesPerSecond*, Time*,
                            Permille*, MilliElementsPerCycle*>;

// The member of one parameter, its unit, and its range in base units: bytes, hertz, picoseconds,
// thousandths.
struct Slot {
  Member member;
  Unit unit;
  std::int64_t low, high;

  [[nodiscard]] std::int64_t read() const;
  void write(std::int64_t value) const;
};

struct Parameter {
  std::string_view path;  // dram.channels, schedule.block.matmul
  Slot slot;
  Status status;
  std::string_view meaning;  // one line
  std::string_view source;   // public documents as [tag], and what was done with them
};

// Every parameter, slots pointing into `p`, in the order of the data sheet.
std::vector<Parameter> describe(ChipParams& p);

std::string_view name(Status status);

struct Document {
  std::string_view tag, title;
};

// The public documents behind the tags of `Parameter::source`.
const std::vector<Document>& documents();

}  // namespace spyre::params
