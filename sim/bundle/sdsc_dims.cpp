// Iteration space and work division of a SuperDSC file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

// Members of N_ and ss_ that are no dimensions.
bool is_dimension(const std::string& key) {
  static constexpr std::array kOthers = {
      "name_",         "paddingSizes_", "symbolicDimInfo_", "maxSymbolicVolume_",
      "coreletSplit_", "rowSplit_",     "peSfpSplit_"};
  return std::find(kOthers.begin(), kOthers.end(), key) == kOthers.end();
}

void read_extents(SdscContext& context, const Item& sizes) {
  sizes.for_each_member([&](const std::string& key, const Item& size) {
    if (!is_dimension(key) || size.is_object() || size.is_array()) return;
    const std::int64_t extent = size.integer(-1, kLargestExtent);
    if (extent <= 0) return;  // -1: unused
    plan::Dim dim;
    dim.name = bare(key);
    dim.extent = dim.per_core = extent;
    context.dim_ids[dim.name] = static_cast<plan::DimId>(context.operation().dims.size());
    context.operation().dims.push_back(std::move(dim));
  });
  if (context.operation().dims.empty())
    sizes.breaks("FMT-01: iteration space has no dimension", "at least one");
}

// The epilogue equals the steady state in every known file; uneven work is refused (FMT-04).
void refuse_epilogue(const Item& steady, const Item& epilogue) {
  if (!epilogue.is_object() || !steady.is_object()) return;
  epilogue.for_each_member([&](const std::string& key, const Item& value) {
    const Item same = steady.find(key);
    if (key == "name_" || value.same_as(same)) return;
    value.unsupported(
        fmt::format("FMT-04: el_ has {} = {} but ss_ has {}", key, value.shown(), same.shown()),
        "equal values");
  });
}

void refuse_split_hints(const Item& steady) {
  for (const char* key : {"coreletSplit_", "rowSplit_", "peSfpSplit_"}) {
    const Item split = steady.find(key);
    if (split.size() > 0) split.unsupported(fmt::format("FMT-04: {} is not empty", key), "nothing");
  }
}

void read_per_core(SdscContext& context, const Item& steady) {
  for (plan::Dim& dim : context.operation().dims) {
    Item size = steady.find(dim.name + "_");
    if (!size.exists()) size = steady.find(dim.name);
    if (size.exists())
      dim.per_core = size.integer(1, kLargestExtent);
    else
      steady.wrong(fmt::format("per-core size of {} is missing", dim.name));
  }
}

void read_slices(SdscContext& context, const Item& slices) {
  slices.for_each_member([&](const std::string& key, const Item& count) {
    const auto found = context.dim_ids.find(bare(key));
    if (found == context.dim_ids.end()) return;  // a dimension without extent
    context.operation().dims[static_cast<std::size_t>(found->second)].slices =
        count.integer(1, 1 << 20);
  });
}

std::int64_t optional_integer(const Item& object, const char* key, std::int64_t fallback) {
  const Item item = object.find(key);
  return item.exists() ? item.integer(-kLargestExtent, kLargestExtent) : fallback;
}

// Nothing moves along a dimension of one padded element.
bool is_dropped(const SdscContext& context, const std::string& key, const Item& window) {
  return context.dim_ids.count(bare(key)) == 0 && window.is_object() &&
         optional_integer(window, "totalSize_", 0) == 1;
}

void read_windows(SdscContext& context, const Item& windows) {
  windows.for_each_member([&](const std::string& key, const Item& item) {
    if (is_dropped(context, key, item)) {
      context.dropped.insert(bare(key));
      return;
    }
    const plan::DimId id = dim_named(context, key, item);
    if (id < 0) return;
    plan::Window window;
    window.pad_front = optional_integer(item, "padFront_", 0);
    window.pad_back = optional_integer(item, "padBack_", 0);
    window.total_size = item.at("totalSize_").integer(1, kLargestExtent);
    window.stride = std::max<std::int64_t>(optional_integer(item, "stride_", 1), 1);
    window.dilation = std::max<std::int64_t>(optional_integer(item, "dilation_", 1), 1);
    const Item over = item.find("windowDim_");
    if (over.exists()) window.window_dim = dim_named(context, over.text(), over);
    context.operation().dims[static_cast<std::size_t>(id)].window = window;
  });
}

