#include "tests/check/make_plan.hpp"

#include <algorithm>

#include "models/base/quantity.hpp"
#include "sim/check/geometry.hpp"

namespace spyre::check::test {
namespace {

plan::DimId dim_named(const plan::Operation& op, const std::string& name) {
  const auto dim = std::find_if(op.dims.begin(), op.dims.end(),
                                [&](const plan::Dim& d) { return d.name == name; });
  return static_cast<plan::DimId>(dim - op.dims.begin());
}

void see_dimension(const plan::Operation& op, plan::Tensor& tensor, plan::DimId d, int scale) {
  plan::TensorDim& seen = tensor.dims[static_cast<std::size_t>(d)];
  const plan::Dim& dim = op.dims[static_cast<std::size_t>(d)];
  const std::int64_t stick = stick_elements(tensor, d);
  seen.scale = static_cast<std::int8_t>(scale);
  seen.core_factor = scale == 1 ? dim.slices : 1;
  seen.core_alpha = scale == 1 ? dim.per_core : stick;
  const std::int64_t units = scale == 1 ? div_up(dim.per_core, stick) : 1;
  if (stick > 1) seen.elements = {{units, stick}, {stick, scale == 1 ? 1 : 0}};
  if (stick == 1) seen.elements = {{units, 1}};
}

void lay_out(const plan::Operation& op, plan::Tensor& tensor, const TensorSpec& spec) {
  std::int64_t stride = plan::kStickBytes;
  for (const std::string& name : spec.order) {
    const plan::DimId d = dim_named(op, name);
    const auto scale = spec.scale.find(name);
    see_dimension(op, tensor, d, scale == spec.scale.end() ? 1 : scale->second);
    const plan::Dim& dim = op.dims[static_cast<std::size_t>(d)];
    const std::int64_t stick = stick_elements(tensor, d);
    plan::LayoutLevel level{d, 1, 1, stride};
    if (scale == spec.scale.end()) {
      level.core_units = div_up(dim.per_core, stick);
      level.units = spec.lx ? level.core_units : div_up(dim.extent, stick);
    }
    tensor.layout.push_back(level);
    stride *= level.units;
  }
}

plan::StorageId new_storage(plan::Plan& plan, std::int64_t bytes) {
  const auto id = static_cast<plan::StorageId>(plan.storages.size());
  plan::Storage storage;
  storage.name = "t" + std::to_string(id);
  storage.address = plan.storages.empty()
                        ? plan::kSegmentBytes
                        : plan.storages.back().address + plan.storages.back().bytes;
  storage.bytes = bytes;
  plan.storages.push_back(storage);
  return id;
}

void place(plan::Plan& plan, const plan::Operation& op, plan::Tensor& tensor,
           const TensorSpec& spec) {
  std::int64_t base = spec.address;
  if (!spec.lx) {
    tensor.storage = new_storage(plan, tensor.allocated_bytes());
    base = plan.storages.back().address;
  }
  for (std::size_t core = 0; core < op.cores.size(); ++core) {
    tensor.start.push_back(base + (spec.lx ? 0 : share_offset(op, tensor, core)));
  }
}

}  // namespace

plan::Operation operation(plan::OpCode op, const std::vector<DimSpec>& dims) {
  plan::Operation made;
  made.op = op;
  const bool array = plan::is_matmul(op);
  made.unit = array ? plan::ExecutionUnit::Pt : plan::ExecutionUnit::Sfp;
  std::int64_t cores = 1;
  for (const DimSpec& spec : dims) {
    plan::Dim dim;
    dim.name = spec.name;
    dim.extent = spec.extent;
    dim.slices = spec.slices;
    dim.per_core = div_up(spec.extent, spec.slices);
    made.dims.push_back(dim);
    cores *= spec.slices;
  }
  for (std::int64_t core = 0; core < cores; ++core) {
    made.cores.push_back(static_cast<int>(core));
    std::vector<std::int64_t>& slices = made.slice.emplace_back();
    std::int64_t rest = core;
    for (const DimSpec& spec : dims) {
      slices.push_back(rest % spec.slices);
      rest /= spec.slices;
    }
    made.schedule.push_back({plan::ScheduleRow{}});
  }
  return made;
}

plan::Operation& PlanMaker::add(plan::Operation op) {
  if (plan.launches.empty()) plan.launches.emplace_back();
  launch().operations.push_back(std::move(op));
  return last();
}

plan::Tensor& PlanMaker::append(const TensorSpec& spec) {
  plan::Operation& op = last();
  plan::Tensor tensor;
  tensor.name = "Tensor" + std::to_string(op.tensors.size());
  tensor.component = spec.lx ? plan::Component::Lx : plan::Component::Memory;
  tensor.format = spec.format;
  tensor.dims.resize(op.dims.size());
  tensor.sticks = {
      {dim_named(op, spec.stick), plan::kStickBytes * 8 / plan::element_bits(spec.format)}};
  lay_out(op, tensor, spec);
  place(plan, op, tensor, spec);
  op.tensors.push_back(std::move(tensor));
  return op.tensors.back();
}

plan::Tensor& PlanMaker::input(const TensorSpec& spec) {
  last().inputs.push_back(static_cast<plan::TensorId>(last().tensors.size()));
  return append(spec);
}

plan::Tensor& PlanMaker::output(const TensorSpec& spec) {
  last().outputs.push_back(static_cast<plan::TensorId>(last().tensors.size()));
  plan::Tensor& tensor = append(spec);
  tensor.role = plan::Role::Output;
  return tensor;
}

void PlanMaker::loop(std::int64_t trips) {
  launch().loops.push_back({-1, 0, static_cast<int>(launch().operations.size()), trips});
  for (plan::Operation& op : launch().operations) {
    op.loop = 0;
    for (plan::Tensor& tensor : op.tensors) tensor.loop_stride = {0};
  }
}

PlanMaker add_rows(std::int64_t rows, std::int64_t columns, std::int64_t cores, bool lx) {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Add, {{"mb", rows, cores}, {"out", columns, 1}}));
  const std::int64_t bytes = rows / cores * columns * 2;
  for (std::int64_t k = 0; k < 2; ++k) {
    maker.input({.order = {"mb", "out"}, .stick = "out", .lx = lx, .address = k * bytes});
  }
  maker.output({.order = {"mb", "out"}, .stick = "out", .lx = lx, .address = 2 * bytes});
  return maker;
}

