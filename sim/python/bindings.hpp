// The parts of the extension module spyre_sim._core, one function each.
#pragma once

#include <pybind11/pybind11.h>

namespace spyre::python {

// spyre::Error becomes the class of spyre_sim.errors that belongs to its kind, problems attached.
void bind_errors(pybind11::module_& module);
// Plans: reading, building, rules, values.
void bind_plan(pybind11::module_& module);
// The card's 16-bit float for whole arrays.
void bind_dlfloat16(pybind11::module_& module);
// Points and rows of sweeps.
void bind_sweep(pybind11::module_& module);

}  // namespace spyre::python
