// Plans for Python: reading, building, rules and values. Structured results cross as JSON text in
// the program's own schemas.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "sim/bundle/read.hpp"
#include "sim/bundle/write.hpp"
#include "sim/check/check.hpp"
#include "sim/config/config.hpp"
#include "sim/execute/inputs.hpp"
#include "sim/execute/values_file.hpp"
#include "sim/make/make.hpp"
#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"
#include "sim/report/findings.hpp"
#include "sim/report/plan_text.hpp"

namespace spyre::python {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;

using Bindings = std::map<std::string, std::int64_t>;
using Words = std::vector<std::string>;
using Unlocked = py::call_guard<py::gil_scoped_release>;

plan::Plan read(const fs::path& path, const Bindings& bind, const Words& inputs,
                const Words& outputs) {
  return bundle::read_plan(path, {bind, inputs, outputs});
}

void write(const std::string& operation, const std::map<std::string, std::string>& fields,
           const fs::path& directory) {
  make::Request request;
  request.op = operation;
  std::vector<std::string> given;
  for (const auto& [name, value] : fields) {
    make::set_field(request, name, value);
    given.push_back(name);
  }
  make::refuse_unused(operation, given);
  bundle::write_plan(make::make(request), directory);
}

std::string check(const plan::Plan& plan, const std::vector<fs::path>& files, const Words& sets,
                  bool before_run) {
  const params::ChipParams card = config::load(files, sets);
  const check::Mode mode = before_run ? check::Mode::Run : check::Mode::Check;
  return report::findings_json(plan.name, check::check_plan(plan, card, mode)).dump();
}

// The arrays by name, and everything else about them as JSON.
py::tuple execute_plan(const plan::Plan& plan, const py::dict& arrays, std::uint64_t seed,
                       std::optional<double> atol, std::optional<double> rtol, const Words& dump) {
  execute::Options options;
  options.seed = seed;
  options.atol = atol;
  options.rtol = rtol;
  options.dump_tensors = dump;
  for (const auto& [key, array] : arrays) {
    const auto name = key.cast<std::string>();
    options.arrays.emplace(name, to_host(name, array.cast<py::array>()));
  }
  execute::Values values;
  {
    const py::gil_scoped_release others_run;
    values = execute::execute(plan, options);
  }
  const std::string facts = execute::values_json(plan, values, report::finding_json).dump();
  py::dict results;
  for (execute::NamedArray& named : values.arrays)
    results[py::str(named.name)] = to_numpy(std::move(named.array));
  return py::make_tuple(results, facts);
}

py::list inputs_of(const plan::Plan& plan) {
  py::list inputs;
  for (const execute::InputTensor& input : execute::input_tensors(plan)) {
    inputs.append(py::make_tuple(input.name, py::tuple(py::cast(input.shape)),
                                 std::string(number::name(input.type)), input.file));
  }
  return inputs;
}

py::list operations() {
  py::list list;
  for (const make::OperationHelp& help : make::operations())
    list.append(py::make_tuple(help.name, help.meaning, help.needs, make::fields_of(help)));
  return list;
}

}  // namespace

void bind_plan(py::module_& module) {
  py::class_<plan::Plan>(module, "Plan")
      .def_readonly("name", &plan::Plan::name)
      .def_readonly("description", &plan::Plan::description)
      .def_readonly("hash", &plan::Plan::content_hash)
      .def_property_readonly("launches", [](const plan::Plan& p) { return p.launches.size(); })
      .def_property_readonly("operations", &plan::Plan::operation_count)
      .def_property_readonly("cores_used", &plan::Plan::cores_used)
      .def_property_readonly("inputs", &inputs_of)
      .def("text", &report::plan_text, Unlocked())
      .def("check", &check, Unlocked())
      .def("execute", &execute_plan);
  module.def("read", &read, Unlocked());
  module.def("write", &write, Unlocked());
  module.def("pack", &bundle::pack_plan, Unlocked());
  module.def("operations", &operations);
}

}  // namespace spyre::python
