// Reductions: one core's partial result in fp32, combined over the cores that share an output,
// rounded once.
//
// Order of a sum: every lane of a stick adds up its own elements in order of the loops, then the
// lanes of the stick combine as a tree of halves, then the cores in order of their slices.
#include "models/base/error.hpp"
#include "sim/execute/kernels.hpp"
#include "sim/execute/masks.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/partial_groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace spyre::execute {
namespace {

using plan::OpCode;
using plan::TensorId;

enum class Combine { Sum, Product, Largest, Smallest };

// How an operation reduces: what is combined, and the constant that scales the result.
struct Recipe {
  Combine combine = Combine::Sum;
  const char* scale = nullptr;
  bool squares = false;  // a second result, of the squares
};

Recipe recipe_of(const plan::Operation& operation) {
  switch (operation.op) {
    case OpCode::Sum:
    case OpCode::SumNonstick:
    case OpCode::DepthwiseConv2d: return {};
    case OpCode::Mean:
    case OpCode::MeanNonstick: return {Combine::Sum, "scaling_factor"};
    case OpCode::AvgPoolFwd: return {Combine::Sum, "nmap"};
    case OpCode::Exx2: return {Combine::Sum, "exx2scale", true};
    case OpCode::Max:
    case OpCode::MaxNonstick: return {Combine::Largest};
    case OpCode::Min:
    case OpCode::MinNonstick: return {Combine::Smallest};
    case OpCode::ProdNonstick: return {Combine::Product};
    default: break;
  }
  throw Error(ErrorKind::Unsupported, operation.source.file,
              "values of operation " + std::string(plan::name(operation.op)) + " are not computed");
}

float neutral(Combine combine) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  switch (combine) {
    case Combine::Sum: return 0;
    case Combine::Product: return 1;
    case Combine::Largest: return -kInfinity;
    case Combine::Smallest: return kInfinity;
  }
  return 0;
}

template <class Function>
void for_each_pair(float* into, const float* from, std::size_t count, Function function) {
  for (std::size_t i = 0; i < count; ++i) into[i] = function(into[i], from[i]);
}

void combine_into(Combine combine, float* into, const float* from, std::size_t count) {
  switch (combine) {
    case Combine::Sum:
      return for_each_pair(into, from, count, [](float a, float b) { return a + b; });
    case Combine::Product:
      return for_each_pair(into, from, count, [](float a, float b) { return a * b; });
    case Combine::Largest:
      return for_each_pair(into, from, count,
                           [](float a, float b) { return a > b || std::isnan(a) ? a : b; });
    case Combine::Smallest:
      return for_each_pair(into, from, count,
                           [](float a, float b) { return a < b || std::isnan(a) ? a : b; });
  }
}

// Lanes combine with the lane half a stick away until one is left.
void fold(Combine combine, std::vector<float>& lanes, std::vector<std::uint8_t>& doubts) {
  for (std::size_t count = lanes.size(); count > 1;) {
    const std::size_t half = (count + 1) / 2;
    combine_into(combine, lanes.data(), lanes.data() + half, count - half);
    for (std::size_t i = half; i < count; ++i) doubts[i - half] |= doubts[i];
    count = half;
  }
}

// One core's results in the order of the kept loops; `squares` only for exx2.
struct Partial {
  std::vector<float> values, squares;
  std::vector<std::uint8_t> doubts;
};

// The loops of a reduction: over results, over what is combined into one, and the innermost of
// either kind.
struct Loops {
  Box all, kept, reduced;
  bool inner_is_reduced = false;
};

class Reduction {
 public:
  explicit Reduction(OperationRun& run)
      : run_(run), recipe_(recipe_of(run.op())), masks_(run.op()) {
    tensors_ = run.op().inputs;
    tensors_.push_back(run.op().outputs.front());
    plan_loops();
  }

  void run() {
    for (const std::vector<std::size_t>& group : partial_groups(run_, reduced_dims(run_))) {
      Partial total = partial_of(group.front());
      for (std::size_t i = 1; i < group.size(); ++i) add(total, partial_of(group[i]));
      scale(total);
      for (const std::size_t core : storing_cores(run_, group)) store(total, core);
    }
  }

