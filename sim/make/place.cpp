// Scratchpad and pool placement.
#include "sim/make/place.hpp"

#include "sim/make/index.hpp"
#include "sim/make/lives.hpp"
#include "sim/make/lx_place.hpp"

#include <algorithm>
#include <optional>

namespace spyre::make {
namespace {

// Blocks of the pool in device memory; a block is reused from the next step after the last that
// needs it.
class Pool {
 public:
  std::int64_t take(std::int64_t bytes) {
    for (std::size_t i = 0; i < free_.size(); ++i) {
      const Block block = free_[i];
      if (block.bytes < bytes) continue;
      free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(i));
      if (block.bytes > bytes) free_.push_back({block.offset + bytes, block.bytes - bytes, 0});
      return block.offset;
    }
    end_ += bytes;
    return end_ - bytes;
  }
  void hold(std::int64_t offset, std::int64_t bytes, int last) {
    held_.push_back({offset, bytes, last});
  }
  void release_before(int step) {
    for (const Block& block : held_) {
      if (block.last < step) free_.push_back(block);
    }
    held_.erase(
        std::remove_if(held_.begin(), held_.end(), [&](const Block& b) { return b.last < step; }),
        held_.end());
  }
  [[nodiscard]] std::int64_t bytes() const { return end_; }

 private:
  struct Block {
    std::int64_t offset = 0, bytes = 0;
    int last = 0;
  };
  std::vector<Block> free_, held_;
  std::int64_t end_ = 0;
};

class Placer {
 public:
  Placer(const Kernel& kernel, const PlaceOptions& options)
      : kernel_(kernel), lives_(kernel), options_(options) {}

  Placement run() {
    out_.places.resize(kernel_.values.size());
    number_arguments();
    place_in_lx();
    place_in_pool();
    for (std::size_t i = 0; i < out_.places.size(); ++i)
      out_.places[i] = out_.places[at(kernel_.values[i].storage)];
    return std::move(out_);
  }

 private:
  void number_arguments() {
    int next = 0;
    for (const Origin origin : {Origin::Input, Origin::Output}) {
      for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
        const Value& value = kernel_.values[i];
        if (value.origin == origin && value.storage == static_cast<ValueId>(i))
          out_.places[i] = {Home::Argument, next++, 0};
      }
    }
  }
  void place_in_lx() {
    if (!options_.lx_planning) return;
    const auto offsets = lx_offsets(kernel_, lives_, options_.lx_bytes);
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i]) out_.places[i] = {Home::Lx, -1, *offsets[i]};
    }
  }
  void place_in_pool() {
    Pool pool;
    for (int step = 0; step < static_cast<int>(kernel_.steps.size()); ++step) {
      const ValueId value = kernel_.values[at(kernel_.steps[at(step)].output.value)].storage;
      const bool needed = kernel_.values[at(value)].origin == Origin::Intermediate &&
                          out_.places[at(value)].home != Home::Lx && lives_[value].first == step;
      if (!needed) continue;
      if (kernel_.tiles == 1) pool.release_before(step);
      const std::int64_t size = bytes(kernel_.values[at(value)].shape);
      out_.places[at(value)] = {Home::Pool, -1, pool.take(size)};
      pool.hold(out_.places[at(value)].offset, size, lives_[value].last);
    }
    out_.pool_bytes = pool.bytes();
  }

  const Kernel& kernel_;
  Lives lives_;
  const PlaceOptions& options_;
  Placement out_;
};

// Whoever used the intermediate end of the copy uses the other end.
void drop_copy(Kernel& kernel, std::size_t index) {
  const Step copy = kernel.steps[index];
  kernel.steps.erase(kernel.steps.begin() + static_cast<std::ptrdiff_t>(index));
  const bool to_intermediate = kernel.values[at(copy.output.value)].origin == Origin::Intermediate;
  const Operand& kept = to_intermediate ? copy.inputs.front() : copy.output;
  const ValueId gone = to_intermediate ? copy.output.value : copy.inputs.front().value;
  const auto redirect = [&](Operand& operand) {
    if (operand.value != gone) return;
    operand.value = kept.value;
    operand.tiled = kept.tiled;
    operand.first = kept.first;
  };
  for (Step& step : kernel.steps) {
    for (Operand& input : step.inputs) redirect(input);
    redirect(step.output);
  }
  for (Value& value : kernel.values) {
    if (value.storage == gone) value.storage = kernel.values[at(kept.value)].storage;
  }
}

std::optional<std::size_t> idle_copy(const Kernel& kernel, const Placement& placement) {
  const auto in_memory = [&](const Operand& operand) {
    const bool intermediate = kernel.values[at(operand.value)].origin == Origin::Intermediate;
    return intermediate && placement.places[at(operand.value)].home != Home::Lx;
  };
  for (std::size_t i = 0; i < kernel.steps.size(); ++i) {
    const Step& step = kernel.steps[i];
    if (step.only_in_lx && (in_memory(step.inputs.front()) || in_memory(step.output))) return i;
  }
  return std::nullopt;
}

}  // namespace

Placement place(Kernel& kernel, const PlaceOptions& options) {
  Placement placement = Placer(kernel, options).run();
  while (const auto idle = idle_copy(kernel, placement)) {
    drop_copy(kernel, *idle);
    placement = Placer(kernel, options).run();
  }
  return placement;
}

}  // namespace spyre::make
