// Scratchpad offsets: small values first, each at the lowest offset free during its life.
#include "sim/make/lx_place.hpp"

#include "sim/make/index.hpp"

#include <algorithm>

namespace spyre::make {
namespace {

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

}  // namespace

std::vector<std::optional<std::int64_t>> lx_offsets(const Kernel& kernel, const Lives& lives,
                                                    std::int64_t capacity) {
  return LxPlacer(kernel, lives, capacity).run();
}

}  // namespace spyre::make
