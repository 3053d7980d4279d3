// One run of one operation: where its operands lie on every core, what may overlap, and what to
// report.
#include "sim/execute/operation_run.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace spyre::execute {
namespace {

using plan::kStickBytes;
using plan::TensorId;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

bool same(const OperandDigits& a, const OperandDigits& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Digit& p, const Digit& q) {
      return p.weight == q.weight && p.stride == q.stride;
    });
  });
}

bool is_sparse(const plan::Tensor& tensor) {
  return std::any_of(tensor.dims.begin(), tensor.dims.end(),
                     [](const plan::TensorDim& dim) { return dim.scale == -2; });
}

// Calls visit(stick address) for the sticks that an operand's rectangles touch from a start
// address.
template <class Visitor>
void for_each_stick(std::vector<Box> boxes, std::int64_t start, Visitor&& visit) {
  for (Box& box : boxes) {
    order_by(box, 0);
    merge(box, {});
    for_each_run(box, [&](const auto& offset, const auto&) {
      const std::int64_t stride = box.strides[0].back();
      const std::int64_t step = stride == 0 ? 1 : std::max<std::int64_t>(1, kStickBytes / stride);
      for (std::int64_t i = 0; i < box.axes.back().count; i += step)
        visit(start + offset[0] + i * stride);
    });
  }
}

}  // namespace

Walk plain_walk(const plan::Operation& operation) {
  Walk walk{core_ranges(operation), {}, {}};
  for (const plan::Tensor& tensor : operation.tensors)
    walk.digits.push_back(digits_of(operation, tensor));
  return walk;
}

OperationRun::OperationRun(Machine& machine, const Site& site, Walk walk)
    : machine_(machine), site_(site), walk_(std::move(walk)) {
  ++machine_.event;
  choose_cores();
  measure();
  for (const TensorId id : op().inputs) {
    for (const std::size_t core : cores_) check_producers(id, core);
  }
  picture_inputs();
  record();
}

const plan::Tensor& OperationRun::tensor(TensorId id) const { return op().tensors[at(id)]; }

void OperationRun::choose_cores() {
  std::set<std::vector<std::int64_t>> seen;
  for (std::size_t core = 0; core < op().cores.size(); ++core)
    if (seen.insert(op().slice[core]).second || output().in_lx()) cores_.push_back(core);
}

void OperationRun::measure() {
  for (std::size_t i = 0; i < op().tensors.size(); ++i) {
    const auto& ranges = walk_.own_ranges.empty() ? walk_.ranges : walk_.own_ranges[i];
    Span span = span_of(boxes_of(ranges, {walk_.digits[i]}), 0, 1);
    span.last = round_up(span.last, kStickBytes);
    spans_.push_back(span);
  }
}

std::vector<Box> OperationRun::boxes(const std::vector<TensorId>& tensors) const {
  std::vector<OperandDigits> digits;
  for (const TensorId id : tensors) digits.push_back(walk_.digits[at(id)]);
  return boxes_of(walk_.ranges, digits);
}

std::int64_t OperationRun::start(TensorId id, std::size_t core) const {
  const plan::Tensor& t = tensor(id);
  std::int64_t address = t.start[core];
  for (std::size_t loop = 0; loop < t.loop_stride.size(); ++loop)
    address += t.loop_stride[loop] * site_.trips[loop];
  return address;
}

const plan::Argument* OperationRun::argument(TensorId id) const {
  const auto& arguments = machine_.plan.launches[at(site_.launch)].arguments;
  const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const auto& argument) {
    return argument.storage == tensor(id).storage && argument.role != plan::ArgumentRole::Pool;
  });
  return found == arguments.end() ? nullptr : &*found;
}

std::int64_t OperationRun::first_coordinate(plan::DimId dim, std::size_t core) const {
  return op().slice[core][at(dim)] * op().dims[at(dim)].per_core;
}

std::pair<std::int64_t, std::int64_t> OperationRun::touched(TensorId id, std::size_t core) const {
  const std::int64_t address = start(id, core);
  return {address + spans_[at(id)].first, address + spans_[at(id)].last};
}

bool OperationRun::is_output(TensorId id) const {
  return std::find(op().outputs.begin(), op().outputs.end(), id) != op().outputs.end();
}

// Element by element over its own input: reading and writing run by run is safe.
bool OperationRun::is_in_place(TensorId input) const {
  const TensorId out = op().outputs.front();
  return tensor(input).start == tensor(out).start &&
         tensor(input).loop_stride == tensor(out).loop_stride &&
         same(walk_.digits[at(input)], walk_.digits[at(out)]);
}

bool OperationRun::touches_output(TensorId input) const {
  const TensorId out = op().outputs.front();
  if (tensor(input).in_lx() != tensor(out).in_lx()) return false;
  auto low = std::numeric_limits<std::int64_t>::max(),
       high = std::numeric_limits<std::int64_t>::min();
  for (const std::size_t core : cores_) {
    low = std::min(low, touched(out, core).first);
    high = std::max(high, touched(out, core).second);
  }
  return std::any_of(cores_.begin(), cores_.end(), [&](std::size_t core) {
    const auto [first, last] = touched(input, core);
    return first < high && last > low;
  });
}

// All cores read before any of them writes: inputs that the output may run over are copied first.
void OperationRun::picture_inputs() {
  for (const TensorId id : op().inputs) {
    if (tensor(id).indirection != plan::Indirection::None || is_in_place(id) || !touches_output(id))
      continue;
    for (const std::size_t core : cores_) {
      const auto [first, last] = touched(id, core);
      check_extent(id, core);
      pictures_[{id, core}] =
          std::make_unique<Region>(memory().picture(tensor(id), op().cores[core], first, last));
    }
  }
}

