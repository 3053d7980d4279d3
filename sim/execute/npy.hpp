// Arrays of host values in files of NumPy's .npy format.
#pragma once

#include "sim/number/host_type.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spyre::execute {

// A dense array in row-major order; `bytes` are little-endian elements.
struct HostArray {
  number::HostType type = number::HostType::Float32;
  std::vector<std::int64_t> shape;
  std::vector<std::uint8_t> bytes;

  [[nodiscard]] std::int64_t elements() const;
  [[nodiscard]] std::vector<double> values() const;
  // Some elements as numbers.
  void read(std::size_t first, std::size_t count, double* to) const;
};

// Reads a file. `wanted` says what the elements are where NumPy has no type of its own: bfloat16
// comes as its bits in int16, 8-bit floats as uint8. Throws Input when the file is damaged, in
// Fortran order or of another byte order.
HostArray read_npy(const std::filesystem::path& path, number::HostType wanted);

// What stands for a type that NumPy does not have.
number::HostType stored_type(number::HostType type);

// Name of the file for a tensor; what could lead out of a directory is replaced.
std::string npy_name(const std::string& tensor);

// The file's content (version 1.0).
std::string npy_text(const HostArray& array);

}  // namespace spyre::execute
