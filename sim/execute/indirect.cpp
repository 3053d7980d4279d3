// Rows picked (gather) or placed (scatter) by an index tensor.
//
// One row is a page: the extent of all dimensions that are not indexed, contiguous. Its address is
// the value tensor's start + index · page (plan-execution 1.4).
#include "models/base/error.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::execute {
namespace {

using plan::TensorId;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

class Indirect {
 public:
  explicit Indirect(OperationRun& run) : run_(run) {
    const plan::Operation& op = run.op();
    input_ = op.inputs.front();
    output_ = op.outputs.front();
    value_ =
        op.tensors[at(input_)].indirection == plan::Indirection::ValueTensor ? input_ : output_;
    index_ = op.tensors[at(value_)].partner;
    if (index_ < 0)
      throw Error(ErrorKind::Plan, op.source.file,
                  op.key + ": no index tensor belongs to the value tensor", "IND-01");
  }

  void run() {
    const plan::Tensor table = settled_table();
    std::vector<OperandDigits> digits;
    for (const TensorId id : {input_, output_, index_})
      digits.push_back(id == value_ ? digits_of(run_.op(), table) : run_.walk().digits[at(id)]);
    const std::vector<Box> boxes = boxes_of(run_.walk().ranges, digits);
    page_bytes_ = 0;
    for (const Box& box : boxes)
      page_bytes_ = std::max(page_bytes_, span_of({box}, value_ == input_ ? 0 : 1, 1).last);
    for (const std::size_t core : run_.cores())
      for (const Box& box : boxes) walk(box, core);
  }

 private:
  [[nodiscard]] bool is_indexed(plan::DimId dim) const {
    return run_.tensor(index_).dims[at(dim)].scale > 0;
  }

  // The table with the pitch of a row found: one page, unless the argument's own layout says that
  // rows are not outermost (IND-02). Then its rows lie as far apart as the dimensions inside them
  // reach, and what lies outside is as many rows away.
  plan::Tensor settled_table() {
    plan::Tensor table = run_.tensor(value_);
    const auto first =
        std::find_if(table.layout.begin(), table.layout.end(),
                     [&](const plan::LayoutLevel& level) { return is_indexed(level.dim); });
    if (first == table.layout.end()) return table;
    pitch_ = first->stride;
    const std::int64_t rows = inner_rows(run_.argument(value_));
    if (rows == 0 || run_.op().dims[at(first->dim)].extent <= 1) return table;
    report_inner_rows(rows);
    pitch_ = plan::kStickBytes;
    for (auto level = table.layout.begin(); level != first; ++level) pitch_ *= level->units;
    for (auto level = first; level != table.layout.end(); ++level)
      if (!is_indexed(level->dim)) level->stride *= rows;
    return table;
  }

  // Rows of a host tensor whose layout has something outside them; 0 when rows are outermost.
  static std::int64_t inner_rows(const plan::Argument* argument) {
    if (argument == nullptr || !argument->layout) return 0;
    const plan::DeviceLayout& layout = *argument->layout;
    if (layout.stride_map.size() != layout.device_size.size()) return 0;
    std::size_t row = 0, outermost = layout.device_size.size();
    for (std::size_t d = 0; d + 1 < layout.device_size.size(); ++d) {
      if (layout.device_size[d] <= 1) continue;
      if (outermost == layout.device_size.size()) outermost = row = d;
      if (layout.stride_map[d] > layout.stride_map[row]) row = d;
    }
    return row == outermost || outermost == layout.device_size.size() ? 0 : layout.device_size[row];
  }

  void report_inner_rows(std::int64_t rows) {
    check::Finding finding = run_.finding("IND-02", check::Severity::Warning, value_,
                                          "the indexed dimension is not outermost");
    finding.found = fmt::format("{} rows by the layout of the argument", rows);
    finding.expected = "rows that are contiguous";
    run_.report(std::move(finding), run_.cores().front());
  }

  void walk(const Box& box, std::size_t core) {
    std::vector<std::size_t> outer, inner;
    for (std::size_t axis = 0; axis < box.axes.size(); ++axis)
      (is_indexed(box.axes[axis].dim) ? outer : inner).push_back(axis);
    Box page = outer_loops(box, inner);
    order_by(page, 1);
    merge(page, {});
    const Access index = run_.access(index_, core);
    for_each_run(outer_loops(box, outer), [&](const auto& offset, const auto&) {
      const Run entry{offset[2], 0, 1};
      if (!index.defined(entry)) return report_undefined(core, offset[2]);
      const std::int64_t row = index.load_integer(offset[2]);
      if (!row_exists(row, core)) return report_outside(row, core, offset[2]);
      page.offset = offset;
      page.offset[value_ == input_ ? 0 : 1] += row * pitch_;
      copy(page, core);
    });
  }

  void copy(const Box& page, std::size_t core) {
    const Access from = run_.access(input_, core);
    Access to = run_.access(output_, core);
    copy_all(page, from, to);
  }

  bool row_exists(std::int64_t row, std::size_t core) {
    const std::int64_t first = run_.start(value_, core) + row * pitch_;
    return row >= 0 && run_.memory()
                           .home(run_.tensor(value_), run_.op().cores[core])
                           .contains(first, first + page_bytes_);
  }

  void report_outside(std::int64_t row, std::size_t core, std::int64_t offset) {
    const Region& home = run_.memory().home(run_.tensor(value_), run_.op().cores[core]);
    const std::int64_t rows =
        (home.end() - run_.start(value_, core)) / std::max<std::int64_t>(pitch_, 1);
    check::Finding finding =
        run_.finding("IND-04", check::Severity::Error, index_, "an index is outside the table");
    finding.found = fmt::format("{}", row);
    finding.expected = fmt::format("0 to {}", rows - 1);
    run_.report(std::move(finding), core, 1, fmt::format("entry {}", offset / 4));
  }

  void report_undefined(std::size_t core, std::int64_t offset) {
    check::Finding finding = run_.finding("DYN-01", check::Severity::Error, index_,
                                          "an unwritten or undefined element becomes an address");
    finding.found = "an element that nothing wrote";
    finding.expected = "a row number";
    run_.report(std::move(finding), core, 1, fmt::format("entry {}", offset / 4));
  }

  OperationRun& run_;
  TensorId input_ = 0, output_ = 0, value_ = 0, index_ = -1;
  std::int64_t pitch_ = 0, page_bytes_ = 0;
};

}  // namespace

void run_indirect(OperationRun& run) { Indirect(run).run(); }

}  // namespace spyre::execute
