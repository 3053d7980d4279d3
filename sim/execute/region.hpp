// A range of device memory or one core's scratchpad: bytes, what is known of each, and who wrote
// each stick.
//
// A byte is unwritten, defined, or undefined: written with something computed from an unwritten or
// undefined byte. Unwritten bytes read as FF (design section 8), whatever storage holds beneath
// them.
#pragma once

#include "sim/execute/bits.hpp"
#include "sim/execute/zeroed_array.hpp"

#include <cstdint>
#include <memory>

namespace spyre::execute {

// One run of one operation; events are numbered from 1 in program order, 0 is "nobody".
using Event = std::uint32_t;

// The last operation that wrote a stick, the core that did, and the bytes it covered.
struct StickWriter {
  Event event;
  std::uint8_t core, first, last;
};

class Region {
 public:
  Region(std::int64_t base, std::int64_t bytes);
  // Bytes that somebody else keeps; all of them count as defined, whatever was written there.
  Region(std::int64_t base, std::int64_t bytes, std::uint8_t* lent);

  [[nodiscard]] std::int64_t base() const { return base_; }
  [[nodiscard]] std::int64_t end() const { return base_ + bytes_; }
  [[nodiscard]] bool contains(std::int64_t first, std::int64_t last) const {
    return first >= base_ && last <= end();
  }
  [[nodiscard]] std::uint8_t* at(std::int64_t address) { return data_ + (address - base_); }
  [[nodiscard]] const std::uint8_t* at(std::int64_t address) const {
    return data_ + (address - base_);
  }

  [[nodiscard]] bool defined(std::int64_t address, std::int64_t bytes) const {
    return lent() || defined_.all(address - base_, bytes);
  }
  [[nodiscard]] bool written(std::int64_t address, std::int64_t bytes) const {
    return lent() || written_.all(address - base_, bytes);
  }
  void define(std::int64_t address, std::int64_t bytes);
  void undefine(std::int64_t address, std::int64_t bytes);
  // Every byte unwritten again, as memory handed out anew is.
  void forget();
  // Nobody wrote any stick, as seen by events that are numbered anew.
  void forget_writers() { writers_ = {}; }

  // Copies bytes with all that is known of them.
  void copy(std::int64_t to, const Region& from, std::int64_t address, std::int64_t bytes);
  // One element with FF in place of unwritten bytes.
  void read(std::int64_t address, std::int64_t bytes, std::uint8_t* to) const;

  // Notes who wrote a range; returns the bytes of it that another core wrote in the same event.
  std::int64_t note_writer(std::int64_t address, std::int64_t bytes, Event event, int core);
  [[nodiscard]] StickWriter writer(std::int64_t address) const;

 private:
  [[nodiscard]] bool lent() const { return owned_ == nullptr; }

  std::int64_t base_, bytes_;
  std::unique_ptr<std::uint8_t[]> owned_;
  std::uint8_t* data_;
  Bits written_, defined_;
  ZeroedArray<StickWriter> writers_;
};

}  // namespace spyre::execute
