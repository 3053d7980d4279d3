// Who wrote the LX bytes an operation reads: one walk over the plan per group of like cores (LX-03 … LX-06).
//
// Loops are walked twice, so that what the first trip destroys is missed by the second. A read is at fault when one
// operation had written all of it and a later one, which is no piece of it, wrote over a part.
#include <algorithm>
#include <array>
#include <map>

#include <boost/icl/interval_map.hpp>
#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using Interval = boost::icl::interval<std::int64_t>;
using Owners = boost::icl::interval_map<std::int64_t, std::size_t>;  // byte -> index of its writer

struct Writer {
  int launch = -1, operation = -1;
  const plan::Tensor* tensor = nullptr;  // none for a data operation
  Box box;
  int pass = 0;  // of the innermost loop
};

// Entry of Operation::cores, or their number for a core that takes no part.
std::size_t entry_of(const plan::Operation& op, int core) {
  return static_cast<std::size_t>(std::find(op.cores.begin(), op.cores.end(), core) -
                                  op.cores.begin());
}

// The walk over the plan for the cores of one group, by the first of them.
class LxWalk {
 public:
  LxWalk(const Context& context, std::vector<int> cores)
      : context_(context), cores_(std::move(cores)) {}

  void run() {
    for (std::size_t k = 0; k < context_.plan.launches.size(); ++k) {
      launch_ = static_cast<int>(k);
      const plan::Launch& launch = context_.plan.launches[k];
      range(launch, -1, 0, static_cast<int>(launch.operations.size()), 1);
    }
  }

 private:
  void range(const plan::Launch& launch, int loop, int first, int last, int pass);
  void operation(const plan::Launch& launch, int index, int pass);
  void read(const Site& site, const plan::Tensor& tensor, std::size_t core, int pass);
  void write(const Site& site, const plan::Tensor* tensor, Box box, int pass);
  void write_pieces(const Site& site, int pass);
  [[nodiscard]] std::vector<std::size_t> owners_of(const Box& box) const;
  [[nodiscard]] std::int64_t first_unwritten(const Box& box) const;
  void report_unwritten(const Site& site, const plan::Tensor& tensor, const Box& box);
  [[nodiscard]] bool updates(const Writer& part, const Writer& whole) const;
  void judge(const Site& site, const plan::Tensor& tensor, const Box& box,
             const std::vector<std::size_t>& owners, int pass);
  void compare_division(const Site& site, const plan::Tensor& tensor, const Writer& producer);
  [[nodiscard]] std::string described(const Writer& writer) const;

  const Context& context_;
  std::vector<int> cores_;
  int launch_ = 0;
  std::vector<Writer> writers_{1};  // entry 0: nobody
  Owners owners_;
};

// The loop directly inside `loop` that holds an operation, -1 when none does.
int child_loop(const plan::Launch& launch, int loop, int operation) {
  int inner = launch.operations[static_cast<std::size_t>(operation)].loop;
  while (inner >= 0 && launch.loops[static_cast<std::size_t>(inner)].parent != loop) {
    inner = launch.loops[static_cast<std::size_t>(inner)].parent;
  }
  return inner;
}

void LxWalk::range(const plan::Launch& launch, int loop, int first, int last, int pass) {
  for (int index = first; index < last; ++index) {
    const int inner = child_loop(launch, loop, index);
    if (inner < 0) {
      operation(launch, index, pass);
      continue;
    }
    const plan::Loop& body = launch.loops[static_cast<std::size_t>(inner)];
    const int passes = body.trips > 1 ? 2 : 1;
    for (int k = 1; k <= passes; ++k) range(launch, inner, body.first, body.last, k);
    index = body.last - 1;
  }
}

void LxWalk::operation(const plan::Launch& launch, int index, int pass) {
  const plan::Operation& op = launch.operations[static_cast<std::size_t>(index)];
  const std::size_t core = entry_of(op, cores_.front());
  if (core == op.cores.size()) return;
  const Site site{context_, launch_, index, launch, op};
  write_pieces(site, pass);
  for (const plan::TensorId id : op.inputs) read(site, tensor_of(op, id), core, pass);
  for (const plan::TensorId id : op.outputs) {
    const plan::Tensor& output = tensor_of(op, id);
    if (output.in_lx()) write(site, &output, core_box(output, core), pass);
  }
}

