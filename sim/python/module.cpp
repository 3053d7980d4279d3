// The extension module spyre_sim._core: every room that works without the simulation kernel. Time
// is simulated by the program spyre-sim, in a process of its own.
#include "sim/python/bindings.hpp"

PYBIND11_MODULE(_core, module) {
  module.attr("version") = SPYRE_VERSION;
  spyre::python::bind_errors(module);
  spyre::python::bind_plan(module);
  spyre::python::bind_dlfloat16(module);
  spyre::python::bind_sweep(module);
}
