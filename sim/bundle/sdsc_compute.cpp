// The compute operation of a SuperDSC file: what is computed, on which operands, with which
// constants.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

plan::OpCode read_op(const Item& item) {
  const std::string name = item.text();
  const std::optional<plan::OpCode> op = plan::op_named(name);
  if (op && plan::has_semantics(*op)) return *op;
  if (!item.exists()) return plan::OpCode::Identity;
  std::string near = nearest(name, plan::op_names());
  item.unsupported(
      fmt::format("FMT-03: unsupported operation '{}'", name),
      near.empty() ? std::string("an operation of the plan format") : "'" + near + "'");
  return plan::OpCode::Identity;
}

plan::ExecutionUnit read_unit(const Item& item) {
  const std::string name = item.text();
  if (item.exists() && name != "pt" && name != "sfp") {
    item.unsupported(fmt::format("FMT-03: unsupported unit '{}'", name), "pt or sfp");
  }
  return name == "pt" ? plan::ExecutionUnit::Pt : plan::ExecutionUnit::Sfp;
}

// "Tensor2-idx2" → 2, or −1 after recording it.
plan::TensorId read_reference(const Item& item, std::size_t tensors) {
  const std::string text = item.text();
  const std::size_t mark = text.rfind("-idx");
  int id = -1;
  if (mark != std::string::npos)
    std::from_chars(text.data() + mark + 4, text.data() + text.size(), id);
  if (id >= 0 && at(id) < tensors) return id;
  item.breaks(fmt::format("FMT-08: operand '{}' refers to no tensor", text),
              fmt::format("<name>-idx0 to -idx{}", tensors == 0 ? 0 : tensors - 1));
  return -1;
}

std::vector<plan::TensorId> read_references(const Item& list, std::size_t tensors) {
  std::vector<plan::TensorId> ids;
  list.for_each_entry([&](std::size_t, const Item& item) {
    const plan::TensorId id = read_reference(item, tensors);
    if (id >= 0) ids.push_back(id);
  });
  return ids;
}

bool contains(const std::vector<plan::TensorId>& ids, plan::TensorId id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// A reduction lists its output once more as input; nothing reads it (plan-execution 1.15).
void drop_accumulators(plan::Operation& operation) {
  auto& inputs = operation.inputs;
  inputs.erase(std::remove_if(inputs.begin(), inputs.end(),
                              [&](plan::TensorId id) { return contains(operation.outputs, id); }),
               inputs.end());
}

std::uint64_t read_bits(const Item& data, plan::Format format) {
  const Item list = data.at("data_");
  std::uint64_t bits = 0;
  list.for_each_member([&](const std::string&, const Item& value) {
    const Item entry = value.is_array() ? value.at(std::size_t{0}) : value;
    bits = static_cast<std::uint64_t>(entry.integer(INT64_MIN, INT64_MAX));
  });
  const int width = plan::element_bits(format);
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

void read_constant(plan::Operation& operation, const Item& item) {
  plan::Constant constant;
  constant.name = item.at("name_").text();
  constant.format = read_format(item.at("dataFormat_"));
  constant.bits = read_bits(item.at("data_"), constant.format);
  operation.constants.push_back(std::move(constant));
}

void read_masks(SdscContext& context, const Item& masking) {
  masking.for_each_member([&](const std::string& name, const Item& ranges) {
    const plan::DimId id = dim_named(context, name, ranges);
    ranges.for_each_entry([&](std::size_t, const Item& range) {
      const std::vector<std::int64_t> pair = range.integers(0, kLargestExtent);
      if (pair.size() != 2)
        range.wrong(fmt::format("found {} numbers", pair.size()), "[first, count]");
      else if (id >= 0)
        context.operation().masks.push_back({id, pair[0], pair[1]});
    });
  });
}

void note_fidelity(const Item& attributes) {
  const Item fidelity = attributes.find("fidelity_");
  if (!fidelity.is_string() || fidelity.text() == "regular") return;
  fidelity.document().note("FMT-09",
                           fmt::format("fidelity '{}' is simulated as 'regular'", fidelity.text()),
                           fidelity.pointer());
}

}  // namespace

plan::Format read_format(const Item& item) {
  const std::string name = item.text();
  const std::optional<plan::Format> format = plan::format_named(name);
  if (format) return *format;
  if (item.exists()) {
    std::string near = nearest(name, plan::format_names());
    item.unsupported(fmt::format("FMT-03: unsupported data format '{}'", name),
                     near.empty() ? std::string("a device number format") : "'" + near + "'");
  }
  return plan::Format::Sen169Fp16;
}

void read_compute(SdscContext& context, const Item& dsc) {
  plan::Operation& operation = context.operation();
  const Item list = dsc.at("computeOp_");
  if (list.size() > 1)
    list.unsupported(fmt::format("FMT-04: {} compute operations", list.size()), "one");
  const Item compute = list.at(std::size_t{0});
  const Item attributes = compute.at("attributes_");
  operation.op = read_op(compute.at("opFuncName"));
  operation.unit = read_unit(compute.at("exUnit"));
  operation.format = read_format(attributes.at("dataFormat_"));
  note_fidelity(attributes);
  const std::size_t tensors = dsc.find("labeledDs_").size();
  operation.outputs = read_references(compute.at("outputLabeledDs"), tensors);
  operation.inputs = read_references(compute.at("inputLabeledDs"), tensors);
  if (operation.outputs.empty()) compute.breaks("FMT-08: operation has no output");
}

void assign_roles(SdscContext& context, const Item& dsc) {
  plan::Operation& operation = context.operation();
  const Item compute = dsc.at("computeOp_").at(std::size_t{0});
  Item index = compute.find("indirectAccessIndexLabeledDs");
  if (!index.exists()) index = compute.find("indirectAccessIndexLabeledDs_");
  const std::vector<plan::TensorId> indices = read_references(index, operation.tensors.size());
  for (std::size_t i = 0; i < operation.tensors.size(); ++i) {
    const auto id = static_cast<plan::TensorId>(i);
    plan::Role& role = operation.tensors[i].role;
    if (contains(operation.outputs, id))
      role = plan::Role::Output;
    else if (contains(indices, id))
      role = plan::Role::Index;
  }
  drop_accumulators(operation);
}

void read_masks_and_constants(SdscContext& context, const Item& dsc) {
  plan::Operation& operation = context.operation();
  read_masks(context, dsc.find("coordinateMasking_"));
  const Item id = dsc.find("maskingConstId_");
  operation.masking_const_id = id.exists() ? static_cast<int>(id.integer(-1, 1 << 20)) : -1;
  const Item constants = dsc.find("constantInfo_");
  if (constants.is_string()) {  // the string "{}" stands for none
    if (constants.text() != "{}") constants.wrong("found text", "an object or the string \"{}\"");
    return;
  }
  constants.for_each_member(
      [&](const std::string&, const Item& item) { read_constant(operation, item); });
}

}  // namespace spyre::bundle
