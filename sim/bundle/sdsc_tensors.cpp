// Tensors of a SuperDSC file: layout class, allocate node, folds and start addresses.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/bundle/layout.hpp"
#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

using plan::Tensor;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

// Only tensors are allocated by the front end; the backend's other nodes carry schedules we do not
// follow.
bool is_allocate(const Item& node) {
  const std::string type = node.at("nodeType_").text();
  if (type == "allocate") return true;
  if (!type.empty())
    node.unsupported(fmt::format("FMT-03: unsupported node type '{}'", type), "allocate");
  return false;
}

plan::Component read_component(const Item& node) {
  const Item item = node.at("component_");
  const std::string name = item.text();
  if (item.exists() && name != "hbm" && name != "lx") {
    item.unsupported(fmt::format("FMT-03: unsupported component '{}'", name), "hbm or lx");
  }
  return name == "lx" ? plan::Component::Lx : plan::Component::Memory;
}

void read_sticks(SdscContext& context, Tensor& tensor, const Item& layout_class) {
  const Item order = layout_class.at("stickDimOrder_");
  const Item sizes = layout_class.at("stickSize_");
  if (order.size() != sizes.size()) {
    sizes.wrong(fmt::format("{} stick sizes for {} stick dimensions", sizes.size(), order.size()),
                "as many");
    return;
  }
  order.for_each_entry([&](std::size_t i, const Item& dim) {
    const plan::DimId id = dim_named(context, dim.text(), dim);
    const std::int64_t elements = sizes.at(i).integer(1, 1024);
    if (id >= 0) tensor.sticks.push_back({id, elements});
  });
}

void read_scales(SdscContext& context, Tensor& tensor, const Item& lds, const Item& layout_class) {
  const Item order = layout_class.at("layoutDimOrder_");
  const Item scales = lds.at("scale_");
  if (scales.size() != order.size()) {
    scales.wrong(
        fmt::format("{} scales for {} dimensions of the class", scales.size(), order.size()),
        "as many");
    return;
  }
  order.for_each_entry([&](std::size_t i, const Item& dim) {
    const plan::DimId id = dim_named(context, dim.text(), dim);
    const std::int64_t scale = scales.at(i).integer(-2, 1);
    if (scale == 0) scales.at(i).wrong("found 0", "1, -1 or -2");
    if (id >= 0) tensor.dims[at(id)].scale = static_cast<std::int8_t>(scale);
  });
}

// The node's own order of dimensions, innermost first, overrides that of the class.
void read_layout(SdscContext& context, Tensor& tensor, const Item& node) {
  node.at("layoutDimOrder_").for_each_entry([&](std::size_t, const Item& dim) {
    const plan::DimId id = dim_named(context, dim.text(), dim);
    if (id < 0) return;
    const bool twice = std::any_of(tensor.layout.begin(), tensor.layout.end(),
                                   [&](const plan::LayoutLevel& level) { return level.dim == id; });
    if (twice) dim.breaks(fmt::format("FMT-08: dimension '{}' is listed twice", dim.text()));
    tensor.layout.push_back({id, 1, 1, 0});
    if (tensor.dims[at(id)].scale == 0) tensor.dims[at(id)].scale = 1;
  });
  const Item sizes = node.find("maxDimSizes_");
  tensor.max_dim_sizes = sizes.exists() ? sizes.integers(-1, kLargestExtent)
                                        : std::vector<std::int64_t>(tensor.layout.size(), -1);
  tensor.max_dim_sizes.resize(tensor.layout.size(), -1);
}

// One gap per dimension: entry "-1" holds for all cores; lx nodes may also repeat it per core
// (equal values).
void read_gaps(SdscContext& context, Tensor& tensor, const Item& gaps) {
  gaps.for_each_member([&](const std::string& name, const Item& per_core) {
    const plan::DimId id = dim_named(context, name, per_core);
    if (id < 0) return;
    std::vector<std::int64_t> values;
    per_core.for_each_member([&](const std::string&, const Item& gap) {
      values.push_back(gap.integer(0, kLargestExtent));
    });
    if (values.empty()) return;
    tensor.dims[at(id)].back_gap = values.front();
    if (std::any_of(values.begin(), values.end(), [&](auto v) { return v != values.front(); })) {
      per_core.unsupported("FMT-04: back gap differs between cores", "one gap");
    }
  });
}

