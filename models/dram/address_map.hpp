// Where a byte of device memory lives: channel, bank, row. Pure arithmetic.
//
// Source: channels of 256-byte granules whose number is XOR-folded with all higher groups of address bits (permuting
// copies of the card show it), pages of 2 KiB per channel, sixteen banks folded with the row (matmul streams show it).
// All four sizes are powers of two, which the configuration guarantees.
#pragma once

#include <cstdint>

#include "models/params/params.hpp"

namespace spyre::dram {

struct Location {
  int channel = 0;
  int bank = 0;
  std::int64_t row = 0;
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
  int interleave_, channels_, banks_, page_;  // base-two logarithms
  bool channel_hash_, bank_hash_;
};

}  // namespace spyre::dram
