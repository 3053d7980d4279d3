// One operand of one core: elements of a region decoded, encoded, copied, with what is known of
// them.
#pragma once

#include "sim/execute/region.hpp"
#include "sim/number/codec.hpp"

#include <cstddef>
#include <cstdint>

namespace spyre::execute {

// Elements handled in one go; callers split longer runs.
inline constexpr std::size_t kBlock = 1024;

// `count` elements, `stride` bytes apart, the first at byte `offset` from the operand's start.
struct Run {
  std::int64_t offset = 0, stride = 0;
  std::size_t count = 0;
};

class Access {
 public:
  struct Writer {
    Event event = 0;
    int core = 0;
    bool sparse = false;            // one element per stick: the other lanes become meaningless
    std::int64_t* twice = nullptr;  // grows by the bytes that another core wrote in the same event
  };

  Access(Region& region, std::int64_t start, plan::Format format, number::Rounding rounding,
         Writer writer);

  [[nodiscard]] std::int64_t element_bytes() const { return bytes_; }

  void load(Run run, float* to) const;
  // True when every element is defined; `doubts` otherwise gets a 1 for each that is not (others
  // keep theirs).
  [[nodiscard]] bool defined(Run run) const;
  void mark_doubts(Run run, std::uint8_t* doubts) const;

  // Writes the elements; `doubts` may be null (none).
  void store(Run run, const float* from, const std::uint8_t* doubts);
  // Copies elements of equal size bit by bit with what is known of them.
  void copy(Run run, const Access& from, Run from_run);

  [[nodiscard]] std::int64_t load_integer(std::int64_t offset) const;

  // The same operand, for a second element of sticks whose first one is written.
  [[nodiscard]] Access beside() const;

 private:
  [[nodiscard]] bool contiguous(Run run) const { return run.stride == bytes_; }
  void load_scattered(Run run, float* to) const;
  void load_doubtful(Run run, float* to) const;
  void encode(Run run, const float* from);
  void copy_doubtful(Run run, const Access& from, Run from_run);
  void forget_sticks(Run run);
  void note(Run run, const std::uint8_t* doubts);
  void note_writer(std::int64_t address, std::int64_t bytes);

  Region* region_;
  std::int64_t start_, bytes_;
  plan::Format format_;
  number::Codec codec_;
  Writer writer_;
};

}  // namespace spyre::execute