void LxWalk::write(const Site& site, const plan::Tensor* tensor, Box box, int pass) {
  for (const Range r : runs(box)) {
    owners_.set({Interval::right_open(r.begin, r.end), writers_.size()});
  }
  writers_.push_back({site.launch_index, site.op_index, tensor, std::move(box), pass});
}

// Moved pieces arrive before or beside the compute; whose they were is the business of the relayout rules.
void LxWalk::write_pieces(const Site& site, int pass) {
  for (const plan::DataOp& op : site.op.data_ops) {
    for (const plan::Piece& piece : op.output) {
      if (piece.core != cores_.front() || piece.component != plan::Component::Lx) continue;
      std::int64_t sticks = 1;
      for (const auto& [name, size] : piece.size) {
        const auto stick = op.stick_elements.find(name);
        sticks *= stick == op.stick_elements.end() ? size : div_up(size, stick->second);
      }
      write(site, nullptr, {piece.address, {{plan::kStickBytes, sticks}}}, pass);
    }
    for (const plan::RemapRange& move : op.ranges) {
      if (move.destination_core != cores_.front()) continue;
      const std::int64_t sticks = div_up(move.bytes, plan::kStickBytes);
      Box box{move.destination_address, {{plan::kStickBytes, sticks}}};
      if (move.count > 1) box.axes.push_back({move.destination_stride, move.count});
      write(site, nullptr, std::move(box), pass);
    }
  }
}

std::vector<std::size_t> LxWalk::owners_of(const Box& box) const {
  std::vector<std::size_t> found;
  for (const Range r : runs(box)) {
    const auto [first, last] = owners_.equal_range(Interval::right_open(r.begin, r.end));
    for (auto segment = first; segment != last; ++segment) found.push_back(segment->second);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// -1 when every byte has an owner.
std::int64_t LxWalk::first_unwritten(const Box& box) const {
  for (const Range r : runs(box)) {
    std::int64_t next = r.begin;
    const auto [first, last] = owners_.equal_range(Interval::right_open(r.begin, r.end));
    for (auto segment = first; segment != last && segment->first.lower() <= next; ++segment) {
      next = segment->first.upper();
    }
    if (next < r.end) return next;
  }
  return -1;
}

std::string LxWalk::described(const Writer& writer) const {
  const plan::Operation& op = context_.plan.launches[static_cast<std::size_t>(writer.launch)]
                                  .operations[static_cast<std::size_t>(writer.operation)];
  const std::string what = writer.tensor == nullptr ? "a data operation" : writer.tensor->name;
  const std::string where = writer.launch == launch_ ? "" : " of an earlier launch";
  return fmt::format("{} of {} (operation {}{})", what, plan::name(op.op), writer.operation, where);
}

void LxWalk::report_unwritten(const Site& site, const plan::Tensor& tensor, const Box& box) {
  const std::int64_t first = first_unwritten(box);
  if (first < 0) return;
  site.report("LX-05", Severity::Warning,
              {.message = fmt::format("{} reads bytes {} to {} of {{cores}}; nothing in the plan has written "
                                      "byte {}",
                                      titled(tensor), grouped(box.bounds().begin),
                                      grouped(box.bounds().end), grouped(first)),
               .tensor = &tensor,
               .cores = cores_,
               .found = "never written",
               .expected = "a producer"});
}

// Whether one writer fills in a part of what another has prepared: by its strides, or as a plain copy.
bool LxWalk::updates(const Writer& part, const Writer& whole) const {
  const bool copy = context_.plan.launches[static_cast<std::size_t>(part.launch)]
                        .operations[static_cast<std::size_t>(part.operation)]
                        .op == plan::OpCode::Identity;
  return piece_of(part.box, whole.box) || (copy && whole.box.bounds().holds(part.box.bounds()));
}

// In an implicit gather the node stands for other cores' bytes (LX-12).
void LxWalk::read(const Site& site, const plan::Tensor& tensor, std::size_t core, int pass) {
  const bool gathered = tensor.own_slice && site.op.op != plan::OpCode::Shuffle;
  if (!tensor.in_lx() || gathered) return;
  const Box box = core_box(tensor, core);
  const std::vector<std::size_t> owners = owners_of(box);
  report_unwritten(site, tensor, box);
  judge(site, tensor, box, owners, pass);
  if (owners.size() == 1) compare_division(site, tensor, writers_[owners.front()]);
}

void LxWalk::judge(const Site& site, const plan::Tensor& tensor, const Box& box,
                   const std::vector<std::size_t>& owners, int pass) {
  const Range wanted = box.bounds();
  for (const std::size_t index : owners) {
    const Writer& writer = writers_[index];
    if (writer.launch == launch_) continue;
    site.report("LX-05", Severity::Info,
                {.message = fmt::format("{} reads LX bytes that {} left", titled(tensor),
                                        described(writer)),
                 .tensor = &tensor,
                 .cores = cores_,
                 .found = fmt::format("written in launch {}", writer.launch),
                 .expected = fmt::format("written in launch {}", launch_)});
  }
  const auto producer = std::find_if(owners.begin(), owners.end(), [&](std::size_t index) {
    return writers_[index].box.bounds().holds(wanted);
  });
  if (producer == owners.end()) return;
  for (auto later = producer + 1; later != owners.end(); ++later) {
    const Writer& first = writers_[*producer];
    const Writer& other = writers_[*later];
    if (other.box.bounds().holds(wanted) || updates(other, first)) continue;
    const bool loop = pass > 1 && other.pass < pass;
    site.report(loop ? "LX-04" : "LX-03", Severity::Error,
                {.message = fmt::format("{} reads bytes {} to {} of {{cores}} that {} wrote, but {} has "
                                        "written over a part{}",
                                        titled(tensor), grouped(wanted.begin), grouped(wanted.end),
                                        described(first), described(other),
                                        loop ? " before trip 2 of the loop" : ""),
                 .tensor = &tensor,
                 .cores = cores_,
                 .found = described(other),
                 .expected = described(first)});
  }
}

// Slices of one core along the divided levels of a layout, with what a slice holds: names of dimensions differ.
using Division = std::vector<std::array<std::int64_t, 3>>;

Division division(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core) {
  Division levels;
  for (const plan::LayoutLevel& level : tensor.layout) {
    const plan::TensorDim& dim = tensor.dims[static_cast<std::size_t>(level.dim)];
    if (dim.core_factor <= 1 && level.core_units == 1) continue;
    const std::int64_t slice =
        dim.core_factor > 1 ? slice_of(op, tensor, core, level.dim) : 0;
    levels.push_back({level.core_units, dim.core_factor, slice});
  }
  return levels;
}

bool same_structure(const Division& a, const Division& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x[0] == y[0] && x[1] == y[1];
  });
}