PlanMaker matmul(DimSpec m, DimSpec n, DimSpec k) {
  PlanMaker maker;
  m.name = "mb";
  n.name = "out";
  k.name = "in";
  maker.add(operation(plan::OpCode::BatchMatmul, {k, m, n}));
  maker.input({.order = {"mb", "in"}, .stick = "in"});
  maker.input({.order = {"in", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out"});
  return maker;
}

PlanMaker row_sums(std::int64_t rows, std::int64_t columns, std::int64_t cores) {
  PlanMaker maker;
  maker.add(operation(plan::OpCode::Sum, {{"mb", rows, cores}, {"out", columns, 1}}));
  maker.input({.order = {"mb", "out"}, .stick = "out"});
  maker.output({.order = {"mb", "out"}, .stick = "out", .scale = {{"out", -2}}});
  return maker;
}

params::ChipParams card() {
  params::ChipParams chip{};
  chip.chip.cores = 32;
  chip.chip.stick = Bytes(128);
  chip.lx.capacity = Bytes(2 << 20);
  chip.lx.reserved = Bytes(64 << 10);
  chip.lx.backend_share = Permille(200);
  chip.mover.burst_sticks = 32;
  return chip;
}

std::vector<Finding> findings(const PlanMaker& maker, Mode mode) {
  return check_plan(maker.plan, card(), mode);
}

std::vector<Finding> findings(const PlanMaker& maker, const std::string& id, Mode mode) {
  std::vector<Finding> all = findings(maker, mode);
  all.erase(std::remove_if(all.begin(), all.end(), [&](const Finding& f) { return f.id != id; }),
            all.end());
  return all;
}

std::vector<std::string> rules_broken(const PlanMaker& maker, Mode mode) {
  std::vector<std::string> ids;
  for (const Finding& finding : findings(maker, mode)) {
    const bool known = std::find(ids.begin(), ids.end(), finding.id) != ids.end();
    if (finding.severity != Severity::Info && !known) ids.push_back(finding.id);
  }
  return ids;
}

}  // namespace spyre::check::test