// granularity_ and maxSize_ are per core (plan-execution 1.7).
void read_symbolic(SdscContext& context, const Item& symbols, const Item& info) {
  symbols.for_each_member([&](const std::string& key, const Item& ids) {
    const plan::DimId id = dim_named(context, key, ids);
    const std::vector<std::int64_t> list = ids.integers(-(1 << 30), -1);
    if (id < 0 || list.empty()) return;
    plan::Dim& dim = context.operation().dims[static_cast<std::size_t>(id)];
    dim.symbolic = true;
    const Item limits = info.find(dim.name);
    dim.declared_maximum = optional_integer(limits, "maxSize_", dim.per_core) * dim.slices;
    dim.granularity = optional_integer(limits, "granularity_", 1) * dim.slices;
    context.out.symbolic_dims.push_back({id, list.front()});
  });
}

std::vector<int> core_list(const Item& ids) {
  std::vector<int> cores;
  ids.for_each_entry([&](std::size_t, const Item& id) {
    const auto core = static_cast<int>(id.integer(0, kCores - 1));
    if (std::find(cores.begin(), cores.end(), core) != cores.end()) {
      id.breaks(fmt::format("SPN-04: core {} is listed twice", core), "distinct cores");
    } else {
      cores.push_back(core);
    }
  });
  return cores;
}

void read_core_list(SdscContext& context, const Item& root, const Item& dsc) {
  std::vector<int>& cores = context.operation().cores;
  const Item ids = dsc.find("coreIdsUsed_");
  const Item count = root.find("numCoresUsed_");
  cores = core_list(ids);
  const std::int64_t declared = count.exists() ? count.integer(1, kCores) : kCores;
  if (!ids.exists()) {
    for (int core = 0; core < static_cast<int>(declared); ++core) cores.push_back(core);
  } else if (count.exists() && declared != static_cast<std::int64_t>(cores.size())) {
    count.breaks(
        fmt::format("SPN-04: {} cores used, {} listed in coreIdsUsed_", declared, cores.size()),
        "as many");
  }
  if (cores.empty()) dsc.breaks("SPN-04: no core is used", "1 to 32");
}

std::vector<std::int64_t> slices_of(const SdscContext& context, const Item& table) {
  std::vector<std::int64_t> slices(context.operation().dims.size(), 0);
  table.for_each_member([&](const std::string& key, const Item& slice) {
    const auto found = context.dim_ids.find(bare(key));
    if (found != context.dim_ids.end()) {
      slices[static_cast<std::size_t>(found->second)] = slice.integer(0, 1 << 20);
    }
  });
  return slices;
}

}  // namespace

std::string bare(std::string name) {
  if (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

plan::DimId dim_named(const SdscContext& context, const std::string& name, const Item& item) {
  const auto found = context.dim_ids.find(bare(name));
  if (found != context.dim_ids.end()) return found->second;
  item.breaks(fmt::format("FMT-08: dimension '{}' is not in the iteration space", bare(name)));
  return -1;
}

void read_dims(SdscContext& context, const Item& root, const Item& dsc) {
  const Item sizes = dsc.at("N_");
  const Item stage = dsc.at("dataStageParam_").at("0");
  const Item steady = stage.at("ss_");
  read_extents(context, sizes);
  read_per_core(context, steady);
  refuse_epilogue(steady, stage.find("el_"));
  refuse_split_hints(steady);
  read_slices(context, root.at("numWkSlicesPerDim_"));
  read_windows(context, sizes.find("paddingSizes_"));
  read_symbolic(context, dsc.find("dimToSymbolMapping_"), steady.find("symbolicDimInfo_"));
}

void read_cores(SdscContext& context, const Item& root, const Item& dsc) {
  plan::Operation& operation = context.operation();
  read_core_list(context, root, dsc);
  const Item table = root.find("coreIdToWkSlice_");
  for (const int core : operation.cores) {
    const Item row = table.find(std::to_string(core));
    if (!row.exists() && !operation.dims.empty()) {
      root.wrong(fmt::format("coreIdToWkSlice_ has no entry for core {}", core));
    }
    operation.slice.push_back(slices_of(context, row));
  }
}

}  // namespace spyre::bundle
