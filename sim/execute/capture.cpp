// Results of single operations, kept in logical order.
#include "sim/execute/capture.hpp"

#include "models/base/error.hpp"
#include "sim/execute/panel.hpp"

#include <algorithm>

namespace spyre::execute {
namespace {

using plan::DimId;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// Dimensions that the result has, outermost first, those inside the stick last.
std::vector<DimId> logical_order(const plan::Tensor& tensor) {
  std::vector<DimId> order;
  const auto in_stick = [&](DimId dim) {
    return std::any_of(tensor.sticks.begin(), tensor.sticks.end(),
                       [dim](const plan::StickDim& stick) { return stick.dim == dim; });
  };
  for (const bool last : {false, true})
    for (auto level = tensor.layout.rbegin(); level != tensor.layout.rend(); ++level)
      if (tensor.dims[at(level->dim)].scale > 0 && in_stick(level->dim) == last)
        order.push_back(level->dim);
  return order;
}

// Adds the place in the array to a box over the result alone; strides of the array in floats.
Box beside_array(Box box, const std::vector<std::int64_t>& places, std::int64_t first) {
  box.strides.emplace_back();
  for (Axis& axis : box.axes) {
    box.strides[1].push_back(axis.weight * places[at(axis.dim)]);
    if (places[at(axis.dim)] == 0) axis.count = 1;  // reduced: the same element at every step
  }
  for (std::size_t d = 0; d < places.size() && d < box.first.size(); ++d)
    first += box.first[d] * places[d];
  box.offset.push_back(first);
  tune(box);
  return box;
}

}  // namespace

bool ask_for_result(Machine& machine, const std::string& name) {
  const std::size_t slash = name.find('/');
  const std::string key = slash == std::string::npos ? name : name.substr(slash + 1);
  for (std::size_t l = 0; l < machine.plan.launches.size(); ++l) {
    if (slash != std::string::npos && name.substr(0, slash) != std::to_string(l)) continue;
    const auto& operations = machine.plan.launches[l].operations;
    for (std::size_t o = 0; o < operations.size(); ++o) {
      if (operations[o].key != key || operations[o].data_only) continue;
      machine.captures[{static_cast<int>(l), static_cast<int>(o)}].name = name;
      return true;
    }
  }
  return false;
}

void keep_result(Machine& machine, OperationRun& run, const Site& site) {
  const auto wanted = machine.captures.find({site.launch, site.operation});
  if (wanted == machine.captures.end()) return;
  const plan::TensorId id = run.op().outputs.front();
  if (run.output().own_slice)
    throw Error(ErrorKind::Unsupported, "--dump-tensor " + wanted->second.name,
                "moves a tensor between scratchpads", "the operation that computed it");
  HostArray& array = wanted->second.array;
  array = {number::HostType::Float32, {}, {}};
  std::vector<std::int64_t> places(run.op().dims.size(), 0);
  const std::vector<DimId> order = logical_order(run.output());
  for (const DimId dim : order) array.shape.push_back(run.op().dims[at(dim)].extent);
  std::int64_t place = 1;
  for (auto dim = order.rbegin(); dim != order.rend(); ++dim) {
    places[at(*dim)] = place;
    place *= run.op().dims[at(*dim)].extent;
  }
  std::vector<float> values(static_cast<std::size_t>(array.elements()), 0.0F);
  for (const std::size_t core : run.cores()) {
    std::int64_t first = 0;
    for (const DimId dim : order) first += run.first_coordinate(dim, core) * places[at(dim)];
    for (const Box& box : run.boxes({id}))
      gather(beside_array(box, places, first), run.access(id, core), values.data(), nullptr);
  }
  array.bytes.resize(values.size() * sizeof(float));
  number::float_to_host(array.type, {}, values.data(), array.bytes.data(), 1, values.size());
}

}  // namespace spyre::execute
