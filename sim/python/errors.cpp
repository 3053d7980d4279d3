// Hands errors of the program over as Python exceptions.
#include "models/base/error.hpp"

#include "sim/python/bindings.hpp"

namespace spyre::python {
namespace {

namespace py = pybind11;

const char* class_name(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::Internal: return "InternalError";
    case ErrorKind::Input: return "InputError";
    case ErrorKind::Config: return "ConfigError";
    case ErrorKind::Plan: return "PlanError";
    case ErrorKind::Unsupported: return "Unsupported";
    case ErrorKind::Deadlock: return "Deadlock";
  }
  return "Error";
}

void raise(const Error& error) {
  const py::module_ errors = py::module_::import("spyre_sim.errors");
  py::list problems;
  for (const Problem& problem : error.problems())
    problems.append(errors.attr("Problem")(problem.where, problem.what, problem.expected));
  const py::object kind = errors.attr(class_name(error.kind()));
  PyErr_SetObject(kind.ptr(), kind(problems).ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace spyre::python
