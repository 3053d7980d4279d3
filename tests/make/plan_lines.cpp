// Plans as comparable lines.
#include "tests/make/plan_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace spyre::test {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Lines {
 public:
  explicit Lines(const plan::Plan& plan) : plan_(plan) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < plan_.launches.size(); ++i) add_launch(i, plan_.launches[i]);
    return std::move(lines_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> text, Args&&... args) {
    lines_.push_back(where_ + fmt::format(text, std::forward<Args>(args)...));
  }

  void add_launch(std::size_t index, const plan::Launch& launch) {
    where_ = fmt::format("launch {}: ", index);
    add("repeat {} operations {}", launch.repeat, launch.operations.size());
    for (const plan::Argument& argument : launch.arguments) {
      const plan::Storage& storage = plan_.storages[at(argument.storage)];
      add("argument {} role {} bytes {}", argument.arg_index, static_cast<int>(argument.role),
          storage.bytes);
    }
    for (const plan::Loop& loop : launch.loops) {
      add("loop in {} over {} to {} trips {}", loop.parent, loop.first, loop.last, loop.trips);
    }
    for (std::size_t op = 0; op < launch.operations.size(); ++op) {
      where_ = fmt::format("launch {} operation {}: ", index, op);
      add_operation(launch, launch.operations[op]);
    }
  }

  void add_operation(const plan::Launch& launch, const plan::Operation& op) {
    add("{} unit {} format {} loop {} corelets {} mask id {} data ops {}", plan::name(op.op),
        static_cast<int>(op.unit), plan::name(op.format), op.loop, op.corelets_declared,
        op.masking_const_id, op.data_ops.size());
    for (const plan::Dim& dim : op.dims) {
      add("dimension {} extent {} per core {} slices {}", dim.name, dim.extent, dim.per_core,
          dim.slices);
      if (!dim.window) continue;
      const plan::Window& w = *dim.window;
      add("window of {}: over {} pad {} {} total {} stride {} dilation {}", dim.name, w.window_dim,
          w.pad_front, w.pad_back, w.total_size, w.stride, w.dilation);
    }
    add("cores {} slices {}", op.cores, op.slice);
    add("inputs {} outputs {}", op.inputs, op.outputs);
    for (const plan::Mask& mask : op.masks)
      add("mask {} from {} count {}", name(op, mask.dim), mask.first, mask.count);
    for (const plan::Constant& c : op.constants)
      add("constant {} {} {}", c.name, plan::name(c.format), c.bits);
    for (const auto& rows : op.schedule) {
      for (const plan::ScheduleRow& r : rows)
        add("row {} {} {} {}", r.data_op, r.compute, r.wait, r.signal);
    }
    for (const plan::Tensor& tensor : op.tensors) add_tensor(launch, op, tensor);
  }

  void add_tensor(const plan::Launch& launch, const plan::Operation& op, const plan::Tensor& t) {
    add("{} {} role {} {} {} at {}", t.name, t.label, static_cast<int>(t.role),
        plan::name(t.format), t.in_lx() ? "lx" : "memory", place(launch, t));
    add("{} starts {} per trip {}", t.name, relative_starts(t), t.loop_stride);
    for (const plan::StickDim& stick : t.sticks)
      add("{} stick {} of {}", t.name, name(op, stick.dim), stick.elements);
    for (const plan::LayoutLevel& l : t.layout) {
      add("{} level {} units {} per core {} stride {}", t.name, name(op, l.dim), l.units,
          l.core_units, l.stride);
    }
    for (std::size_t dim = 0; dim < t.dims.size(); ++dim)
      add_view(t, op.dims[dim].name, t.dims[dim]);
    add("{} indirection {} partner {} largest {}", t.name, static_cast<int>(t.indirection),
        t.partner, t.max_dim_sizes);
    if (t.own_slice) add("{} divided {}", t.name, *t.own_slice);
  }
  void add_view(const plan::Tensor& t, const std::string& dim, const plan::TensorDim& v) {
    std::vector<std::string> elements;
    for (const plan::Fold& fold : v.elements)
      elements.push_back(fmt::format("{}x{}", fold.factor, fold.alpha));
    add("{} sees {} scale {} gap {} shortfall {} core {}x{} elements {} windowed {}", t.name, dim,
        v.scale, v.back_gap, v.gap_is_shortfall, v.core_factor, v.core_alpha, elements, v.windowed);
  }

  static std::string name(const plan::Operation& op, plan::DimId dim) {
    return dim < 0 ? "none" : op.dims[at(dim)].name;
  }

  // The argument's number or "pool"; storages nobody passes are pools the bundle allocates.
  [[nodiscard]] std::string place(const plan::Launch& launch, const plan::Tensor& t) const {
    if (t.in_lx()) return "lx";
    if (plan_.storages[at(t.storage)].pool) return "pool";
    for (const plan::Argument& argument : launch.arguments) {
      if (argument.storage == t.storage) return fmt::format("argument {}", argument.arg_index);
    }
    return "nowhere";
  }
  [[nodiscard]] std::vector<std::int64_t> relative_starts(const plan::Tensor& t) const {
    std::vector<std::int64_t> starts = t.start;
    if (t.in_lx()) return starts;
    for (std::int64_t& start : starts) start -= plan_.storages[at(t.storage)].address;
    return starts;
  }

  const plan::Plan& plan_;
  std::vector<std::string> lines_;
  std::string where_;
};

}  // namespace

std::vector<std::string> plan_lines(const plan::Plan& plan) { return Lines(plan).run(); }

std::vector<std::string> differences(const plan::Plan& expected, const plan::Plan& found) {
  const std::vector<std::string> wanted = plan_lines(expected), got = plan_lines(found);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::max(wanted.size(), got.size()); ++i) {
    const std::string a = i < wanted.size() ? wanted[i] : "nothing",
                      b = i < got.size() ? got[i] : "nothing";
    if (a != b) out.push_back(fmt::format("expected '{}', found '{}'", a, b));
  }
  return out;
}

}  // namespace spyre::test
