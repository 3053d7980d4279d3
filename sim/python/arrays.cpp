// NumPy arrays and host arrays of the program.
#include "sim/python/arrays.hpp"

#include "models/base/error.hpp"

#include <pybind11/stl.h>

#include <memory>

namespace spyre::python {

namespace py = pybind11;

// Element sizes are asked of Python or known here: those that pybind11 before 2.12 reads from
// NumPy's structures are wrong under NumPy 2.

execute::HostArray to_host(const std::string& tensor, const py::array& array) try {
  const auto dtype = array.dtype().attr("name").cast<std::string>();
  const py::array dense = py::array::ensure(array, py::array::c_style);
  const py::buffer_info memory = dense.request();
  const auto* bytes = static_cast<const std::uint8_t*>(memory.ptr);
  return {number::host_type_named(dtype),
          {memory.shape.begin(), memory.shape.end()},
          {bytes, bytes + memory.size * memory.itemsize}};
} catch (const Error& error) {
  const Problem& problem = error.problems().front();
  throw Error(error.kind(), tensor, problem.what, problem.expected);
}

py::array to_numpy(execute::HostArray host) {
  auto bytes = std::make_unique<std::vector<std::uint8_t>>(std::move(host.bytes));
  const std::uint8_t* data = bytes->data();
  const auto size = static_cast<py::ssize_t>(bytes->size());
  const py::capsule owner(bytes.get(), [](void* kept) {
    const std::unique_ptr<std::vector<std::uint8_t>> freed(
        static_cast<std::vector<std::uint8_t>*>(kept));
  });
  static_cast<void>(bytes.release());
  const py::array_t<std::uint8_t> flat({size}, {py::ssize_t{1}}, data, owner);
  return flat.attr("view")(std::string(number::name(execute::stored_type(host.type))))
      .attr("reshape")(host.shape);
}

}  // namespace spyre::python