 private:
  [[nodiscard]] std::size_t out() const { return tensors_.size() - 1; }

  void plan_loops() {
    std::vector<Box> boxes = run_.boxes(tensors_);
    if (boxes.size() != 1)
      throw Error(ErrorKind::Plan, run_.op().source.file,
                  run_.op().key + ": a core's share ends inside a stick", "whole sticks (WRK-05)");
    Box& box = loops_.all = boxes.front();
    order_by(box, 0);
    const std::int64_t element = plan::element_bits(run_.tensor(tensors_[0]).format) / 8;
    const auto& strides = box.strides[0];
    const auto lane = std::find(strides.begin(), strides.end(), element);
    std::vector<plan::DimId> apart = masks_.dims();
    if (lane != strides.end()) {
      const auto axis = static_cast<std::size_t>(lane - strides.begin());
      apart.push_back(box.axes[axis].dim);
      make_innermost(box, axis);
    }
    order_kinds(box);
    merge(box, apart);
    split();
  }

  // Kept loops outside, reduced ones inside them, the innermost as it is.
  void order_kinds(Box& box) {
    std::vector<std::size_t> reduced;
    for (std::size_t axis = 0; axis + 1 < box.axes.size(); ++axis)
      if (box.strides[out()][axis] == 0) reduced.push_back(axis);
    const std::size_t inner = box.axes.size() - 1;
    for (std::size_t moved = 0; moved < reduced.size(); ++moved)
      make_innermost(box, reduced[moved] - moved);
    if (!reduced.empty()) make_innermost(box, inner - reduced.size());
  }

  void split() {
    const Box& all = loops_.all;
    const std::size_t inner = all.axes.size() - 1;
    std::size_t kept = 0;
    while (kept < inner && all.strides[out()][kept] != 0) ++kept;
    std::vector<std::size_t> axes(inner);
    std::iota(axes.begin(), axes.end(), std::size_t{0});
    const auto middle = axes.begin() + static_cast<std::ptrdiff_t>(kept);
    loops_.kept = outer_loops(all, {axes.begin(), middle});
    loops_.reduced = outer_loops(all, {middle, axes.end()});
    loops_.inner_is_reduced = all.strides[out()][inner] == 0;
  }

  Partial partial_of(std::size_t core) {
    inputs_.clear();
    for (const TensorId id : run_.op().inputs) inputs_.push_back(run_.access(id, core));
    Partial partial;
    const auto width = static_cast<std::size_t>(loops_.all.axes.back().count);
    for_each_run(loops_.kept, [&](const auto& offset, const auto& index) {
      lanes_.assign(width, neutral(recipe_.combine));
      squares_.assign(recipe_.squares ? width : 0, 0.0F);
      doubts_.assign(width, 0);
      accumulate(core, offset, index);
      emit(partial);
    });
    return partial;
  }

  void accumulate(std::size_t core, const std::vector<std::int64_t>& kept_offset,
                  const std::vector<std::int64_t>& kept_index) {
    loops_.reduced.offset = kept_offset;
    const std::size_t width = lanes_.size();
    for_each_run(loops_.reduced, [&](const auto& offset, const auto& reduced_index) {
      std::vector<std::int64_t> index = kept_index;
      index.insert(index.end(), reduced_index.begin(), reduced_index.end());
      for (std::size_t first = 0; first < width; first += kBlock)
        block(core, offset, index, first, std::min(kBlock, width - first));
    });
  }

  void block(std::size_t core, const std::vector<std::int64_t>& offset,
             const std::vector<std::int64_t>& index, std::size_t first, std::size_t count) {
    float* values = values_.data();
    load(0, offset, first, count, values);
    if (!masks_.empty())
      masks_.apply(run_, core, loops_.all, index, static_cast<std::int64_t>(first), count, values,
                   fresh_.data());
    if (inputs_.size() > 1) {
      load(1, offset, first, count, weights_.data());
      combine_into(Combine::Product, values, weights_.data(), count);
    }
    combine_into(recipe_.combine, lanes_.data() + first, values, count);
    for (std::size_t i = 0; i < count; ++i) doubts_[first + i] |= fresh_[i];
    std::fill_n(fresh_.data(), count, std::uint8_t{0});
    if (!recipe_.squares) return;
    combine_into(Combine::Product, values, values, count);
    combine_into(Combine::Sum, squares_.data() + first, values, count);
  }

