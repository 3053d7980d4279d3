// Element-wise operations: blocks are decoded, computed on, rounded once, and stored.
#include "sim/execute/kernels.hpp"
#include "sim/execute/masks.hpp"
#include "sim/execute/operations.hpp"

#include <algorithm>
#include <array>

namespace spyre::execute {
namespace {

using plan::OpCode;
using plan::TensorId;

constexpr std::size_t kMostOperands = 8;

// An input, and the lane of its sticks to read when it is not the element's own.
struct Operand {
  TensorId tensor = 0;
  std::int64_t lane = 0;
};

std::vector<Operand> operands_of(const plan::Operation& operation) {
  std::vector<Operand> operands;
  for (const TensorId id : operation.inputs) operands.push_back({id, 0});
  // The statistics of exx2: mean and mean of squares of one stick.
  if (operation.op == OpCode::LayerNormScale) operands.push_back({operation.inputs.front(), 1});
  return operands;
}

// Intermediate values of a block of all operands.
struct Scratch {
  std::array<std::array<float, kBlock>, kMostOperands> values;
  std::array<std::array<std::uint8_t, kBlock>, kMostOperands> doubts;
  std::array<float, kBlock> result;
  std::array<const float*, kMostOperands> in{};
};

class Elementwise {
 public:
  explicit Elementwise(OperationRun& run)
      : run_(run),
        operands_(operands_of(run.op())),
        kernel_(kernel_of(run.op(), run.rules())),
        masks_(run.op()) {
    for (std::size_t k = 0; k < operands_.size(); ++k) scratch_.in[k] = scratch_.values[k].data();
  }

  void run() {
    const std::vector<Box> boxes = planned_boxes();
    for (const std::size_t core : run_.cores()) {
      open(core);
      for (const Box& box : boxes) walk(box, core);
    }
  }

 private:
  std::vector<Box> planned_boxes() {
    std::vector<TensorId> tensors;
    for (const Operand& operand : operands_) tensors.push_back(operand.tensor);
    tensors.push_back(run_.op().outputs.front());
    std::vector<Box> boxes = run_.boxes(tensors);
    for (Box& box : boxes) {
      for (std::size_t k = 0; k < operands_.size(); ++k)
        box.offset[k] +=
            operands_[k].lane * plan::element_bits(run_.tensor(operands_[k].tensor).format) / 8;
      order_by(box, operands_.size());
      merge(box, masks_.dims());
    }
    return boxes;
  }

  void open(std::size_t core) {
    inputs_.clear();
    for (const Operand& operand : operands_) inputs_.push_back(run_.access(operand.tensor, core));
    output_ = std::make_unique<Access>(run_.access(run_.op().outputs.front(), core));
  }

  void walk(const Box& box, std::size_t core) {
    const auto total = static_cast<std::size_t>(box.axes.back().count);
    for_each_run(box, [&](const auto& offset, const auto& index) {
      for (std::size_t first = 0; first < total; first += kBlock)
        block(box, core, offset, index, first, std::min(kBlock, total - first));
    });
  }

  void block(const Box& box, std::size_t core, const std::vector<std::int64_t>& offset,
             const std::vector<std::int64_t>& index, std::size_t first, std::size_t count) {
    const auto run_of = [&](std::size_t k) {
      const std::int64_t stride = box.strides[k].back();
      return Run{offset[k] + static_cast<std::int64_t>(first) * stride, stride, count};
    };
    bool doubtful = false;
    for (std::size_t k = 0; k < inputs_.size(); ++k) doubtful |= load(k, run_of(k));
    if (!masks_.empty())
      masks_.apply(run_, core, box, index, static_cast<std::int64_t>(first), count,
                   scratch_.values[0].data(), scratch_.doubts[0].data());
    kernel_(scratch_.in.data(), scratch_.result.data(), count);
    if (doubtful) combine_doubts(count);
    output_->store(run_of(inputs_.size()), scratch_.result.data(),
                   doubtful ? scratch_.doubts[0].data() : nullptr);
  }

  bool load(std::size_t k, Run run) {
    inputs_[k].load(run, scratch_.values[k].data());
    std::fill_n(scratch_.doubts[k].data(), run.count, std::uint8_t{0});
    if (inputs_[k].defined(run)) return false;
    inputs_[k].mark_doubts(run, scratch_.doubts[k].data());
    return true;
  }

  // A result is in doubt when any operand is; a selection depends only on the operand it selects.
  void combine_doubts(std::size_t count) {
    auto& doubts = scratch_.doubts;
    for (std::size_t i = 0; i < count; ++i) {
      if (run_.op().op == OpCode::Where3) {
        doubts[0][i] |= scratch_.values[0][i] != 0 ? doubts[1][i] : doubts[2][i];
        continue;
      }
      for (std::size_t k = 1; k < inputs_.size(); ++k) doubts[0][i] |= doubts[k][i];
    }
  }

  OperationRun& run_;
  std::vector<Operand> operands_;
  Kernel kernel_;
  Masks masks_;
  std::vector<Access> inputs_;
  std::unique_ptr<Access> output_;
  Scratch scratch_;
};

}  // namespace

void run_elementwise(OperationRun& run) { std::make_unique<Elementwise>(run)->run(); }

}  // namespace spyre::execute
