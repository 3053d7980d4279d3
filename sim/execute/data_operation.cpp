// Data operations beside a compute operation: pieces of a tensor copied between memories, sticks
// transposed, or explicit moves between scratchpads (plan-format 3.17). They change no value.
//
// Coordinates of a piece count from its start; its sticks lie in the order of its layout, innermost
// first.
#include "models/base/error.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace spyre::execute {
namespace {

using plan::DataOp;
using plan::Piece;

// Layout of one side of the operation.
struct Sticks {
  const std::vector<std::string>* layout;
  const std::map<std::string, std::int64_t>* elements;
};

Sticks output_sticks(const DataOp& op) {
  if (op.kind != plan::DataOpKind::RestickifyPt) return {&op.layout, &op.stick_elements};
  if (!op.output_layout.empty()) return {&op.output_layout, &op.output_stick_elements};
  throw Error(ErrorKind::Unsupported, op.source.file,
              "values of " + op.name + " need the layout of its output");
}

class DataCopy {
 public:
  DataCopy(Machine& machine, const DataOp& op)
      : machine_(machine), op_(op), out_(output_sticks(op)) {
    std::set<std::string> names(op.layout.begin(), op.layout.end());
    names.insert(out_.layout->begin(), out_.layout->end());
    dims_.assign(names.begin(), names.end());
  }

  void run() {
    for (const Piece& to : op_.output)
      for (const Piece& from : op_.input) copy(from, to);
  }

 private:
  // Coordinates that both pieces have; a dimension that one of them lacks contributes its first
  // element.
  void copy(const Piece& from, const Piece& to) {
    std::vector<std::int64_t> counts, from_first, to_first;
    for (const std::string& dim : dims_) {
      const bool shared = from.size.count(dim) != 0 && to.size.count(dim) != 0;
      const std::int64_t a = shared ? from.start.at(dim) : 0, b = shared ? to.start.at(dim) : 0;
      const std::int64_t first = std::max(a, b);
      const std::int64_t last = shared ? std::min(a + from.size.at(dim), b + to.size.at(dim)) : 1;
      if (last <= first) return;
      counts.push_back(last - first);
      from_first.push_back(first - a);
      to_first.push_back(first - b);
    }
    const std::vector<OperandDigits> digits{
        digits_of_piece(from, {&op_.layout, &op_.stick_elements}), digits_of_piece(to, out_)};
    std::vector<Box> boxes = boxes_between(counts, digits, {from_first, to_first});
    for (Box& box : boxes) {
      order_by(box, 1);
      merge(box, {});
    }
    move(boxes, from, to);
  }

  [[nodiscard]] OperandDigits digits_of_piece(const Piece& piece, Sticks sticks) const {
    OperandDigits digits(dims_.size());
    std::int64_t stride = plan::kStickBytes;
    for (const std::string& dim : *sticks.layout) {
      const auto place =
          static_cast<std::size_t>(std::find(dims_.begin(), dims_.end(), dim) - dims_.begin());
      const auto stick = sticks.elements->find(dim);
      const std::int64_t unit = stick == sticks.elements->end() ? 1 : stick->second;
      digits[place] = unit > 1 ? std::vector<Digit>{{1, op_.element_bytes}, {unit, stride}}
                               : std::vector<Digit>{{1, stride}};
      const auto size = piece.size.find(dim);
      stride *= div_up(size == piece.size.end() ? 1 : size->second, unit);
    }
    return digits;
  }

  Region& region(const Piece& piece) {
    if (piece.component == plan::Component::Lx) return machine_.memory.lx(piece.core);
    throw Error(ErrorKind::Unsupported, op_.source.file,
                "values of " + op_.name + " with a piece in device memory are not computed");
  }

  void check(const std::vector<Box>& boxes, std::size_t operand, const Piece& piece) {
    const Span span = span_of(boxes, operand, op_.element_bytes);
    if (region(piece).contains(piece.address + span.first, piece.address + span.last)) return;
    throw Error(ErrorKind::Plan, op_.source.file,
                op_.name + ": a piece reaches beyond the scratchpad", "LX-01");
  }

  void move(const std::vector<Box>& boxes, const Piece& from, const Piece& to) {
    check(boxes, 0, from);
    check(boxes, 1, to);
    const plan::Format format = op_.element_bytes == 4   ? plan::Format::IeeeFp32
                                : op_.element_bytes == 1 ? plan::Format::SenInt8
                                                         : plan::Format::Sen169Fp16;
    const Access source(region(from), from.address, format, machine_.rules.op, {});
    Access target(region(to), to.address, format, machine_.rules.op,
                  {machine_.event, to.core, false, nullptr});
    for (const Box& box : boxes) copy_all(box, source, target);
  }

  Machine& machine_;
  const DataOp& op_;
  Sticks out_;
  std::vector<std::string> dims_;
};

// Moves of whole byte runs, in the order they are listed.
void remap(Machine& machine, const DataOp& op) {
  for (const plan::RemapRange& range : op.ranges) {
    Region& from = machine.memory.lx(range.source_core);
    Region& to = machine.memory.lx(range.destination_core);
    for (std::int64_t i = 0; i < range.count; ++i) {
      const std::int64_t source = range.source_address + i * range.source_stride;
      const std::int64_t target = range.destination_address + i * range.destination_stride;
      if (!from.contains(source, source + range.bytes) ||
          !to.contains(target, target + range.bytes))
        throw Error(ErrorKind::Plan, op.source.file,
                    op.name + ": a move reaches beyond the scratchpad", "LX-01");
      to.copy(target, from, source, range.bytes);
      to.note_writer(target, range.bytes, machine.event, range.destination_core);
    }
  }
}

}  // namespace

void run_data_operation(Machine& machine, const DataOp& data_op) {
  ++machine.event;
  if (data_op.kind == plan::DataOpKind::CoordinateRemap)
    remap(machine, data_op);
  else
    DataCopy(machine, data_op).run();
}

}  // namespace spyre::execute
