// Matrix products and direct convolutions: panels gathered from sticks, multiplied in fp32 by
// Eigen, rounded once.
//
// Cores that read the same right operand are multiplied together: their rows form one tall left
// panel. Partial results of cores that split the reduction are added in fp32 in the order of their
// slices.
#include "models/base/error.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"
#include "sim/execute/partial_groups.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <future>
#include <map>
#include <string>
#include <utility>

namespace spyre::execute {
namespace {

using plan::DimId;
using plan::TensorId;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Doubts = std::vector<std::uint8_t>;

constexpr std::int64_t kPanelFloats = std::int64_t{8} << 20;  // of the right operand at a time
constexpr std::int64_t kPanelRows = 1024;  // of the left operand, but whole cores

// What a dimension does, told by the tensors that have it (plan-format 3.9; names say nothing).
enum class DimRole { Batch, Row, Column, Reduced, Idle };

DimRole role_of(bool left, bool right, bool out) {
  if (left && right) return out ? DimRole::Batch : DimRole::Reduced;
  if (left && out) return DimRole::Row;
  if (right && out) return DimRole::Column;
  return DimRole::Idle;
}

// The result of one group of cores.
struct Result {
  Matrix values;  // batch · rows × columns
  Doubts doubts;  // empty, or one per value
};

constexpr std::int64_t kWorthAThread = std::int64_t{1} << 26;  // multiply-adds

// A large product is two products of half the columns each, on two threads; on any machine, so that
// the bytes do not depend on how many processors it has.
void multiply_panels(const Matrix& left, const Matrix& right, Matrix& product) {
  product.resize(left.rows(), right.cols());
  const std::int64_t columns = right.cols();
  const bool large =
      left.rows() * left.cols() >= kWorthAThread / std::max<std::int64_t>(columns, 1);
  const std::int64_t half = large && columns >= 16 ? columns / 2 / 8 * 8 : columns;
  std::future<void> rest;
  if (half < columns) {
    rest = std::async(std::launch::async, [&] {
      product.rightCols(columns - half).noalias() = left * right.rightCols(columns - half);
    });
  }
  product.leftCols(half).noalias() = left * right.leftCols(half);
  if (rest.valid()) rest.get();
}

class Contraction {
 public:
  explicit Contraction(OperationRun& run) : run_(run) {
    if (run.op().inputs.size() != 2) refuse("needs two inputs");
    tensors_ = {run.op().inputs[0], run.op().inputs[1], run.op().outputs.front()};
    std::vector<Box> boxes = run.boxes(tensors_);
    if (boxes.size() != 1) refuse("a core's share ends inside a stick (WRK-05)");
    box_ = std::move(boxes.front());
    for (const DimRole role : {DimRole::Batch, DimRole::Row, DimRole::Column, DimRole::Reduced})
      sides_[role] = side_of(box_, [&](DimId dim) { return this->role(dim) == role; });
  }

  void run() {
    const auto groups = partial_groups(run_, reduced_dims(run_));
    results_.resize(groups.size());
    std::size_t longest = 0;
    for (const auto& group : groups) longest = std::max(longest, group.size());
    for (std::size_t rank = 0; rank < longest; ++rank) multiply_rank(groups, rank);
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const std::size_t core : storing_cores(run_, groups[g])) store(results_[g], core);
  }

