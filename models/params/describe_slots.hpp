// Short words for the describe table: one function per unit that ties a member to its range, and
// the four groups.
#pragma once

#include "models/params/describe.hpp"

namespace spyre::params {

constexpr std::int64_t kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB;
constexpr std::int64_t kMega = 1'000'000, kGiga = 1'000 * kMega, kTera = 1'000 * kGiga;
constexpr std::int64_t kMicrosecond = 1'000'000, kSecond = kPicosPerSecond;

inline Slot count(std::int64_t& m, std::int64_t low, std::int64_t high) {
  return {&m, Unit::Count, low, high};
}
inline Slot flag(bool& m) { return {&m, Unit::Flag, 0, 1}; }
inline Slot size(Bytes& m, std::int64_t low, std::int64_t high) {
  return {&m, Unit::Size, low, high};
}
inline Slot per_cycle(Bytes& m) { return {&m, Unit::BytesPerCycle, 1, 64 * kKiB}; }
inline Slot clock(Hertz& m) { return {&m, Unit::Clock, kMega, 10 * kGiga}; }
inline Slot rate(BytesPerSecond& m) { return {&m, Unit::Rate, kMega, 100 * kTera}; }
inline Slot duration(Time& m, std::int64_t high = kSecond) { return {&m, Unit::Duration, 0, high}; }
inline Slot cycles(Cycles& m, std::int64_t high) { return {&m, Unit::CycleCount, 0, high}; }
inline Slot factor(Permille& m, std::int64_t low, std::int64_t high) {
  return {&m, Unit::Factor, low, high};
}
inline Slot slowdown(Permille& m) { return factor(m, 1000, 100'000); }
inline Slot elements(MilliElementsPerCycle& m) {
  return {&m, Unit::ElementsPerCycle, 1, 1'000'000};
}

using Table = std::vector<Parameter>;

void describe_card(Table& table, ChipParams& p);     // chip, rings, LX, mover
void describe_memory(Table& table, ChipParams& p);   // dram, hmi
void describe_compute(Table& table, ChipParams& p);  // pt, sfp, host
void describe_schedule(Table& table, Schedule& p);

}  // namespace spyre::params