  void load(std::size_t k, const std::vector<std::int64_t>& offset, std::size_t first,
            std::size_t count, float* values) {
    const std::int64_t stride = loops_.all.strides[k].back();
    const Run run{offset[k] + static_cast<std::int64_t>(first) * stride, stride, count};
    inputs_[k].load(run, values);
    if (!inputs_[k].defined(run)) inputs_[k].mark_doubts(run, fresh_.data());
  }

  void emit(Partial& partial) {
    if (loops_.inner_is_reduced) {
      std::vector<std::uint8_t> doubts = doubts_;
      if (recipe_.squares) fold(Combine::Sum, squares_, doubts);
      fold(recipe_.combine, lanes_, doubts_);
    }
    const std::ptrdiff_t count =
        loops_.inner_is_reduced ? 1 : static_cast<std::ptrdiff_t>(lanes_.size());
    partial.values.insert(partial.values.end(), lanes_.begin(), lanes_.begin() + count);
    partial.doubts.insert(partial.doubts.end(), doubts_.begin(), doubts_.begin() + count);
    if (recipe_.squares)
      partial.squares.insert(partial.squares.end(), squares_.begin(), squares_.begin() + count);
  }

  void add(Partial& total, const Partial& other) {
    combine_into(recipe_.combine, total.values.data(), other.values.data(), total.values.size());
    combine_into(Combine::Sum, total.squares.data(), other.squares.data(), total.squares.size());
    for (std::size_t i = 0; i < total.doubts.size(); ++i) total.doubts[i] |= other.doubts[i];
  }

  void scale(Partial& total) {
    if (recipe_.scale == nullptr) return;
    const float factor = constant_value(run_.op(), recipe_.scale);
    for (float& value : total.values) value *= factor;
    for (float& value : total.squares) value *= factor;
  }

  void store(const Partial& total, std::size_t core) {
    Access output = run_.access(tensors_.back(), core);
    store_plane(output, total.values, total.doubts, 0);
    if (!recipe_.squares) return;
    Access beside = output.beside();
    store_plane(beside, total.squares, total.doubts, output.element_bytes());
  }

  void store_plane(Access& output, const std::vector<float>& values,
                   const std::vector<std::uint8_t>& doubts, std::int64_t lane_offset) {
    const std::int64_t stride = loops_.inner_is_reduced ? 0 : loops_.all.strides[out()].back();
    const std::size_t width =
        loops_.inner_is_reduced ? 1 : static_cast<std::size_t>(loops_.all.axes.back().count);
    std::size_t next = 0;
    for_each_run(loops_.kept, [&](const auto& offset, const auto&) {
      for (std::size_t first = 0; first < width; first += kBlock) {
        const std::size_t count = std::min(kBlock, width - first);
        const std::int64_t from =
            offset[out()] + lane_offset + static_cast<std::int64_t>(first) * stride;
        output.store({from, stride, count}, values.data() + next + first,
                     doubts.data() + next + first);
      }
      next += width;
    });
  }

  OperationRun& run_;
  Recipe recipe_;
  Masks masks_;
  std::vector<TensorId> tensors_;  // inputs, then the output
  Loops loops_;
  std::vector<Access> inputs_;
  std::vector<float> lanes_, squares_;
  std::vector<std::uint8_t> doubts_;
  std::vector<float> values_ = std::vector<float>(kBlock), weights_ = std::vector<float>(kBlock);
  std::vector<std::uint8_t> fresh_ = std::vector<std::uint8_t>(kBlock, 0);
};

}  // namespace

void run_reduction(OperationRun& run) { Reduction(run).run(); }

}  // namespace spyre::execute
