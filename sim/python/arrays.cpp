// NumPy arrays and host arrays of the program.
#include "sim/python/arrays.hpp"

#include "models/base/error.hpp"

#include <memory>

namespace spyre::python {

namespace py = pybind11;

execute::HostArray to_host(const std::string& tensor, const py::array& array) try {
  const auto dtype = array.dtype().attr("name").cast<std::string>();
  const py::array dense = py::array::ensure(array, py::array::c_style);
  const auto* bytes = static_cast<const std::uint8_t*>(dense.data());
  return {number::host_type_named(dtype),
          {dense.shape(), dense.shape() + dense.ndim()},
          {bytes, bytes + dense.nbytes()}};
} catch (const Error& error) {
  const Problem& problem = error.problems().front();
  throw Error(error.kind(), tensor, problem.what, problem.expected);
}

py::array to_numpy(execute::HostArray host) {
  const py::dtype dtype{std::string(number::name(execute::stored_type(host.type)))};
  auto bytes = std::make_unique<std::vector<std::uint8_t>>(std::move(host.bytes));
  const void* data = bytes->data();
  const py::capsule owner(bytes.get(), [](void* kept) {
    const std::unique_ptr<std::vector<std::uint8_t>> freed(
        static_cast<std::vector<std::uint8_t>*>(kept));
  });
  static_cast<void>(bytes.release());
  return py::array(dtype, host.shape, data, owner);
}

}  // namespace spyre::python
