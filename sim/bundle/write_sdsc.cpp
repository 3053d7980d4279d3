// Writes the SuperDSC file of one operation.
#include <fmt/format.h>

#include "models/base/error.hpp"
#include "sim/bundle/write_parts.hpp"

namespace spyre::bundle {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

class SdscWriter {
 public:
  SdscWriter(const plan::Plan& plan, const plan::Launch& launch, const plan::Operation& operation,
             Symbols& symbols)
      : plan_(plan), launch_(launch), op_(operation), symbols_(symbols) {}

  OrderedJson run() {
    if (!op_.data_ops.empty() || op_.data_only) {
      throw Error(ErrorKind::Unsupported, op_.key, "data operations cannot be written",
                  "a plan without them");
    }
    OrderedJson root;
    root["sdscFoldProps_"] = {fold_attribute("time", 1)};
    root["sdscFolds_"] = {{"dim_prop_func", {affine(1)}},
                          {"dim_prop_attr", {fold_attribute("time", 1)}},
                          {"data_", {{"[0]", "0"}}}};
    root["coreFoldProp_"] = fold_attribute("core", static_cast<std::int64_t>(op_.cores.size()));
    root["coreletFoldProp_"] = fold_attribute("corelet", 1);
    root["numCoresUsed_"] = op_.cores.size();
    add_cores(root);
    OrderedJson entry;
    entry[std::string(plan::name(op_.op))] = descriptor();
    root["dscs_"] = OrderedJson::array({entry});
    OrderedJson file;
    file[op_.key] = std::move(root);
    return file;
  }

 private:
  void add_cores(OrderedJson& root) const {
    OrderedJson dsc, counts, slices, schedule;
    for (const plan::Dim& dim : op_.dims) counts[dim.name] = dim.slices;
    for (std::size_t i = 0; i < op_.cores.size(); ++i) {
      const std::string core = std::to_string(op_.cores[i]);
      dsc[core] = 0;
      for (std::size_t dim = 0; dim < op_.dims.size(); ++dim)
        slices[core][op_.dims[dim].name] = op_.slice[i][dim];
      for (const plan::ScheduleRow& row : op_.schedule[i]) {
        schedule[core].push_back({row.data_op, row.compute, row.wait, row.signal});
      }
    }
    root["coreIdToDsc_"] = std::move(dsc);
    root["numWkSlicesPerDim_"] = std::move(counts);
    root["coreIdToWkSlice_"] = std::move(slices);
    root["coreIdToDscSchedule"] = std::move(schedule);
  }

  OrderedJson descriptor() {
    OrderedJson dsc;
    dsc["numCoresUsed_"] = op_.cores.size();
    dsc["numCoreletsUsed_"] = op_.corelets_declared;
    dsc["coreIdsUsed_"] = op_.cores;
    dsc["N_"] = sizes("n", &plan::Dim::extent);
    dsc["N_"]["paddingSizes_"] = windows();
    dsc["coordinateMasking_"] = masks();
    dsc["maskingConstId_"] = op_.masking_const_id;
    const OrderedJson share = core_share();
    dsc["dataStageParam_"]["0"] = {{"ss_", share}, {"el_", share}};
    dsc["primaryDsInfo_"] = write_classes(op_);
    dsc["scheduleTree_"] = nodes();
    for (std::size_t i = 0; i < op_.tensors.size(); ++i)
      dsc["labeledDs_"].push_back(write_labeled(op_, i));
    dsc["constantInfo_"] = constants();
    dsc["computeOp_"] = OrderedJson::array({compute()});
    return dsc;
  }

  [[nodiscard]] OrderedJson sizes(const char* name, std::int64_t plan::Dim::*member) const {
    OrderedJson out{{"name_", name}};
    for (const plan::Dim& dim : op_.dims) out[dim.name + "_"] = dim.*member;
    return out;
  }
  [[nodiscard]] OrderedJson core_share() const {
    OrderedJson share = sizes("core", &plan::Dim::per_core);
    for (const char* key :
         {"symbolicDimInfo_", "maxSymbolicVolume_", "coreletSplit_", "rowSplit_", "peSfpSplit_"}) {
      share[key] = OrderedJson::object();
    }
    share["paddingSizes_"] = windows();
    return share;
  }
  [[nodiscard]] OrderedJson windows() const {
    OrderedJson out = OrderedJson::object();
    for (const plan::Dim& dim : op_.dims) {
      if (!dim.window) continue;
      const plan::Window& w = *dim.window;
      OrderedJson& entry = out[dim.name];
      entry = {{"padFront_", w.pad_front},
               {"padBack_", w.pad_back},
               {"totalSize_", w.total_size},
               {"stride_", w.stride},
               {"dilation_", w.dilation}};
      if (w.window_dim >= 0) entry["windowDim_"] = op_.dims[at(w.window_dim)].name;
    }
    return out;
  }
  [[nodiscard]] OrderedJson masks() const {
    OrderedJson out = OrderedJson::object();
    for (const plan::Mask& mask : op_.masks) {
      out[op_.dims[at(mask.dim)].name].push_back(OrderedJson::array({mask.first, mask.count}));
    }
    return out;
  }

