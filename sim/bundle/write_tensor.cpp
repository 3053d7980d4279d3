// Writes the tensors of a SuperDSC file.
#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "sim/bundle/write_parts.hpp"

namespace spyre::bundle {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

const std::string& dim_name(const plan::Operation& op, plan::DimId dim) {
  return op.dims[at(dim)].name;
}

std::vector<std::string> layout_order(const plan::Operation& op, const plan::Tensor& tensor) {
  std::vector<std::string> order;
  for (const plan::LayoutLevel& level : tensor.layout) order.push_back(dim_name(op, level.dim));
  return order;
}

// The first tensor of a label stands for its class.
const plan::Tensor& model_of_class(const plan::Operation& op, const plan::Tensor& tensor) {
  return *std::find_if(op.tensors.begin(), op.tensors.end(),
                       [&](const plan::Tensor& other) { return other.label == tensor.label; });
}

std::string node_name(const plan::Tensor& tensor) {
  return fmt::format("allocate-{}_{}", tensor.name, tensor.in_lx() ? "lx" : "hbm");
}

OrderedJson map_fold() {
  const OrderedJson nothing = OrderedJson::object();
  return {{{"Map", nothing}}, {{"Const", nothing}}, {{"Const", nothing}}};
}

OrderedJson start_addresses(const plan::Operation& op, const std::vector<std::int64_t>& starts) {
  OrderedJson out;
  out["dim_prop_func"] = map_fold();
  out["dim_prop_attr"] = {fold_attribute("core", static_cast<std::int64_t>(op.cores.size())),
                          fold_attribute("corelet", 1), fold_attribute("time", 1)};
  for (std::size_t i = 0; i < starts.size(); ++i) {
    out["data_"][fmt::format("[{}, 0, 0]", op.cores[i])] = std::to_string(starts[i]);
  }
  return out;
}

OrderedJson coordinate(const plan::TensorDim& view) {
  OrderedJson functions = {affine(view.core_alpha), affine(0), affine(0)};
  OrderedJson attributes = {fold_attribute("core_fold", view.core_factor),
                            fold_attribute("corelet_fold", 1), fold_attribute("row_fold", 1)};
  for (std::size_t i = 0; i < view.elements.size(); ++i) {
    functions.push_back(affine(view.elements[i].alpha));
    attributes.push_back(fold_attribute(fmt::format("elem_arr_{}", view.elements.size() - 1 - i),
                                        view.elements[i].factor));
  }
  OrderedJson out{{"spatial", 3}, {"temporal", 0}, {"elemArr", view.elements.size()}};
  out["padding"] = view.windowed ? "padded_fullspan" : "nopad";
  out["folds"] = {{"dim_prop_func", std::move(functions)},
                  {"dim_prop_attr", std::move(attributes)}};
  return out;
}

OrderedJson coordinates(const plan::Operation& op, const plan::Tensor& tensor) {
  OrderedJson out;
  for (const plan::LayoutLevel& level : tensor.layout) {
    out["coordInfo"][dim_name(op, level.dim)] = coordinate(tensor.dims[at(level.dim)]);
  }
  out["coreIdToWkSlice_"] = OrderedJson::object();
  if (!tensor.own_slice) return out;
  for (std::size_t i = 0; i < op.cores.size(); ++i) {
    OrderedJson& row = out["coreIdToWkSlice_"][std::to_string(op.cores[i])];
    for (std::size_t dim = 0; dim < op.dims.size(); ++dim)
      row[op.dims[dim].name] = (*tensor.own_slice)[i][dim];
  }
  return out;
}

void add_gaps(const plan::Operation& op, const plan::Tensor& tensor, OrderedJson& node) {
  for (std::size_t dim = 0; dim < tensor.dims.size(); ++dim) {
    const std::int64_t gap = tensor.dims[dim].back_gap;
    if (gap != 0) node["backGapCore_"][op.dims[dim].name]["-1"] = std::to_string(gap);
  }
}

void add_padding(const plan::Operation& op, const plan::Tensor& tensor, OrderedJson& node) {
  for (std::size_t dim = 0; dim < tensor.dims.size(); ++dim) {
    if (tensor.dims[dim].windowed) node["padding_"][op.dims[dim].name] = "padded_fullspan";
  }
}

void add_indirection(const plan::Operation& op, const plan::Tensor& tensor, OrderedJson& node) {
  const bool index = tensor.indirection == plan::Indirection::IndexTensor;
  const bool value = tensor.indirection == plan::Indirection::ValueTensor;
  node["indirectAllocType_"] = index ? "index_tensor" : value ? "value_tensor" : "no_indirection";
  if (tensor.partner >= 0)
    node["relatedIndirectAccessAlloc_"] = node_name(op.tensors[at(tensor.partner)]);
  if (index) node["indexTensorType_"] = "index";
}

void require_same_class(const plan::Operation& op, const plan::Tensor& tensor,
                        const plan::Tensor& model) {
  const bool same =
      std::equal(tensor.sticks.begin(), tensor.sticks.end(), model.sticks.begin(),
                 model.sticks.end(), [](const plan::StickDim& a, const plan::StickDim& b) {
                   return a.dim == b.dim && a.elements == b.elements;
                 });
  if (same) return;
  throw Error(ErrorKind::Unsupported, op.key,
              fmt::format("{} and {} have different sticks but the same layout class {}",
                          model.name, tensor.name, tensor.label),
              "a class of its own");
}

}  // namespace