Region& OperationRun::region(TensorId id, std::size_t core) {
  const auto known = pictures_.find({id, core});
  if (known != pictures_.end()) return *known->second;
  Region& home = memory().home(tensor(id), op().cores[core]);
  const auto [first, last] = touched(id, core);
  if (home.contains(first, last)) return home;
  check_extent(id, core);
  auto& picture = pictures_[{id, core}];
  picture = std::make_unique<Region>(memory().picture(tensor(id), op().cores[core], first, last));
  return *picture;
}

void OperationRun::check_extent(TensorId id, std::size_t core) {
  const Region& home = memory().home(tensor(id), op().cores[core]);
  const auto [first, last] = touched(id, core);
  if (home.contains(first, last)) return;
  machine_.left_allocations = true;
  const bool lx = tensor(id).in_lx();
  const auto severity = lx ? check::Severity::Error : check::Severity::Warning;
  check::Finding outside =
      finding(lx ? "LX-01" : "ADR-02", severity, id,
              is_output(id) ? "writes outside its allocation" : "reads outside its allocation");
  outside.found = fmt::format("bytes {:#x} to {:#x}", first, last - 1);
  outside.expected = fmt::format("{:#x} to {:#x}", home.base(), home.end() - 1);
  const std::int64_t bytes =
      std::max<std::int64_t>(home.base() - first, 0) + std::max<std::int64_t>(last - home.end(), 0);
  report(std::move(outside), core,
         std::min(bytes, last - first) * 8 / plan::element_bits(tensor(id).format));
}

Access OperationRun::access(TensorId id, std::size_t core) {
  const Access::Writer writer{machine_.event, op().cores[core],
                              is_output(id) && is_sparse(tensor(id)), &twice_[id]};
  return {region(id, core), start(id, core), tensor(id).format, rules().op, writer};
}

void OperationRun::record() {
  if (cores_.empty()) return;
  const auto [first, last] = touched(op().outputs.front(), cores_.front());
  machine_.events[machine_.event] = {
      site_.launch, site_.operation, std::string(plan::name(op().op)), output().name, first, last};
}

void OperationRun::check_producers(TensorId id, std::size_t core) {
  if (!tensor(id).in_lx() || tensor(id).own_slice) return;
  const Region& lx = memory().lx(op().cores[core]);
  Event oldest = std::numeric_limits<Event>::max(), newest = 0;
  for_each_stick(boxes({id}), start(id, core), [&](std::int64_t stick) {
    if (!lx.contains(stick, stick + 1)) return;
    const Event event = lx.writer(stick).event;
    if (event == 0) return;
    oldest = std::min(oldest, event);
    newest = std::max(newest, event);
  });
  if (newest != 0) judge_producers(id, core, oldest, newest);
}

// LX-05: bytes handed over from another launch. LX-03: one operation had written all that is read,
// and a later one whose result is no part of it has run over some of it.
void OperationRun::judge_producers(TensorId id, std::size_t core, Event oldest, Event newest) {
  const auto first = machine_.events.find(oldest), last = machine_.events.find(newest);
  if (first == machine_.events.end() || last == machine_.events.end()) return;
  const EventRecord &old = first->second, &late = last->second;
  if (old.launch != site_.launch) {
    check::Finding left = finding("LX-05", check::Severity::Info, id,
                                  "reads scratchpad bytes that another launch left");
    left.found =
        fmt::format("{} of operation {} of launch {}", old.tensor, old.operation, old.launch);
    left.expected = "a producer in the same launch";
    report(std::move(left), core);
  }
  const auto [begin, end] = touched(id, core);
  const bool whole = old.first <= begin && old.last >= end;
  const bool piece = late.first >= begin && late.last <= end;
  if (oldest == newest || !whole || piece) return;
  check::Finding overlap =
      finding("LX-03", check::Severity::Error, id, "scratchpad bytes belong to two live tensors");
  overlap.found =
      fmt::format("{} of operation {} written over a part of it", late.tensor, late.operation);
  overlap.expected =
      fmt::format("{} of operation {} untouched until it is read", old.tensor, old.operation);
  report(std::move(overlap), core);
}

check::Finding OperationRun::finding(const char* id, check::Severity severity, TensorId tensor_id,
                                     std::string message) const {
  check::Finding finding;
  finding.id = id;
  finding.severity = severity;
  finding.message = std::move(message);
  finding.file = op().source.file;
  if (op().source.line > 0) finding.line = op().source.line;
  finding.pointer = tensor(tensor_id).source.pointer;
  finding.launch = site_.launch;
  finding.operation = site_.operation;
  finding.op = std::string(plan::name(op().op));
  finding.tensor = tensor(tensor_id).name;
  return finding;
}

void OperationRun::report(check::Finding finding, std::size_t core, std::int64_t elements,
                          const std::string& first) {
  machine_.findings.add(std::move(finding), op().cores[core], elements, first);
}

void OperationRun::finish() {
  for (const auto& [key, picture] : pictures_) {
    const auto& [id, core] = key;
    if (is_output(id)) memory().take_over(tensor(id), op().cores[core], *picture, machine_.event);
  }
  for (const auto& [id, bytes] : twice_) {
    if (bytes == 0 || !is_output(id)) continue;
    check::Finding twice =
        finding("WRK-03", check::Severity::Error, id, "output elements written by two cores");
    twice.found = fmt::format("{} bytes written twice", bytes);
    twice.expected = "every element by one core";
    machine_.findings.add(std::move(twice), -1, bytes * 8 / plan::element_bits(tensor(id).format));
  }
}

}  // namespace spyre::execute
