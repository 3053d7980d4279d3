// Where a byte of device memory lives: channel, bank, row. Pure arithmetic.
//
// Source: channels of 256-byte granules whose number is XOR-folded with the number of the page (permuting copies of the
// card show it), pages of 2 KiB per channel, in sixteen banks by the XOR of all groups of four bits of the page number,
// but that its fourth bit counts in the second and the third bit of the bank and not in the fourth. Matmuls show both: eight
// streams 64 KiB apart share four banks (M = 4096 in eight slices is 7 to 11 % slower than M = 2048), 32 or 128 KiB apart
// each has its own. All four sizes are powers of two, which the configuration guarantees.
#pragma once

#include <cstdint>

#include "models/params/params.hpp"

namespace spyre::dram {

struct Location {
  int channel = 0;
  int bank = 0;
  std::int64_t row = 0;  // number of the page in its channel, which no other page of the bank has
};

class AddressMap {
 public:
  explicit AddressMap(const params::Dram& params);

  [[nodiscard]] Location locate(std::int64_t address) const;
  // First address after `address` that belongs to another granule.
  [[nodiscard]] std::int64_t granule_end(std::int64_t address) const {
    return ((address >> interleave_) + 1) << interleave_;
  }

 private:
  [[nodiscard]] std::int64_t folded_bank(std::int64_t page) const;

  int interleave_, channels_, banks_, page_;  // base-two logarithms
  bool channel_hash_, bank_hash_;
};

}  // namespace spyre::dram