std::string slices_text(const Division& levels) {
  std::string text;
  for (const auto& level : levels) {
    if (level[1] > 1) text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", level[2], level[1]);
  }
  return text;
}

void LxWalk::compare_division(const Site& site, const plan::Tensor& tensor, const Writer& producer) {
  if (producer.tensor == nullptr) return;
  const plan::Operation& maker =
      context_.plan.launches[static_cast<std::size_t>(producer.launch)]
          .operations[static_cast<std::size_t>(producer.operation)];
  for (const int core : cores_) {
    const Division made = division(maker, *producer.tensor, entry_of(maker, core));
    const Division used = division(site.op, tensor, entry_of(site.op, core));
    if (!same_structure(made, used) || made == used) continue;
    site.report("LX-06", Severity::Error,
                {.message = fmt::format("core {} takes slice {} of {} from LX, but {} left slice {} there",
                                        core, slices_text(used), titled(tensor), described(producer),
                                        slices_text(made)),
                 .tensor = &tensor,
                 .cores = cores_,
                 .found = slices_text(made),
                 .expected = slices_text(used)});
    return;
  }
}

// What tells cores apart: the operations they take part in and the bytes data operations move to them.
std::vector<int> signature(const plan::Plan& plan, int core) {
  std::vector<int> parts;
  int number = 0;
  for (const plan::Launch& launch : plan.launches) {
    for (const plan::Operation& op : launch.operations) {
      const bool here = std::find(op.cores.begin(), op.cores.end(), core) != op.cores.end();
      if (here) parts.push_back(number);
      if (here && !op.data_ops.empty()) parts.push_back(-1 - core);
      ++number;
    }
  }
  return parts;
}

}  // namespace

void check_lx_lifetimes(const Context& context) {
  std::map<std::vector<int>, std::vector<int>> groups;
  for (int core = 0; core < context.plan.cores_used(); ++core) {
    groups[signature(context.plan, core)].push_back(core);
  }
  for (const auto& [parts, cores] : groups) {
    if (!parts.empty()) LxWalk(context, cores).run();
  }
}

}  // namespace spyre::check