 private:
  // A core and the result it contributes to.
  struct Member {
    std::size_t core = 0, group = 0;
  };

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorKind::Plan, run_.op().source.file, run_.op().key + ": " + what,
                "the operands of a matrix product");
  }

  [[nodiscard]] DimRole role(DimId dim) const {
    const auto has = [&](std::size_t k) {
      return !run_.walk()
                  .digits[static_cast<std::size_t>(tensors_[k])][static_cast<std::size_t>(dim)]
                  .empty();
    };
    return role_of(has(0), has(1), has(2));
  }

  [[nodiscard]] const Side& at(DimRole role) const { return sides_.at(role); }

  [[nodiscard]] Part part(DimRole role, std::int64_t floats) const { return {&at(role), floats}; }

  void multiply_rank(const std::vector<std::vector<std::size_t>>& groups, std::size_t rank) {
    // Cores that read the same right operand: equal addresses, but every scratchpad is another one.
    std::map<std::pair<std::int64_t, std::size_t>, std::vector<Member>> by_right;
    const bool in_lx = run_.tensor(tensors_[1]).in_lx();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (rank >= groups[g].size()) continue;
      const std::size_t core = groups[g][rank];
      by_right[{run_.start(tensors_[1], core), in_lx ? core : 0}].push_back({core, g});
    }
    for (const auto& [operand, members] : by_right) multiply(members);
  }

  void multiply(const std::vector<Member>& members) {
    for (std::int64_t b = 0; b < at(DimRole::Batch).count; ++b) {
      const std::int64_t block = block_columns();
      for (std::int64_t first = 0; first < at(DimRole::Column).count; first += block) {
        gather_right(members.front().core, b, first,
                     std::min(block, at(DimRole::Column).count - first));
        for (std::size_t begin = 0; begin < members.size();)
          begin = multiply_some(members, begin, b, first);
      }
    }
  }

  // Whole steps of the outermost column axis, as many as fit the panel.
  [[nodiscard]] std::int64_t block_columns() const {
    const Side& columns = at(DimRole::Column);
    if (columns.axes.empty()) return 1;
    const std::int64_t step = columns.places.front();
    const std::int64_t fit =
        kPanelFloats / std::max<std::int64_t>(1, at(DimRole::Reduced).count * step);
    return std::max<std::int64_t>(1, fit) * step;
  }

  // Byte offset of one batch step in an operand.
  [[nodiscard]] std::int64_t batch_offset(std::size_t operand, std::int64_t b) const {
    const Side& batch = at(DimRole::Batch);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < batch.axes.size(); ++i) {
      offset += b / batch.places[i] * box_.strides[operand][batch.axes[i]];
      b %= batch.places[i];
    }
    return offset;
  }

  void gather_right(std::size_t core, std::int64_t b, std::int64_t first, std::int64_t count) {
    Box box = array_loops(box_, 1, {part(DimRole::Column, 1), part(DimRole::Reduced, count)});
    box.offset[0] += batch_offset(1, b);
    const Side& columns = at(DimRole::Column);
    if (!columns.axes.empty()) {
      box.axes.front().count = count / columns.places.front();
      box.offset[0] += first / columns.places.front() * box.strides[0].front();
    }
    tune(box);
    right_.resize(at(DimRole::Reduced).count, count);
    Doubts doubts(static_cast<std::size_t>(right_.size()), 0);
    const bool doubtful = gather(box, run_.access(tensors_[1], core), right_.data(), doubts.data());
    right_doubts_.assign(static_cast<std::size_t>(count), 0);
    doubtful_ = doubtful_ || doubtful;
    if (!doubtful) return;
    for (std::size_t i = 0; i < doubts.size(); ++i)
      right_doubts_[i % static_cast<std::size_t>(count)] |= doubts[i];
  }

  // Multiplies the rows of as many cores as fit; returns the first core left over.
  std::size_t multiply_some(const std::vector<Member>& members, std::size_t begin, std::int64_t b,
                            std::int64_t first) {
    const std::int64_t rows = at(DimRole::Row).count;
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(1, kPanelRows / rows));
    const std::size_t end = std::min(members.size(), begin + most);
    left_.resize(rows * static_cast<std::int64_t>(end - begin), at(DimRole::Reduced).count);
    left_doubts_.assign(static_cast<std::size_t>(left_.rows()), 0);
    for (std::size_t i = begin; i < end; ++i)
      gather_left(members[i].core, b, rows * static_cast<std::int64_t>(i - begin));
    multiply_panels(left_, right_, product_);
    for (std::size_t i = begin; i < end; ++i)
      take(results_[members[i].group], rows * static_cast<std::int64_t>(i - begin), b * rows,
           first);
    return end;
  }

  void gather_left(std::size_t core, std::int64_t b, std::int64_t first_row) {
    const std::int64_t width = at(DimRole::Reduced).count;
    Box box = array_loops(box_, 0, {part(DimRole::Row, width), part(DimRole::Reduced, 1)});
    box.offset[0] += batch_offset(0, b);
    tune(box);
    const auto size = static_cast<std::size_t>(at(DimRole::Row).count * width);
    Doubts doubts(size, 0);
    if (!gather(box, run_.access(tensors_[0], core), left_.row(first_row).data(), doubts.data()))
      return;
    doubtful_ = true;
    for (std::size_t i = 0; i < size; ++i)
      left_doubts_[static_cast<std::size_t>(first_row) + i / static_cast<std::size_t>(width)] |=
          doubts[i];
  }

  // Adds a block of the product to the result of a group.
  void take(Result& result, std::int64_t from_row, std::int64_t to_row, std::int64_t column) {
    const std::int64_t rows = at(DimRole::Row).count;
    if (result.values.size() == 0)
      result.values = Matrix::Zero(at(DimRole::Batch).count * rows, at(DimRole::Column).count);
    result.values.block(to_row, column, rows, product_.cols()) +=
        product_.middleRows(from_row, rows);
    if (doubtful_) take_doubts(result, from_row, to_row, column);
  }

  // A value is in doubt when anything in its row of the left or its column of the right operand is.
  void take_doubts(Result& result, std::int64_t from_row, std::int64_t to_row,
                   std::int64_t column) const {
    result.doubts.resize(static_cast<std::size_t>(result.values.size()), 0);
    for (std::int64_t r = 0; r < at(DimRole::Row).count; ++r) {
      std::uint8_t* row = result.doubts.data() + (to_row + r) * result.values.cols() + column;
      for (std::size_t c = 0; c < right_doubts_.size(); ++c)
        if ((left_doubts_[static_cast<std::size_t>(from_row + r)] | right_doubts_[c]) != 0)
          row[c] = 1;
    }
  }

  void store(const Result& result, std::size_t core) {
    const std::int64_t rows = at(DimRole::Row).count, columns = at(DimRole::Column).count;
    Box box = array_loops(box_, 2,
                          {part(DimRole::Batch, rows * columns), part(DimRole::Row, columns),
                           part(DimRole::Column, 1)});
    tune(box);
    Access out = run_.access(tensors_[2], core);
    spread(box, result.values.data(), result.doubts.empty() ? nullptr : result.doubts.data(), out);
  }

  OperationRun& run_;
  std::vector<TensorId> tensors_;  // left, right, output
  Box box_;
  std::map<DimRole, Side> sides_;
  std::vector<Result> results_;
  Matrix left_, right_, product_;
  Doubts left_doubts_, right_doubts_;
  bool doubtful_ = false;  // some operand has an element that is not defined
};

// Eigen cuts a product into blocks by the cache sizes it finds, which changes the order of the
// sums: fixed ones make the same bytes on every machine.
void fix_block_sizes() { Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20); }

}  // namespace

void run_contraction(OperationRun& run) {
  fix_block_sizes();
  Contraction(run).run();
}

}  // namespace spyre::execute
