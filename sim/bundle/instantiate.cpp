// Binds the symbols of a SuperDSC file for one call.
#include "sim/bundle/instantiate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/bundle/layout.hpp"

namespace spyre::bundle {
namespace {

using plan::Operation;
using plan::Tensor;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

class Binder {
 public:
  Binder(const SdscTemplate& file, const Call& call, const std::vector<int>& chain,
         const std::string& bundle, Problems& problems, std::vector<plan::Note>& notes)
      : file_(file),
        call_(call),
        chain_(chain),
        bundle_(bundle),
        problems_(problems),
        notes_(notes) {}

  RelativeOperation run() {
    out_.operation = file_.operation;
    out_.operation.source.line = call_.line;
    out_.operation.loop = call_.loop;
    bind_dimensions();
    for (std::size_t i = 0; i < out_.operation.tensors.size(); ++i) bind_tensor(i);
    note_unused();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string where() const { return fmt::format("{}:{}", bundle_, call_.line); }

  const BoundValue* bound(std::int64_t id) {
    const auto found = call_.bindings.find(id);
    if (found != call_.bindings.end()) {
      used_.insert(id);
      return &found->second;
    }
    if (missing_.insert(id).second) {
      problems_.plan(
          where(), fmt::format("SYM-02: symbol {} of {} is not bound by this call", id, call_.file),
          "an operand with this id in symbol_ids");
    }
    return nullptr;
  }

  // Sizes in the file are those of the declared maximum; the run-time value replaces them
  // (plan-execution 1.7).
  void bind_dimensions() {
    for (const SymbolicDim& symbolic : file_.symbolic_dims) {
      const BoundValue* value = bound(symbolic.symbol);
      if (value == nullptr) continue;
      plan::Dim& dim = out_.operation.dims[at(symbolic.dim)];
      if (value->origin != kAbsolute || !value->per_trip.empty() || value->constant < 1 ||
          value->constant > dim.declared_maximum) {
        problems_.plan(
            where(), fmt::format("SYM-06: dimension {} is bound to {}", dim.name, value->constant),
            fmt::format("a number from 1 to {}", dim.declared_maximum));
        continue;
      }
      resize(symbolic.dim, value->constant);
    }
    if (!file_.symbolic_dims.empty()) lay_out_again();
  }
  void resize(plan::DimId id, std::int64_t value) {
    plan::Dim& dim = out_.operation.dims[at(id)];
    dim.extent = value;
    dim.per_core = div_up(value, dim.slices);
    for (Tensor& tensor : out_.operation.tensors) {
      plan::TensorDim& view = tensor.dims[at(id)];
      if (view.scale <= 0) continue;
      const std::int64_t unit = stick_elements(tensor, id);
      view.core_alpha = dim.per_core;
      view.elements = {{dim.per_core, 1}};
      if (unit > 1) view.elements = {{div_up(dim.per_core, unit), unit}, {unit, 1}};
    }
  }
  void lay_out_again() {
    for (Tensor& tensor : out_.operation.tensors) {
      const std::string wrong = lay_out(out_.operation, tensor);
      if (!wrong.empty())
        problems_.plan(where(), fmt::format("ADR-09: {}: {}", tensor.name, wrong));
    }
  }

  void bind_tensor(std::size_t i) {
    Tensor& tensor = out_.operation.tensors[i];
    tensor.loop_stride.assign(chain_.size(), 0);
    out_.origins.push_back(kAbsolute);
    if (tensor.in_lx() || tensor.start.empty()) return;
    if (has_symbolic_split(tensor)) return rebuild_split(i);
    std::vector<BoundValue> starts;
    for (const std::int64_t raw : tensor.start) {
      const BoundValue* value = raw < 0 ? bound(raw) : nullptr;
      starts.push_back(
          value != nullptr ? *value : BoundValue{kAbsolute, std::max<std::int64_t>(raw, 0), {}});
    }
    take_starts(i, starts);
  }
  void take_starts(std::size_t i, const std::vector<BoundValue>& starts) {
    Tensor& tensor = out_.operation.tensors[i];
    out_.origins[i] = starts.front().origin;
    for (std::size_t core = 0; core < starts.size(); ++core) {
      tensor.start[core] = starts[core].constant;
      if (starts[core].origin != starts.front().origin) {
        problems_.plan(
            where(),
            fmt::format("ADR-02: {} starts in different arguments on cores {} and {}", tensor.name,
                        out_.operation.cores.front(), out_.operation.cores[core]),
            "one argument");
        return;
      }
      if (starts[core].per_trip != starts.front().per_trip) {
        problems_.unsupported(
            where(),
            fmt::format("FMT-04: {} advances differently on cores {} and {}", tensor.name,
                        out_.operation.cores.front(), out_.operation.cores[core]),
            "equal steps per loop trip");
        return;
      }
    }
    advance_with_loops(tensor, starts.front());
    settle_gap_meaning(out_.operation, tensor, [this](const Tensor& t) { return starts_fit(t); });
  }
  void advance_with_loops(Tensor& tensor, const BoundValue& start) {
    for (std::size_t level = 0; level < chain_.size(); ++level) {
      const auto found = start.per_trip.find(chain_[level]);
      if (found != start.per_trip.end()) tensor.loop_stride[level] = found->second;
    }
  }

  [[nodiscard]] bool has_symbolic_split(const Tensor& tensor) const {
    return std::any_of(file_.symbolic_dims.begin(), file_.symbolic_dims.end(),
                       [&](const SymbolicDim& symbolic) {
                         return tensor.dims[at(symbolic.dim)].scale > 0 &&
                                out_.operation.dims[at(symbolic.dim)].slices > 1;
                       });
  }
  // The bundle binds placeholders on all cores but the first (SYM-07): start again from that one.
  void rebuild_split(std::size_t i) {
    Tensor& tensor = out_.operation.tensors[i];
    const std::int64_t raw = tensor.start.front();
    for (const std::int64_t id : tensor.start) {
      if (id < 0) used_.insert(id);
    }
    const BoundValue* base = raw < 0 ? bound(raw) : nullptr;
    if (raw < 0 && base == nullptr) return;
    out_.origins[i] = base != nullptr ? base->origin : kAbsolute;
    const std::int64_t first =
        (base != nullptr ? base->constant : raw) - core_offset(out_.operation, tensor, 0);
    for (std::size_t core = 0; core < tensor.start.size(); ++core) {
      tensor.start[core] = first + core_offset(out_.operation, tensor, core);
    }
    if (base != nullptr) advance_with_loops(tensor, *base);
    note_split(tensor);
  }
  void note_split(const Tensor& tensor) {
    notes_.push_back(
        {"SYM-07",
         fmt::format(
             "{} of {} is split over cores along a symbolic dimension: addresses rebuilt from "
             "the first core's",
             tensor.name, out_.operation.key),
         tensor.source});
  }

  [[nodiscard]] bool starts_fit(const Tensor& tensor) const {
    const std::int64_t base = tensor.start.front() - core_offset(out_.operation, tensor, 0);
    for (std::size_t core = 0; core < tensor.start.size(); ++core) {
      if (tensor.start[core] != base + core_offset(out_.operation, tensor, core)) return false;
    }
    return true;
  }

  void note_unused() {
    for (const auto& [id, value] : call_.bindings) {
      if (used_.count(id) != 0) continue;
      notes_.push_back(
          {"SYM-03",
           fmt::format("{}: symbol {} is bound but not used by {}", where(), id, call_.file),
           {bundle_, "", call_.line}});
    }
  }

  const SdscTemplate& file_;
  const Call& call_;
  const std::vector<int>& chain_;
  const std::string& bundle_;
  Problems& problems_;
  std::vector<plan::Note>& notes_;
  RelativeOperation out_;
  std::set<std::int64_t> used_, missing_;
};

}  // namespace

RelativeOperation instantiate(const SdscTemplate& file, const Call& call,
                              const std::vector<int>& chain, const std::string& bundle,
                              Problems& problems, std::vector<plan::Note>& notes) {
  return Binder(file, call, chain, bundle, problems, notes).run();
}

RelativeOperation instantiate_unbound(const SdscTemplate& file, std::vector<std::string>& names) {
  RelativeOperation out{file.operation, {}};
  std::map<std::int64_t, OriginId>
      known;  // by symbol of the first core: tensors that share it share their place
  for (Tensor& tensor : out.operation.tensors) {
    const bool symbolic = !tensor.start.empty() && tensor.start.front() < 0;
    out.origins.push_back(kAbsolute);
    if (!symbolic) continue;
    const auto next = static_cast<OriginId>(names.size());
    const auto [place, is_new] = known.emplace(tensor.start.front(), next);
    if (is_new) names.push_back(file.operation.key + "." + tensor.name);
    out.origins.back() = place->second;
    for (std::size_t core = 0; core < tensor.start.size(); ++core) {
      tensor.start[core] = core_offset(out.operation, tensor, core);
    }
  }
  return out;
}

}  // namespace spyre::bundle
