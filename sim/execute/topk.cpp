// The k largest elements of a row, or their coordinates: descending, the lower coordinate first
// among equals.
#include "models/base/error.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spyre::execute {
namespace {

using plan::DimId;

class TopK {
 public:
  explicit TopK(OperationRun& run) : run_(run) {
    std::vector<Box> boxes = run.boxes({run.op().inputs.front(), run.op().outputs.front()});
    if (boxes.size() != 1) refuse("a core's share ends inside a stick");
    box_ = std::move(boxes.front());
    rows_ = side_of(box_, [&](DimId dim) { return has(0, dim) && has(1, dim); });
    row_ = side_of(box_, [&](DimId dim) { return has(0, dim) && !has(1, dim); });
    slots_ = side_of(box_, [&](DimId dim) { return !has(0, dim) && has(1, dim); });
    find_slot_dim();
  }

  void run() {
    for (const std::size_t core : run_.cores()) {
      read(core);
      pick(first_slot(core));
      write(core);
    }
  }

 private:
  [[noreturn]] void refuse(const char* what) const {
    throw Error(ErrorKind::Plan, run_.op().source.file, run_.op().key + ": " + what,
                "rows that a core holds whole");
  }

  [[nodiscard]] bool has(std::size_t operand, DimId dim) const {
    const plan::TensorId id = operand == 0 ? run_.op().inputs.front() : run_.op().outputs.front();
    return !run_.walk().digits[static_cast<std::size_t>(id)][static_cast<std::size_t>(dim)].empty();
  }

  // Slots may be split over cores; the row they are chosen from may not.
  void find_slot_dim() {
    for (std::size_t d = 0; d < run_.op().dims.size(); ++d) {
      const auto dim = static_cast<DimId>(d);
      if (!has(0, dim) && has(1, dim)) slot_dim_ = dim;
      if (has(0, dim) && !has(1, dim) && run_.op().dims[d].slices > 1)
        refuse("the row is split over cores");
    }
  }

  [[nodiscard]] std::int64_t first_slot(std::size_t core) const {
    return slot_dim_ < 0 ? 0 : run_.first_coordinate(slot_dim_, core);
  }

  void read(std::size_t core) {
    Box box = array_loops(box_, 0, {{&rows_, row_.count}, {&row_, 1}});
    tune(box);
    values_.assign(static_cast<std::size_t>(rows_.count * row_.count), 0.0F);
    doubts_.assign(values_.size(), 0);
    gather(box, run_.access(run_.op().inputs.front(), core), values_.data(), doubts_.data());
  }

  void pick(std::int64_t first) {
    const auto width = static_cast<std::size_t>(row_.count),
               slots = static_cast<std::size_t>(slots_.count);
    if (first + slots_.count > row_.count) refuse("more slots than elements");
    chosen_.assign(static_cast<std::size_t>(rows_.count) * slots, 0.0F);
    chosen_doubts_.assign(chosen_.size(), 0);
    std::vector<std::size_t> order(width);
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows_.count); ++row) {
      const float* values = values_.data() + row * width;
      sort_row(values, static_cast<std::size_t>(first) + slots, order);
      const std::uint8_t* doubts = doubts_.data() + row * width;
      const bool doubtful =
          std::any_of(doubts, doubts + width, [](std::uint8_t d) { return d != 0; });
      for (std::size_t slot = 0; slot < slots; ++slot) {
        const std::size_t which = order[static_cast<std::size_t>(first) + slot];
        const bool index = run_.op().op == plan::OpCode::TopkIndex;
        chosen_[row * slots + slot] = index ? static_cast<float>(which) : values[which];
        chosen_doubts_[row * slots + slot] = doubtful ? 1 : 0;
      }
    }
  }

  static void sort_row(const float* values, std::size_t needed, std::vector<std::size_t>& order) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto before = [values](std::size_t a, std::size_t b) {
      const float x = values[a], y = values[b];
      if (std::isnan(x) != std::isnan(y)) return std::isnan(y);
      return x > y || (!(x < y) && a < b);
    };
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(needed),
                      order.end(), before);
  }

  void write(std::size_t core) {
    Box box = array_loops(box_, 1, {{&rows_, slots_.count}, {&slots_, 1}});
    tune(box);
    Access out = run_.access(run_.op().outputs.front(), core);
    spread(box, chosen_.data(), chosen_doubts_.data(), out);
  }

  OperationRun& run_;
  Box box_;
  Side rows_, row_, slots_;
  DimId slot_dim_ = -1;
  std::vector<float> values_, chosen_;
  std::vector<std::uint8_t> doubts_, chosen_doubts_;
};

}  // namespace

void run_topk(OperationRun& run) { TopK(run).run(); }

}  // namespace spyre::execute
