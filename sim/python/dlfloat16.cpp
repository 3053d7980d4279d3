// Arrays of numbers to codes of the card's 16-bit float and back.
#include <pybind11/numpy.h>

#include "sim/number/codec.hpp"
#include "sim/python/bindings.hpp"

namespace spyre::python {
namespace {

namespace py = pybind11;

using Numbers = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Codes = py::array_t<std::uint16_t, py::array::c_style | py::array::forcecast>;

std::vector<py::ssize_t> shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

Codes encode(const Numbers& numbers, number::Rounding rounding) {
  Codes codes(shape_of(numbers));
  const auto count = static_cast<std::size_t>(numbers.size());
  const float* from = numbers.data();
  auto* to = reinterpret_cast<std::uint8_t*>(codes.mutable_data());
  const py::gil_scoped_release others_run;
  number::codec(plan::Format::Sen169Fp16, rounding).encode(from, to, count);
  return codes;
}

Numbers decode(const Codes& codes) {
  Numbers numbers(shape_of(codes));
  const auto count = static_cast<std::size_t>(codes.size());
  const auto* from = reinterpret_cast<const std::uint8_t*>(codes.data());
  float* to = numbers.mutable_data();
  const py::gil_scoped_release others_run;
  number::codec(plan::Format::Sen169Fp16, number::Rounding::NearestEven).decode(from, to, count);
  return numbers;
}

}  // namespace

void bind_dlfloat16(py::module_& module) {
  py::enum_<number::Rounding>(module, "Rounding")
      .value("nearest_even", number::Rounding::NearestEven)
      .value("nearest_up", number::Rounding::NearestUp)
      .value("toward_zero", number::Rounding::TowardZero);
  module.def("encode_dlfloat16", &encode);
  module.def("decode_dlfloat16", &decode);
}

}  // namespace spyre::python
