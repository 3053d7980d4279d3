// NumPy arrays and host arrays of the program.
#pragma once

#include <pybind11/numpy.h>

#include "sim/execute/npy.hpp"

namespace spyre::python {

// A copy. The array must be little-endian; throws Error{Input} naming `tensor` for an element type
// that no host tensor has.
execute::HostArray to_host(const std::string& tensor, const pybind11::array& array);

// Takes the bytes over without a copy. Types that NumPy does not have come as their bits.
pybind11::array to_numpy(execute::HostArray host);

}  // namespace spyre::python
