// One operand of one core: elements of a region decoded, encoded, copied, with what is known of
// them.
#include "sim/execute/access.hpp"

#include "models/base/error.hpp"
#include "sim/plan/plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace spyre::execute {
namespace {

constexpr std::size_t kLargestElement = 4;
using Packed = std::array<std::uint8_t, kBlock * kLargestElement>;

// Elements picked from memory at a constant distance. The size is a constant so that a copy is one
// instruction.
template <std::size_t kBytes>
void pick(const std::uint8_t* from, std::int64_t stride, std::size_t count, std::uint8_t* to) {
  for (std::size_t i = 0; i < count; ++i, from += stride)
    std::memcpy(to + i * kBytes, from, kBytes);
}

template <std::size_t kBytes>
void place(const std::uint8_t* from, std::size_t count, std::int64_t stride, std::uint8_t* to) {
  for (std::size_t i = 0; i < count; ++i, to += stride) std::memcpy(to, from + i * kBytes, kBytes);
}

void pick(std::int64_t bytes, const std::uint8_t* from, Run run, std::uint8_t* to) {
  if (bytes == 1)
    pick<1>(from, run.stride, run.count, to);
  else if (bytes == 2)
    pick<2>(from, run.stride, run.count, to);
  else
    pick<4>(from, run.stride, run.count, to);
}

void place(std::int64_t bytes, const std::uint8_t* from, Run run, std::uint8_t* to) {
  if (bytes == 1)
    place<1>(from, run.count, run.stride, to);
  else if (bytes == 2)
    place<2>(from, run.count, run.stride, to);
  else
    place<4>(from, run.count, run.stride, to);
}

bool any(const std::uint8_t* doubts, std::size_t count) {
  return doubts != nullptr &&
         std::any_of(doubts, doubts + count, [](std::uint8_t d) { return d != 0; });
}

}  // namespace

Access::Access(Region& region, std::int64_t start, plan::Format format, number::Rounding rounding,
               Writer writer)
    : region_(&region),
      start_(start),
      bytes_(plan::element_bits(format) / 8),
      format_(format),
      codec_(number::codec(format, rounding)),
      writer_(writer) {
  if (bytes_ == 1 || bytes_ == 2 || bytes_ == 4) return;
  throw Error(ErrorKind::Unsupported, "",
              "values of format " + std::string(plan::name(format)) + " are not computed");
}

void Access::load(Run run, float* to) const {
  if (!defined(run)) return load_doubtful(run, to);
  if (contiguous(run)) return codec_.decode(region_->at(start_ + run.offset), to, run.count);
  if (run.stride != 0) return load_scattered(run, to);
  codec_.decode(region_->at(start_ + run.offset), to, 1);
  std::fill_n(to, run.count, *to);
}

void Access::load_scattered(Run run, float* to) const {
  Packed packed;
  pick(bytes_, region_->at(start_ + run.offset), run, packed.data());
  codec_.decode(packed.data(), to, run.count);
}

void Access::load_doubtful(Run run, float* to) const {
  std::array<std::uint8_t, kLargestElement> element{};
  std::int64_t address = start_ + run.offset;
  for (std::size_t i = 0; i < run.count; ++i, address += run.stride) {
    region_->read(address, bytes_, element.data());
    codec_.decode(element.data(), to + i, 1);
  }
}

bool Access::defined(Run run) const {
  const std::int64_t first = start_ + run.offset;
  if (contiguous(run))
    return region_->defined(first, bytes_ * static_cast<std::int64_t>(run.count));
  if (run.stride == 0) return region_->defined(first, bytes_);
  for (std::size_t i = 0; i < run.count; ++i)
    if (!region_->defined(first + static_cast<std::int64_t>(i) * run.stride, bytes_)) return false;
  return true;
}

void Access::mark_doubts(Run run, std::uint8_t* doubts) const {
  std::int64_t address = start_ + run.offset;
  for (std::size_t i = 0; i < run.count; ++i, address += run.stride)
    if (!region_->defined(address, bytes_)) doubts[i] = 1;
}

// A NaN has one pattern: the sign that arithmetic gives it differs between processors.
void Access::encode(Run run, const float* from) {
  std::array<float, kBlock> plain;
  if (format_ == plan::Format::IeeeFp32) {
    for (std::size_t i = 0; i < run.count; ++i)
      plain[i] = std::isnan(from[i]) ? std::numeric_limits<float>::quiet_NaN() : from[i];
    from = plain.data();
  }
  std::uint8_t* to = region_->at(start_ + run.offset);
  if (contiguous(run)) return codec_.encode(from, to, run.count);
  Packed packed;
  codec_.encode(from, packed.data(), run.count);
  place(bytes_, packed.data(), run, to);
}

void Access::store(Run run, const float* from, const std::uint8_t* doubts) {
  if (writer_.sparse) forget_sticks(run);
  encode(run, from);
  note(run, doubts);
}

void Access::forget_sticks(Run run) {
  std::int64_t address = start_ + run.offset;
  for (std::size_t i = 0; i < run.count; ++i, address += run.stride)
    region_->undefine(address / plan::kStickBytes * plan::kStickBytes, plan::kStickBytes);
}

void Access::note_writer(std::int64_t address, std::int64_t bytes) {
  const std::int64_t twice = region_->note_writer(address, bytes, writer_.event, writer_.core);
  if (twice > 0 && writer_.twice != nullptr) *writer_.twice += twice;
}

void Access::note(Run run, const std::uint8_t* doubts) {
  const std::int64_t first = start_ + run.offset;
  if (contiguous(run) && !any(doubts, run.count)) {
    const std::int64_t bytes = bytes_ * static_cast<std::int64_t>(run.count);
    region_->define(first, bytes);
    return note_writer(first, bytes);
  }
  std::int64_t address = first;
  for (std::size_t i = 0; i < run.count; ++i, address += run.stride) {
    if (doubts != nullptr && doubts[i] != 0)
      region_->undefine(address, bytes_);
    else
      region_->define(address, bytes_);
    note_writer(address, bytes_);
  }
}

void Access::copy(Run run, const Access& from, Run from_run) {
  if (writer_.sparse && from.region_ != region_) forget_sticks(run);
  if (!from.defined(from_run)) return copy_doubtful(run, from, from_run);
  std::uint8_t* to = region_->at(start_ + run.offset);
  const std::uint8_t* source = from.region_->at(from.start_ + from_run.offset);
  if (contiguous(run) && from.contiguous(from_run)) {
    std::memmove(to, source, static_cast<std::size_t>(bytes_) * run.count);
  } else {
    Packed packed;
    pick(bytes_, source, from_run, packed.data());
    place(bytes_, packed.data(), run, to);
  }
  note(run, nullptr);
}

void Access::copy_doubtful(Run run, const Access& from, Run from_run) {
  for (std::size_t i = 0; i < run.count; ++i) {
    const auto step = static_cast<std::int64_t>(i);
    const std::int64_t address = start_ + run.offset + step * run.stride;
    const std::int64_t source = from.start_ + from_run.offset + step * from_run.stride;
    region_->copy(address, *from.region_, source, bytes_);
    note_writer(address, bytes_);
  }
}

Access Access::beside() const {
  Access other = *this;
  other.writer_.sparse = false;
  return other;
}

std::int64_t Access::load_integer(std::int64_t offset) const {
  return number::load_integer(format_, region_->at(start_ + offset));
}

}  // namespace spyre::execute