  OrderedJson nodes() {
    OrderedJson out = OrderedJson::array();
    for (std::size_t i = 0; i < op_.tensors.size(); ++i) {
      std::vector<std::int64_t> starts = op_.tensors[i].start;
      if (!op_.tensors[i].in_lx()) {
        const std::vector<SymbolicAddress> addresses = addresses_of(plan_, launch_, op_.tensors[i]);
        for (std::size_t core = 0; core < starts.size(); ++core)
          starts[core] = symbols_.id(addresses[core]);
      }
      out.push_back(write_node(op_, i, starts));
    }
    return out;
  }

  [[nodiscard]] OrderedJson constants() const {
    if (op_.constants.empty()) return "{}";
    OrderedJson out;
    for (std::size_t i = 0; i < op_.constants.size(); ++i) {
      const plan::Constant& c = op_.constants[i];
      OrderedJson data;
      data["dim_prop_func"] = {{{"Const", OrderedJson::object()}},
                               {{"Const", OrderedJson::object()}},
                               {{"Map", OrderedJson::object()}}};
      data["dim_prop_attr"] = {fold_attribute("core", static_cast<std::int64_t>(op_.cores.size())),
                               fold_attribute("corelet", 1), fold_attribute("time", 1)};
      data["data_"]["[0, 0, 0]"] = OrderedJson::array({c.bits});
      out[std::to_string(i)] = {
          {"dataFormat_", plan::name(c.format)}, {"name_", c.name}, {"data_", std::move(data)}};
    }
    return out;
  }

  [[nodiscard]] OrderedJson references(const std::vector<plan::TensorId>& ids) const {
    OrderedJson out = OrderedJson::array();
    for (const plan::TensorId id : ids)
      out.push_back(fmt::format("{}-idx{}", op_.tensors[at(id)].name, id));
    return out;
  }
  // A reduction on the vector unit lists its result as an operand once more (plan-format 3.8).
  [[nodiscard]] OrderedJson compute() const {
    std::vector<plan::TensorId> inputs = op_.inputs, indices;
    if (plan::is_reduction(op_.op))
      inputs.insert(inputs.end(), op_.outputs.begin(), op_.outputs.end());
    for (std::size_t i = 0; i < op_.tensors.size(); ++i) {
      if (op_.tensors[i].role == plan::Role::Index)
        indices.push_back(static_cast<plan::TensorId>(i));
    }
    OrderedJson out;
    out["exUnit"] = op_.unit == plan::ExecutionUnit::Pt ? "pt" : "sfp";
    out["opFuncName"] = plan::name(op_.op);
    out["attributes_"] = {{"dataFormat_", plan::name(op_.format)}, {"fidelity_", "regular"}};
    out["location"] = "Inner";
    out["inputLabeledDs"] = references(inputs);
    out["outputLabeledDs"] = references(op_.outputs);
    if (!indices.empty()) out["indirectAccessIndexLabeledDs"] = references(indices);
    return out;
  }

  const plan::Plan& plan_;
  const plan::Launch& launch_;
  const plan::Operation& op_;
  Symbols& symbols_;
};

}  // namespace

std::int64_t Symbols::id(const SymbolicAddress& address) {
  const auto next = -static_cast<std::int64_t>(addresses_.size()) - 1;
  const auto [entry, is_new] = ids_.emplace(address, next);
  if (is_new) addresses_.push_back(address);
  return entry->second;
}

OrderedJson fold_attribute(const std::string& label, std::int64_t factor) {
  return {{"factor_", factor}, {"label_", label}};
}

OrderedJson affine(std::int64_t alpha) { return {{"Affine", {{"alpha_", alpha}, {"beta_", 0}}}}; }

OrderedJson write_sdsc(const plan::Plan& plan, const plan::Launch& launch,
                       const plan::Operation& operation, Symbols& symbols) {
  return SdscWriter(plan, launch, operation, symbols).run();
}

}  // namespace spyre::bundle
