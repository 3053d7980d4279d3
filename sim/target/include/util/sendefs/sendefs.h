// Number formats of the card by the numbers that torch-spyre knows them by.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <map>
#include <string>

enum class DataFormats {
  SEN169_FP16 = 0,
  IEEE_FP32 = 1,
  INVALID = 2,
  SEN143_FP8 = 3,
  SEN152_FP8 = 4,
  SEN153_FP9 = 5,
  SENINT2 = 6,
  SENINT4 = 7,
  SENINT8 = 8,
  SENINT16 = 9,
  SENINT24 = 10,
  IEEE_INT64 = 11,
  IEEE_INT32 = 12,
  SENUINT32 = 13,
  SENUINT2 = 14,
  IEEE_FP16 = 15,
  BOOL = 16,
  BFLOAT16 = 17,
  SEN18F_FP24 = 18
};

// Elements in a stick of 128 bytes. Callers use operator[]: a format that is missing has 0.
extern std::map<DataFormats, int> dataFormatToStickSize;

struct EnumsConversion {
  static std::string dataFormatsToString(DataFormats format);
};

namespace spyre::target {
// Throws std::runtime_error.
[[noreturn]] void fail(const std::string& message);
}  // namespace spyre::target

// Stands at the end of functions that return a value, so it does not return.
#define DT_ERROR(message) ::spyre::target::fail(message)
