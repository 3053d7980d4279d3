#include "models/dram/address_map.hpp"

#include <bit>

namespace spyre::dram {
namespace {

int log2_of(std::int64_t power) { return std::countr_zero(static_cast<std::uint64_t>(power)); }

// XOR of all `digit_bits`-wide groups of `value`.
std::int64_t fold(std::int64_t value, int digit_bits) {
  if (digit_bits == 0) return 0;
  std::int64_t folded = 0;
  for (; value != 0; value >>= digit_bits) folded ^= value;
  return folded & ((std::int64_t{1} << digit_bits) - 1);
}

std::int64_t low(std::int64_t value, int bits) { return value & ((std::int64_t{1} << bits) - 1); }

}  // namespace

AddressMap::AddressMap(const params::Dram& params)
    : interleave_(log2_of(params.interleave.count())),
      channels_(log2_of(params.channels)),
      banks_(log2_of(params.banks)),
      page_(log2_of(params.page.count())),
      channel_hash_(params.channel_hash),
      bank_hash_(params.bank_hash) {}

Location AddressMap::locate(std::int64_t address) const {
  const std::int64_t upper = address >> (interleave_ + channels_);
  const std::int64_t page = ((upper << interleave_) + low(address, interleave_)) >> page_;
  std::int64_t channel = low(address >> interleave_, channels_);
  if (channel_hash_) channel ^= fold(page, channels_);
  return {static_cast<int>(channel), static_cast<int>(bank_hash_ ? folded_bank(page) : low(page, banks_)), page};
}

std::int64_t AddressMap::folded_bank(std::int64_t page) const {
  constexpr int kFewest = 3;  // bank bits below which there are no two others
  const std::int64_t bank = fold(page, banks_);
  if (banks_ < kFewest) return bank;
  const bool top = (page >> (banks_ - 1) & 1) != 0;
  return top ? bank ^ (std::int64_t{7} << (banks_ - kFewest)) : bank;
}

}  // namespace spyre::dram