void read_folds(SdscContext& context, Tensor& tensor, const Item& node) {
  node.at("coordinates_")
      .at("coordInfo")
      .for_each_member([&](const std::string& name, const Item& info) {
        const plan::DimId id = dim_named(context, name, info);
        if (id < 0) return;
        plan::TensorDim& view = tensor.dims[at(id)];
        DimFolds folds = read_dim_folds(info.at("folds"));
        view.core_factor = folds.core.factor;
        view.core_alpha = folds.core.alpha;
        view.elements = std::move(folds.elements);
        const Item padding = info.find("padding");
        view.windowed = padding.is_string() && padding.text() != "nopad";
      });
  node.find("padding_").for_each_member([&](const std::string& name, const Item& kind) {
    if (context.dropped.count(bare(name)) > 0) return;
    const plan::DimId id = dim_named(context, name, kind);
    if (id >= 0) tensor.dims[at(id)].windowed = kind.text() != "nopad";
  });
}

// Folds whose product leaves the number range would overflow later arithmetic.
void check_fold_sizes(const plan::Operation& operation, const Tensor& tensor, const Item& node) {
  for (std::size_t dim = 0; dim < tensor.dims.size(); ++dim) {
    int128 product = 1;
    for (const plan::Fold& fold : tensor.dims[dim].elements) {
      product = std::min<int128>(product * fold.factor, int128{1} << 80);
    }
    if (product > kLargestExtent) {
      node.wrong(fmt::format("folds of dimension {} are too large", operation.dims[dim].name));
    }
  }
}

void read_own_slices(SdscContext& context, Tensor& tensor, const Item& table) {
  if (table.size() == 0) return;
  const plan::Operation& operation = context.operation();
  std::vector<std::vector<std::int64_t>> own;
  for (const int core : operation.cores) {
    std::vector<std::int64_t>& row = own.emplace_back(operation.dims.size(), 0);
    const Item entry = table.find(std::to_string(core));
    if (!entry.exists()) table.wrong(fmt::format("no entry for core {}", core));
    entry.for_each_member([&](const std::string& name, const Item& slice) {
      const auto found = context.dim_ids.find(bare(name));
      if (found != context.dim_ids.end()) row[at(found->second)] = slice.integer(0, 1 << 20);
    });
  }
  tensor.own_slice = std::move(own);
}

void read_indirection(Tensor& tensor, const Item& node) {
  const Item kind = node.find("indirectAllocType_");
  const std::string name = kind.exists() ? kind.text() : "no_indirection";
  if (name == "index_tensor")
    tensor.indirection = plan::Indirection::IndexTensor;
  else if (name == "value_tensor")
    tensor.indirection = plan::Indirection::ValueTensor;
  else if (name != "no_indirection")
    kind.unsupported(fmt::format("FMT-03: unsupported indirection '{}'", name));
  const Item index = node.find("indexTensorType_");
  if (index.exists() && index.text() != "index") {
    index.unsupported(fmt::format("FMT-03: unsupported indexTensorType_ '{}'", index.text()),
                      "index");
  }
}

void check_word_length(const Tensor& tensor, const Item& lds) {
  const Item item = lds.find("wordLength");
  if (!item.is_number()) return;
  const double bits = item.number(0, 64) * 8;
  if (static_cast<int>(bits) != plan::element_bits(tensor.format)) {
    item.breaks(fmt::format("SPN-05: word length of {} bits with format {}", static_cast<int>(bits),
                            plan::name(tensor.format)),
                fmt::format("{} bits", plan::element_bits(tensor.format)));
  }
}

void read_start(SdscContext& context, Tensor& tensor, const Item& node) {
  const std::int64_t low = -(std::int64_t{1} << 30);  // below zero: symbol ids
  tensor.start = values_per_core(node.at("startAddressCoreCorelet_"), context.operation().cores,
                                 low, kLargestAddress);
  if (!tensor.in_lx() ||
      std::all_of(tensor.start.begin(), tensor.start.end(), [](auto s) { return s >= 0; }))
    return;
  node.at("startAddressCoreCorelet_")
      .unsupported("FMT-03: symbolic start address in lx", "a byte offset");
}

