// The root of a SuperDSC file.
#include "sim/bundle/sdsc.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "sim/bundle/layout.hpp"
#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

// "<index>_<opfunc>" → index, or −1.
std::int64_t key_index(const std::string& key) {
  std::int64_t index = -1;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  const bool named = end + 1 < key.data() + key.size() && *end == '_';
  return error == std::errc{} && named && index >= 0 ? index : -1;
}

// Several descriptors, or work divided unevenly among cores, occur in no known file (plan-format
// 12, question 5).
void refuse_uneven_work(const Item& root, const Item& dscs) {
  if (dscs.size() > 1) {
    dscs.unsupported(fmt::format("FMT-04: {} entries in dscs_", dscs.size()), "one");
  }
  root.find("coreIdToDsc_").for_each_member([](const std::string& core, const Item& dsc) {
    if (dsc.integer(0, 1 << 20) != 0) {
      dsc.unsupported(fmt::format("FMT-04: core {} runs another descriptor", core), "0");
    }
  });
  const Item shared = root.find("ldsShareInfo_");
  if (shared.size() > 0) shared.unsupported("FMT-04: ldsShareInfo_ is not empty", "nothing");
}

void check_corelets(const Item& root, const Item& dsc, plan::Operation& operation) {
  const Item declared = dsc.find("numCoreletsUsed_");
  operation.corelets_declared =
      declared.exists() ? static_cast<int>(declared.integer(0, 1 << 20)) : 1;
  if (operation.corelets_declared < 1 || operation.corelets_declared > 2) {
    declared.breaks(fmt::format("FMT-07: numCoreletsUsed_ is {}", operation.corelets_declared),
                    "1 or 2");
  }
  const Item fold = root.find("coreletFoldProp_").find("factor_");
  const std::int64_t factor = fold.exists() ? fold.integer(0, 1 << 20) : 1;
  if (factor < 1 || factor > 2)
    fold.breaks(fmt::format("FMT-07: corelet factor is {}", factor), "1 or 2");
}

void read_descriptor(SdscContext& context, const Item& root, const Item& dscs) {
  const Item entry = dscs.at(std::size_t{0});
  if (entry.size() != 1)
    entry.breaks(fmt::format("FMT-01: found {} keys", entry.size()), "one descriptor");
  bool first = true;
  entry.for_each_member([&](const std::string&, const Item& dsc) {
    if (!std::exchange(first, false)) return;
    check_corelets(root, dsc, context.operation());
    read_dims(context, root, dsc);
    read_cores(context, root, dsc);
    read_compute(context, dsc);
    read_tensors(context, dsc);
    assign_roles(context, dsc);
    read_masks_and_constants(context, dsc);
  });
}

void read_symbol_tags(SdscTemplate& out, const Item& root) {
  root.find("inputSymbolsAndTags_").for_each_member([&](const std::string& id, const Item& tag) {
    std::int64_t symbol = 0;
    std::from_chars(id.data(), id.data() + id.size(), symbol);
    if (tag.is_string()) out.symbol_tags[symbol] = tag.text();
  });
}

void read_root(SdscTemplate& out, const Item& root) {
  SdscContext context{out, {}, {}};
  out.operation.source.file = root.document().file();
  out.operation.source.pointer = root.pointer();
  const Item dscs = root.find("dscs_");
  read_data_ops(context, root);
  out.operation.data_only = dscs.size() == 0 && !out.operation.data_ops.empty();
  if (out.operation.data_only) {
    read_cores(context, root, root);
  } else {
    refuse_uneven_work(root, root.at("dscs_"));
    read_descriptor(context, root, dscs);
  }
  read_schedule(context, root);
  read_symbol_tags(out, root);
}

}  // namespace

bool looks_like_sdsc(const Json& root) {
  return root.is_object() && std::any_of(root.begin(), root.end(), [](const Json& value) {
           return value.is_object() &&
                  (value.contains("dscs_") || value.contains("numCoresUsed_") ||
                   value.contains("datadscs_"));
         });
}

SdscTemplate read_sdsc(Document& document) {
  SdscTemplate out;
  const Item top = document.root();
  if (top.is_object() && top.size() != 1) {
    top.breaks(fmt::format("FMT-01: found {} keys", top.size()), "one key <index>_<operation>");
  }
  bool first = true;
  top.for_each_member([&](const std::string& key, const Item& root) {
    if (!std::exchange(first, false)) return;
    out.operation.key = key;
    out.index = key_index(key);
    if (out.index < 0) root.breaks(fmt::format("FMT-01: key \"{}\"", key), "<index>_<operation>");
    read_root(out, root);
  });
  return out;
}

}  // namespace spyre::bundle