OrderedJson write_node(const plan::Operation& operation, std::size_t tensor,
                       const std::vector<std::int64_t>& starts) {
  const plan::Tensor& t = operation.tensors[tensor];
  OrderedJson node;
  node["nodeType_"] = "allocate";
  node["name_"] = node_name(t);
  node["prev_"] = "";
  node["ldsIdx_"] = tensor;
  node["component_"] = t.in_lx() ? "lx" : "hbm";
  if (!t.in_lx()) node["isStartAddrSymbolic_"] = 1;
  node["layoutDimOrder_"] = layout_order(operation, t);
  node["maxDimSizes_"] = t.max_dim_sizes;
  add_indirection(operation, t, node);
  add_gaps(operation, t, node);
  add_padding(operation, t, node);
  node["startAddressCoreCorelet_"] = start_addresses(operation, starts);
  node["coordinates_"] = coordinates(operation, t);
  return node;
}

OrderedJson write_labeled(const plan::Operation& operation, std::size_t tensor) {
  const plan::Tensor& t = operation.tensors[tensor];
  const int bits = plan::element_bits(t.format);
  const OrderedJson present{{"isPresent", 1}};
  OrderedJson out;
  out["ldsIdx_"] = tensor;
  out["dsName_"] = t.name;
  out["dsType_"] = t.label;
  out["scale_"] = OrderedJson::array();
  for (const plan::LayoutLevel& level : model_of_class(operation, t).layout) {
    out["scale_"].push_back(t.dims[at(level.dim)].scale);
  }
  if (bits % 8 == 0)
    out["wordLength"] = bits / 8;
  else
    out["wordLength"] = bits / 8.0;
  out["dataFormat_"] = plan::name(t.format);
  // An operand in device memory is staged through the scratchpad as well, index tensors excepted.
  if (!t.in_lx()) out["memOrg_"]["hbm"] = present;
  if (t.indirection != plan::Indirection::IndexTensor) out["memOrg_"]["lx"] = present;
  return out;
}

OrderedJson write_classes(const plan::Operation& operation) {
  OrderedJson out;
  for (const plan::Tensor& tensor : operation.tensors) {
    require_same_class(operation, tensor, model_of_class(operation, tensor));
    if (out.contains(tensor.label)) continue;
    OrderedJson& entry = out[tensor.label];
    entry["layoutDimOrder_"] = layout_order(operation, tensor);
    for (const plan::StickDim& stick : tensor.sticks) {
      entry["stickDimOrder_"].push_back(dim_name(operation, stick.dim));
      entry["stickSize_"].push_back(stick.elements);
    }
  }
  return out;
}

}  // namespace spyre::bundle
