// Scratchpad and pool placement.
#include "sim/make/place.hpp"

#include "models/base/error.hpp"
#include "sim/make/footprint.hpp"

#include <algorithm>
#include <optional>

namespace spyre::make {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Steps during which a value is needed, and how it is shared out.
struct Life {
  int first = -1, last = -1;
  std::optional<Footprint> footprint;  // empty once two accesses differ
};

class Lives {
 public:
  explicit Lives(const Kernel& kernel) : kernel_(kernel), lives_(kernel.values.size()) {
    for (std::size_t i = 0; i < kernel.steps.size(); ++i) {
      const Step& step = kernel.steps[i];
      for (const Operand& input : step.inputs) touch(step, input, static_cast<int>(i));
      touch(step, step.output, static_cast<int>(i));
    }
  }
  const Life& operator[](ValueId value) const { return lives_[at(value)]; }

 private:
  void touch(const Step& step, const Operand& operand, int index) {
    Life& life = lives_[at(kernel_.values[at(operand.value)].storage)];
    const Footprint mine = footprint(kernel_, step, operand);
    if (life.first < 0)
      life = {index, index, mine};
    else if (life.footprint != mine)
      life.footprint.reset();
    if (!stays_on_core(step, operand)) life.footprint.reset();
    life.last = index;
  }
  // Partial results meet in memory; restickifying and the layer norm's statistics work from there.
  static bool stays_on_core(const Step& step, const Operand& operand) {
    const bool partial = std::any_of(step.axes.begin(), step.axes.end(), [](const Axis& axis) {
      return axis.reduced && axis.slices > 1;
    });
    if (&operand == &step.output && partial) return false;
    return step.op != plan::OpCode::ReStickifyHbm && step.op != plan::OpCode::LayerNormScale &&
           !(step.op == plan::OpCode::Exx2 && &operand == &step.output);
  }

  const Kernel& kernel_;
  std::vector<Life> lives_;
};

// Values that take over each other's bytes.
struct Chain {
  std::vector<ValueId> values;
  int first = 0, last = 0;
  std::int64_t bytes = 0, offset = 0;
};

bool overlap(const Chain& a, const Chain& b) { return a.first <= b.last && b.first <= a.last; }

class LxPlacer {
 public:
  LxPlacer(const Kernel& kernel, const Lives& lives, std::int64_t capacity)
      : kernel_(kernel), lives_(lives), capacity_(capacity) {}

  // Offset of every value that fits, by value.
  std::vector<std::optional<std::int64_t>> run() {
    std::vector<std::optional<std::int64_t>> offsets(kernel_.values.size());
    for (Chain& chain : sorted_chains()) {
      if (!fits(chain)) continue;
      for (const ValueId value : chain.values) offsets[at(value)] = chain.offset;
      placed_.push_back(std::move(chain));
    }
    return offsets;
  }

 private:
  std::vector<Chain> sorted_chains() {
    std::vector<Chain> chains;
    for (int index = 0; index < static_cast<int>(kernel_.steps.size()); ++index) {
      const ValueId value = kernel_.values[at(kernel_.steps[at(index)].output.value)].storage;
      const Life& life = lives_[value];
      if (!is_candidate(value) || life.first != index) continue;
      Chain& chain = chain_for(chains, index, value);
      chain.values.push_back(value);
      chain.last = life.last;
    }
    std::stable_sort(chains.begin(), chains.end(),
                     [](const Chain& a, const Chain& b) { return a.bytes < b.bytes; });
    return chains;
  }
  [[nodiscard]] bool is_candidate(ValueId value) const {
    return kernel_.values[at(value)].origin == Origin::Intermediate &&
           lives_[value].footprint.has_value();
  }
  // The chain of an operand that dies here and is shared out alike, or a new one.
  Chain& chain_for(std::vector<Chain>& chains, int index, ValueId value) {
    const Step& step = kernel_.steps[at(index)];
    const Footprint& mine = *lives_[value].footprint;
    for (const Operand& input : step.inputs) {
      const ValueId source = kernel_.values[at(input.value)].storage;
      if (!works_in_place(step, input) || !is_candidate(source) || lives_[source].last != index)
        continue;
      if (*lives_[source].footprint != mine) continue;
      for (Chain& chain : chains) {
        if (chain.values.back() == source) return chain;
      }
    }
    chains.push_back({{}, index, index, mine.core_bytes(), 0});
    return chains.back();
  }
  // Element by element in the order of memory.
  [[nodiscard]] bool works_in_place(const Step& step, const Operand& input) const {
    if (plan::is_matmul(step.op) || plan::is_reduction(step.op) || step.relayout) return false;
    const auto from = walk_of(kernel_, input), to = walk_of(kernel_, step.output);
    return std::equal(from.begin(), from.end(), to.begin(), to.end(),
                      [](const WalkLevel& a, const WalkLevel& b) { return a.axis == b.axis; });
  }

  bool fits(Chain& chain) const {
    std::vector<std::int64_t> candidates{0};
    for (const Chain& other : placed_) {
      if (overlap(chain, other)) candidates.push_back(other.offset + other.bytes);
    }
    std::sort(candidates.begin(), candidates.end());
    for (const std::int64_t offset : candidates) {
      if (offset + chain.bytes > capacity_) return false;
      chain.offset = offset;
      if (is_free(chain)) return true;
    }
    return false;
  }
  [[nodiscard]] bool is_free(const Chain& chain) const {
    return std::none_of(placed_.begin(), placed_.end(), [&](const Chain& other) {
      return overlap(chain, other) && chain.offset < other.offset + other.bytes &&
             other.offset < chain.offset + chain.bytes;
    });
  }

  const Kernel& kernel_;
  const Lives& lives_;
  std::int64_t capacity_;
  std::vector<Chain> placed_;
};

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
    const auto offsets = LxPlacer(kernel_, lives_, options_.lx_bytes).run();
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
