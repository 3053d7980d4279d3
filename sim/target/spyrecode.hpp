// spyrecode.json: how torch-spyre prepares and launches a program.
#pragma once

#include <cstdint>
#include <string>

namespace spyre::target {

inline constexpr const char* kImageFile = "program.bin";

struct ProgramSizes {
  std::uint64_t arguments = 0;  // addresses per launch
  std::uint64_t image = 0;      // bytes
};

// The file's text: allocate and load the image; per launch write the addresses of the arguments,
// send them, start.
std::string spyrecode_text(const ProgramSizes& sizes);

}  // namespace spyre::target