Tensor read_tensor(SdscContext& context, const Item& node, const Item& lds, const Item& classes) {
  Tensor tensor;
  tensor.source = {node.document().file(), node.pointer(), 0};
  tensor.dims.resize(context.operation().dims.size());
  tensor.name = lds.at("dsName_").text();
  tensor.label = lds.at("dsType_").text();
  tensor.format = read_format(lds.at("dataFormat_"));
  tensor.component = read_component(node);
  const Item layout_class = classes.at(tensor.label);
  read_sticks(context, tensor, layout_class);
  read_scales(context, tensor, lds, layout_class);
  read_layout(context, tensor, node);
  read_gaps(context, tensor, node.find("backGapCore_"));
  read_folds(context, tensor, node);
  check_fold_sizes(context.operation(), tensor, node);
  read_own_slices(context, tensor, node.find("coordinates_").find("coreIdToWkSlice_"));
  read_indirection(tensor, node);
  check_word_length(tensor, lds);
  read_start(context, tensor, node);
  return tensor;
}

void check_order(const Item& node, const Item& lds, std::size_t i) {
  const std::int64_t in_node = node.at("ldsIdx_").integer(0, 1 << 20);
  const std::int64_t in_lds = lds.at("ldsIdx_").integer(0, 1 << 20);
  if (in_node == static_cast<std::int64_t>(i) && in_lds == in_node) return;
  node.breaks(
      fmt::format("FMT-08: node {} describes tensor {}, labeledDs_ lists {}", i, in_node, in_lds),
      fmt::format("tensor {}", i));
}

// Entries that are null would be tensors without anything said of them.
bool is_there(const Item& entry) {
  if (!entry.exists()) entry.breaks("FMT-08: found null", "a description of one tensor");
  return entry.exists();
}

// Partners of an indirect access find each other by node name; without one, by being the only pair.
void link_partners(plan::Operation& operation) {
  plan::TensorId index = -1, value = -1;
  for (std::size_t i = 0; i < operation.tensors.size(); ++i) {
    const auto kind = operation.tensors[i].indirection;
    if (kind == plan::Indirection::IndexTensor) index = static_cast<plan::TensorId>(i);
    if (kind == plan::Indirection::ValueTensor) value = static_cast<plan::TensorId>(i);
  }
  if (index < 0 || value < 0) return;
  operation.tensors[at(index)].partner = value;
  operation.tensors[at(value)].partner = index;
}

// ReStickify: a gap on a dimension that was rounded up only because it is the other tensor's stick
// dimension is what the allocation lacks, not what it has in excess (plan-execution 1.3).
void mark_shortfalls(plan::Operation& operation) {
  if (operation.op != plan::OpCode::ReStickifyHbm) return;
  for (Tensor& tensor : operation.tensors) {
    for (const Tensor& other : operation.tensors) {
      for (const plan::StickDim& stick : other.sticks) {
        plan::TensorDim& view = tensor.dims[at(stick.dim)];
        if (stick_elements(tensor, stick.dim) > 1 || view.back_gap <= 0) continue;
        if (view.back_gap < stick.elements) view.gap_is_shortfall = true;
      }
    }
  }
}

}  // namespace

void read_tensors(SdscContext& context, const Item& dsc) {
  plan::Operation& operation = context.operation();
  const Item nodes = dsc.at("scheduleTree_");
  const Item labeled = dsc.at("labeledDs_");
  const Item classes = dsc.at("primaryDsInfo_");
  if (nodes.size() != labeled.size()) {
    nodes.breaks(fmt::format("FMT-08: {} nodes for {} tensors", nodes.size(), labeled.size()),
                 "as many");
    return;
  }
  nodes.for_each_entry([&](std::size_t i, const Item& node) {
    const Item lds = labeled.at(i);
    if (!is_there(node) || !is_there(lds) || !is_allocate(node)) return;
    check_order(node, lds, i);
    operation.tensors.push_back(read_tensor(context, node, lds, classes));
  });
  link_partners(operation);
  mark_shortfalls(operation);
  if (!nodes.document().problems().empty()) return;
  for (std::size_t i = 0; i < operation.tensors.size(); ++i) {
    const std::string wrong = lay_out(operation, operation.tensors[i]);
    if (!wrong.empty()) nodes.at(i).breaks("ADR-09: " + wrong);
  }
}

}  // namespace spyre::bundle
