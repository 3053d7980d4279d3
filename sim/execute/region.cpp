// A range of device memory or one core's scratchpad.
#include "sim/execute/region.hpp"

#include "models/base/error.hpp"
#include "sim/plan/plan.hpp"

#include <algorithm>
#include <cstring>

namespace spyre::execute {

using plan::kStickBytes;

Region::Region(std::int64_t base, std::int64_t bytes)
    : base_(base),
      bytes_(bytes),
      owned_(std::make_unique_for_overwrite<std::uint8_t[]>(static_cast<std::size_t>(bytes))),
      data_(owned_.get()),
      written_(bytes),
      defined_(bytes) {}

Region::Region(std::int64_t base, std::int64_t bytes, std::uint8_t* lent)
    : base_(base), bytes_(bytes), data_(lent), written_(0), defined_(0) {}

void Region::define(std::int64_t address, std::int64_t bytes) {
  if (lent()) return;
  written_.assign(address - base_, bytes, true);
  defined_.assign(address - base_, bytes, true);
}

void Region::undefine(std::int64_t address, std::int64_t bytes) {
  if (lent()) return;
  if (written_.none(address - base_, bytes)) {
    std::fill_n(at(address), bytes, std::uint8_t{0xFF});
  } else if (!written(address, bytes)) {
    for (std::int64_t i = address; i < address + bytes; ++i)
      if (!written(i, 1)) *at(i) = 0xFF;
  }
  written_.assign(address - base_, bytes, true);
  defined_.assign(address - base_, bytes, false);
}

void Region::forget() {
  if (!lent()) {
    written_.clear();
    defined_.clear();
  }
  writers_ = {};
}

void Region::copy(std::int64_t to, const Region& from, std::int64_t address, std::int64_t bytes) {
  std::memmove(at(to), from.at(address), static_cast<std::size_t>(bytes));
  if (lent() || from.defined(address, bytes)) return define(to, bytes);
  for (std::int64_t i = 0; i < bytes; ++i) {
    written_.assign(to + i - base_, 1, from.written(address + i, 1));
    defined_.assign(to + i - base_, 1, from.defined(address + i, 1));
  }
}

void Region::read(std::int64_t address, std::int64_t bytes, std::uint8_t* to) const {
  for (std::int64_t i = 0; i < bytes; ++i)
    to[i] = written(address + i, 1) ? *at(address + i) : std::uint8_t{0xFF};
}

std::int64_t Region::note_writer(std::int64_t address, std::int64_t bytes, Event event, int core) {
  if (writers_.empty())
    writers_ = ZeroedArray<StickWriter>(static_cast<std::size_t>(bytes_ / kStickBytes + 1));
  std::int64_t twice = 0;
  for (std::int64_t at = address - base_, end = at + bytes; at < end;) {
    StickWriter& writer = writers_[static_cast<std::size_t>(at / kStickBytes)];
    const std::int64_t stick = at / kStickBytes * kStickBytes;
    const std::int64_t first = at - stick, last = std::min(end - stick, kStickBytes);
    const bool again = writer.event == event;
    if (again && writer.core != core)
      twice += std::max<std::int64_t>(0, std::min<std::int64_t>(last, writer.last) -
                                             std::max<std::int64_t>(first, writer.first));
    const bool extend = again && writer.core == core;
    writer = {
        event, static_cast<std::uint8_t>(core),
        static_cast<std::uint8_t>(extend ? std::min<std::int64_t>(first, writer.first) : first),
        static_cast<std::uint8_t>(extend ? std::max<std::int64_t>(last, writer.last) : last)};
    at = stick + last;
  }
  return twice;
}

StickWriter Region::writer(std::int64_t address) const {
  if (writers_.empty()) return {};
  return writers_[static_cast<std::size_t>((address - base_) / kStickBytes)];
}

}  // namespace spyre::execute
