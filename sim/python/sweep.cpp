// The points of a sweep and the file of its rows, for those who hand the points out themselves.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/config/config.hpp"
#include "sim/files/text.hpp"
#include "sim/python/bindings.hpp"
#include "sim/sweep/ledger.hpp"
#include "sim/sweep/sweep.hpp"

namespace spyre::python {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;

using Words = std::vector<std::string>;

class SweepPoints {
 public:
  SweepPoints(const fs::path& file, const std::vector<fs::path>& card, const Words& sets,
              bool strict)
      : text_(files::text_of(file, sweep::kSpecification)),
        points_(sweep::parse_spec(text_, file)),
        identity_{config::load(card, sets), {}, SPYRE_VERSION, strict} {
    for (const fs::path& plan : points_.spec().plan_files)
      identity_.plan_hashes.push_back(bundle::read_plan(plan).content_hash);
  }

  [[nodiscard]] std::uint64_t size() const { return points_.size(); }
  [[nodiscard]] const Words& axes() const { return points_.axes(); }
  [[nodiscard]] const std::string& text() const { return text_; }
  void refuse_strangers(const sweep::Ledger& ledger) const {
    sweep::refuse_strangers(points_, identity_, ledger);
  }
  [[nodiscard]] const std::string& keep() const { return points_.spec().keep.text(); }

  // Key and first cells of a point's row.
  [[nodiscard]] std::pair<std::string, std::string> at(std::uint64_t number) const {
    const sweep::Point point = points_.at(number);
    const std::string key = sweep::key_of(point, identity_);
    return {key, sweep::row_start(key, point)};
  }

 private:
  std::string text_;
  sweep::Points points_;
  sweep::Identity identity_;
};

}  // namespace

void bind_sweep(py::module_& module) {
  py::class_<SweepPoints>(module, "SweepPoints")
      .def(py::init<const fs::path&, const std::vector<fs::path>&, const Words&, bool>())
      .def("__len__", &SweepPoints::size)
      .def_property_readonly("axes", &SweepPoints::axes)
      .def_property_readonly("text", &SweepPoints::text)
      .def_property_readonly("keep", &SweepPoints::keep)
      .def("refuse_strangers", &SweepPoints::refuse_strangers)
      .def("at", &SweepPoints::at);
  py::class_<sweep::Ledger>(module, "SweepLedger")
      .def(py::init<const fs::path&, const Words&, bool>())
      .def("has", &sweep::Ledger::has)
      .def("rest_of", &sweep::Ledger::rest_of)
      .def("append", &sweep::Ledger::append);
  module.def("sweep_keep", &sweep::keep_text);
  module.def("sweep_crashed",
             [](const std::string& how) { return sweep::row_rest(sweep::crashed(how)); });
}

}  // namespace spyre::python
