// The program image that our compiler writes and our runtime loads: the files of a bundle behind a
// header with magic, version and checksum.
//
// Numbers are little-endian. The correction buffer, which the host fills before every launch, lies
// at the start of the program's memory; the image follows at the next multiple of 128 bytes.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace spyre::target {

struct Image {
  std::string name;                          // of the kernel's directory
  std::uint64_t arguments = 0;               // addresses in the correction buffer
  std::map<std::string, std::string> texts;  // the bundle's files
};

std::vector<std::uint8_t> write_image(const Image& image);

struct ImageHeader {
  std::uint64_t bytes = 0;  // of the whole image
  std::uint64_t checksum = 0;
};

// Throws Error (Input) when no image of ours begins there.
ImageHeader read_header(std::span<const std::uint8_t> memory);
// Also when the checksum does not match.
Image read_image(std::span<const std::uint8_t> memory);

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes);

// The buffer that brings addresses to a program.
std::uint64_t correction_bytes(std::uint64_t arguments);
void write_correction(std::span<const std::int64_t> addresses, std::uint8_t* to);
// Throws Error (Input) when the program has not been sent its addresses.
std::vector<std::int64_t> read_correction(std::span<const std::uint8_t> buffer,
                                          std::uint64_t arguments);

}  // namespace spyre::target
