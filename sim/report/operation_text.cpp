// Tells one operation of a plan: dimensions, work per core, tensors, masks, constants.
#include "sim/report/operation_text.hpp"

#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace spyre::report {
namespace {

std::string unit_text(const plan::Operation& op) {
  if (op.data_only) return "data movement";
  return op.unit == plan::ExecutionUnit::Pt ? "matrix array (PT)" : "vector unit (SFP)";
}

// Elements of one core's share of the iteration space; of a matrix product these are its MACs.
std::int64_t core_work(const plan::Operation& op) {
  return std::accumulate(op.dims.begin(), op.dims.end(), std::int64_t{1},
                         [](std::int64_t n, const plan::Dim& dim) { return n * dim.per_core; });
}

std::string dim_text(const plan::Dim& dim) {
  const std::string split =
      dim.slices == 1 ? "" : fmt::format(" = {} cores x {}", dim.slices, dim.per_core);
  return fmt::format("{} {}{}{}", dim.name, dim.extent, split, dim.symbolic ? " (symbolic)" : "");
}

std::string dims_text(const plan::Operation& op) {
  std::string text = "    dimensions: ";
  for (std::size_t i = 0; i < op.dims.size(); ++i)
    text += (i == 0 ? "" : ", ") + dim_text(op.dims[i]);
  return op.dims.empty() ? "" : text + "\n";
}

std::string work_text(const plan::Operation& op) {
  if (op.dims.empty()) return "";
  const bool matrix = plan::is_matmul(op.op) || plan::is_convolution(op.op);
  const std::int64_t work = core_work(op);
  return fmt::format("    work per core: {} {}\n", work, matrix ? "MAC" : "elements");
}

std::string layout_text(const plan::Operation& op, const plan::Tensor& tensor) {
  const auto dim_name = [&](plan::DimId dim) {
    return dim < 0 ? std::string("?") : op.dims[static_cast<std::size_t>(dim)].name;
  };
  std::string text = "stick";
  for (const plan::StickDim& stick : tensor.sticks)
    text += fmt::format(" {} {}", stick.elements, dim_name(stick.dim));
  for (const plan::LayoutLevel& level : tensor.layout)
    text += fmt::format(", {} {}", level.units, dim_name(level.dim));
  return text;
}

std::string address_text(const plan::Tensor& tensor) {
  if (tensor.start.empty()) return "";
  const std::int64_t first = tensor.start.front();
  if (tensor.in_lx()) return fmt::format(" from {:#x}", first);
  return fmt::format(" from segment {} + {:#x}", first / plan::kSegmentBytes,
                     first % plan::kSegmentBytes);
}

std::string home_text(const plan::Plan& plan, const plan::Tensor& tensor) {
  if (tensor.in_lx()) return "LX";
  const auto index = static_cast<std::size_t>(tensor.storage);
  if (tensor.storage < 0 || index >= plan.storages.size() || plan.storages[index].name.empty())
    return "memory";
  return "memory " + plan.storages[index].name;
}

// Cores that see the same bytes: one read serves all of an input's group, an output's group adds up
// partial sums.
std::string sharing_text(const plan::Tensor& tensor) {
  const bool is_output = tensor.role == plan::Role::Output;
  const auto groups = plan::groups_by_start(tensor);
  if (tensor.in_lx() || groups.size() == tensor.start.size()) return "";
  const auto largest =
      std::max_element(groups.begin(), groups.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return fmt::format(
      ", {} of up to {}",
      counted(std::ssize(groups), is_output ? "partial-sum group" : "multicast group"),
      counted(std::ssize(*largest), "core"));
}

std::string stride_text(const plan::Tensor& tensor) {
  const bool moves = std::any_of(tensor.loop_stride.begin(), tensor.loop_stride.end(),
                                 [](std::int64_t stride) { return stride != 0; });
  return moves ? fmt::format(", {} bytes per trip", fmt::join(tensor.loop_stride, ", ")) : "";
}

const char* indirection_text(plan::Indirection indirection) {
  switch (indirection) {
    case plan::Indirection::None: return "";
    case plan::Indirection::IndexTensor: return ", holds indices";
    case plan::Indirection::ValueTensor: return ", addressed by indices";
  }
  return "";
}

std::string tensor_text(const plan::Plan& plan, const plan::Operation& op,
                        const plan::Tensor& tensor, const char* role) {
  return fmt::format("    {} {}: {} in {}{}, {}, {} per core ({}){}{}{}\n", role, tensor.name,
                     plan::name(tensor.format), home_text(plan, tensor), address_text(tensor),
                     bytes_text(tensor.allocated_bytes()), bytes_text(tensor.core_bytes()),
                     layout_text(op, tensor), sharing_text(tensor), stride_text(tensor),
                     indirection_text(tensor.indirection));
}

// Operands in the order of the compute operation, then the index tensors it does not list.
std::string tensors_text(const plan::Plan& plan, const plan::Operation& op) {
  std::string text;
  const auto add = [&](plan::TensorId id, const char* role) {
    text += tensor_text(plan, op, op.tensors[static_cast<std::size_t>(id)], role);
  };
  for (const plan::TensorId id : op.inputs) add(id, "input");
  for (const plan::TensorId id : op.outputs) add(id, "output");
  for (std::size_t id = 0; id < op.tensors.size(); ++id) {
    const bool listed = std::find(op.inputs.begin(), op.inputs.end(),
                                  static_cast<plan::TensorId>(id)) != op.inputs.end();
    if (op.tensors[id].role == plan::Role::Index && !listed)
      add(static_cast<plan::TensorId>(id), "index");
  }
  return text;
}

std::string heading(const plan::Launch& launch, int index) {
  const plan::Operation& op = launch.operations[static_cast<std::size_t>(index)];
  const std::string_view name = op.data_only ? std::string_view(op.key) : plan::name(op.op);
  const std::int64_t trips = launch.trips(index);
  return fmt::format("  operation {} {} on the {}, {} ({}){}\n", index, name, unit_text(op),
                     counted(std::ssize(op.cores), "core"), core_ranges(op.cores),
                     trips == 1 ? "" : ", " + counted(trips, "trip"));
}

std::string extras_text(const plan::Operation& op) {
  std::string text;
  for (const plan::Mask& mask : op.masks) {
    const std::string& dim = op.dims[static_cast<std::size_t>(mask.dim)].name;
    text += fmt::format("    mask: {} of {} from {}\n", mask.count, dim, mask.first);
  }
  for (const plan::Constant& constant : op.constants) {
    text += fmt::format("    constant {}: {} {:#x}\n", constant.name, plan::name(constant.format),
                        constant.bits);
  }
  for (const plan::DataOp& move : op.data_ops) {
    text += fmt::format("    moves data: {} on cores {}, {} pieces in, {} out\n", move.name,
                        core_ranges(move.cores), move.input.size(), move.output.size());
  }
  return text;
}

}  // namespace

std::string operation_text(const plan::Plan& plan, const plan::Launch& launch, int index) {
  const plan::Operation& op = launch.operations[static_cast<std::size_t>(index)];
  return heading(launch, index) + dims_text(op) + work_text(op) + tensors_text(plan, op) +
         extras_text(op);
}

std::string core_ranges(std::vector<int> cores) {
  std::sort(cores.begin(), cores.end());
  std::string text;
  for (std::size_t first = 0; first < cores.size();) {
    std::size_t last = first;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    text += text.empty() ? "" : ",";
    text += first == last ? fmt::format("{}", cores[first])
                          : fmt::format("{}-{}", cores[first], cores[last]);
    first = last + 1;
  }
  return text;
}

std::string extents_text(const std::vector<std::int64_t>& extents) {
  return fmt::format("{}", fmt::join(extents, " x "));
}

}  // namespace spyre::report
