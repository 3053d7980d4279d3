// Constants in the bit patterns of the card's formats.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <bit>
#include <cstdint>

namespace deeptools {

// The same bits as another type.
template <class To, class From>
To BinaryConvert(From value) {
  static_assert(sizeof(To) == sizeof(From));
  return std::bit_cast<To>(value);
}

// The bits of the nearest SEN169 (DLFloat16) number.
std::uint16_t FloatToFp16Bin(float value);

}  // namespace deeptools
