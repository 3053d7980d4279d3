// Who wrote the LX bytes an operation reads: one walk over the plan per group of like cores (LX-03
// … LX-06).
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "models/base/quantity.hpp"
#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/loop_walk.hpp"
#include "sim/check/ownership.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// Entry of Operation::cores, or their number for a core that takes no part.
std::size_t entry_of(const plan::Operation& op, int core) {
  return static_cast<std::size_t>(std::find(op.cores.begin(), op.cores.end(), core) -
                                  op.cores.begin());
}

// Slices of one core along the divided levels of a layout, with what a slice holds: names of
// dimensions differ.
using Division = std::vector<std::array<std::int64_t, 3>>;

Division division(const plan::Operation& op, const plan::Tensor& tensor, int core) {
  Division levels;
  for (const plan::LayoutLevel& level : tensor.layout) {
    const std::int64_t factor = tensor.dims[static_cast<std::size_t>(level.dim)].core_factor;
    if (factor <= 1 && level.core_units == 1) continue;
    const std::int64_t slice = factor > 1 ? slice_of(op, tensor, entry_of(op, core), level.dim) : 0;
    levels.push_back({level.core_units, factor, slice});
  }
  return levels;
}

bool same_structure(const Division& a, const Division& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x[0] == y[0] && x[1] == y[1]; });
}

std::string slices_text(const Division& levels) {
  std::string text;
  for (const auto& level : levels) {
    if (level[1] > 1)
      text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", level[2], level[1]);
  }
  return text;
}

// The walk over the plan for the cores of one group, by the first of them.
class LxWalk {
 public:
  LxWalk(const Context& context, std::vector<int> cores)
      : context_(context), cores_(std::move(cores)) {}

  void run() {
    for (std::size_t k = 0; k < context_.plan.launches.size(); ++k) {
      const plan::Launch& launch = context_.plan.launches[k];
      walk_twice(launch, [&](int operation, int pass) {
        const plan::Operation& op = launch.operations[static_cast<std::size_t>(operation)];
        visit({context_, static_cast<int>(k), operation, launch, op}, pass);
      });
    }
  }

 private:
  void visit(const Site& site, int pass);
  void write_moved(const Site& site, const plan::DataOp& op, int pass);
  void read(const Site& site, const plan::Tensor& tensor, std::size_t core, int pass);
  void report_unwritten(const Site& site, const plan::Tensor& tensor, const Box& box);
  void report_left(const Site& site, const plan::Tensor& tensor, const Writer& writer);
  void report_clobber(const Site& site, const plan::Tensor& tensor, Range read, Clobber clobber,
                      int pass);
  void check_straddle(const Site& site, const plan::Tensor& tensor, const Box& box,
                      const std::vector<const Writer*>& owners);
  void compare_division(const Site& site, const plan::Tensor& tensor, const Writer& producer);

  const Context& context_;
  std::vector<int> cores_;
  Ownership lx_{1 << 14};  // every stick of LX, if need be
};

// Moved pieces arrive before or beside the compute; whose they were is the business of the relayout
// rules.
void LxWalk::visit(const Site& site, int pass) {
  const std::size_t core = entry_of(site.op, cores_.front());
  if (core == site.op.cores.size()) return;
  for (const plan::DataOp& op : site.op.data_ops) write_moved(site, op, pass);
  for (const plan::TensorId id : site.op.inputs) read(site, tensor_of(site.op, id), core, pass);
  for (const plan::TensorId id : site.op.outputs) {
    const plan::Tensor& output = tensor_of(site.op, id);
    if (!output.in_lx()) continue;
    lx_.write({site.launch_index, site.op_index, &output, core_box(output, core), pass});
  }
}

void LxWalk::write_moved(const Site& site, const plan::DataOp& op, int pass) {
  const auto write = [&](Box box) {
    lx_.write({site.launch_index, site.op_index, nullptr, std::move(box), pass});
  };
  for (const plan::Piece& piece : op.output) {
    if (piece.core != cores_.front() || piece.component != plan::Component::Lx) continue;
    write(box_of(piece.address, {{plan::kStickBytes, sticks_of(op, piece)}}));
  }
  for (const plan::RemapRange& move : op.ranges) {
    if (move.destination_core != cores_.front()) continue;
    const std::int64_t sticks = div_up(move.bytes, plan::kStickBytes);
    write(box_of(move.destination_address,
                 {{plan::kStickBytes, sticks}, {move.destination_stride, move.count}}));
  }
}

// In an implicit gather the node stands for other cores' bytes (LX-12).
void LxWalk::read(const Site& site, const plan::Tensor& tensor, std::size_t core, int pass) {
  const bool gathered = tensor.own_slice && site.op.op != plan::OpCode::Shuffle;
  if (!tensor.in_lx() || gathered) return;
  const Box box = core_box(tensor, core);
  const std::vector<const Writer*> owners = lx_.owners(box);
  report_unwritten(site, tensor, box);
  for (const Writer* writer : owners) {
    if (writer->launch != site.launch_index) report_left(site, tensor, *writer);
  }
  for (const Clobber clobber : clobbers(context_.plan, box, owners)) {
    report_clobber(site, tensor, box.bounds(), clobber, pass);
  }
  if (owners.size() == 1) compare_division(site, tensor, *owners.front());
  if (owners.size() > 1) check_straddle(site, tensor, box, owners);
}

// Several producers may fill a tensor piece by piece, or one may fill more than is read; a part of
// several is read by nobody on purpose.
void LxWalk::check_straddle(const Site& site, const plan::Tensor& tensor, const Box& box,
                            const std::vector<const Writer*>& owners) {
  const bool explained = std::any_of(owners.begin(), owners.end(),
                                     [&](const Writer* w) { return covers(w->box, box); });
  const auto cut = std::find_if(owners.begin(), owners.end(), [&](const Writer* w) {
    return w->tensor != nullptr && !box.bounds().holds(w->box.bounds());
  });
  if (explained || cut == owners.end()) return;
  const std::string found = described(context_.plan, **cut, site.launch_index);
  site.report("LX-06", Severity::Warning,
              {.message = fmt::format(
                   "{} reads bytes {} to {} of {{cores}}: a part of {}, which lies at {} to "
                   "{}, and a part of others",
                   titled(tensor), grouped(box.bounds().begin), grouped(box.bounds().end), found,
                   grouped((*cut)->box.bounds().begin), grouped((*cut)->box.bounds().end)),
               .tensor = &tensor,
               .cores = cores_,
               .found = "parts of several tensors",
               .expected = "whole tensors, or a part of one"});
}

void LxWalk::report_unwritten(const Site& site, const plan::Tensor& tensor, const Box& box) {
  const std::int64_t first = lx_.first_unwritten(box);
  if (first < 0) return;
  site.report(
      "LX-05", Severity::Warning,
      {.message = fmt::format(
           "{} reads bytes {} to {} of {{cores}}; nothing in the plan has written "
           "byte {}",
           titled(tensor), grouped(box.bounds().begin), grouped(box.bounds().end), grouped(first)),
       .tensor = &tensor,
       .cores = cores_,
       .found = "never written",
       .expected = "a producer"});
}

void LxWalk::report_left(const Site& site, const plan::Tensor& tensor, const Writer& writer) {
  site.report("LX-05", Severity::Info,
              {.message = fmt::format("{} reads LX bytes that {} left", titled(tensor),
                                      described(context_.plan, writer, site.launch_index)),
               .tensor = &tensor,
               .cores = cores_,
               .found = fmt::format("written in launch {}", writer.launch),
               .expected = fmt::format("written in launch {}", site.launch_index)});
}

void LxWalk::report_clobber(const Site& site, const plan::Tensor& tensor, Range read,
                            Clobber clobber, int pass) {
  const bool loop = pass > 1 && clobber.other->pass < pass;
  const std::string producer = described(context_.plan, *clobber.producer, site.launch_index);
  const std::string other = described(context_.plan, *clobber.other, site.launch_index);
  site.report(loop ? "LX-04" : "LX-03", Severity::Error,
              {.message = fmt::format(
                   "{} reads bytes {} to {} of {{cores}} that {} wrote, but {} has written "
                   "over a part{}",
                   titled(tensor), grouped(read.begin), grouped(read.end), producer, other,
                   loop ? " before trip 2 of the loop" : ""),
               .tensor = &tensor,
               .cores = cores_,
               .found = other,
               .expected = producer});
}

void LxWalk::compare_division(const Site& site, const plan::Tensor& tensor,
                              const Writer& producer) {
  if (producer.tensor == nullptr) return;
  const plan::Operation& maker = operation_of(context_.plan, producer);
  for (const int core : cores_) {
    const Division made = division(maker, *producer.tensor, core);
    const Division used = division(site.op, tensor, core);
    if (!same_structure(made, used) || made == used) continue;
    site.report("LX-06", Severity::Error,
                {.message = fmt::format(
                     "core {} takes slice {} of {} from LX, but {} left slice {} there", core,
                     slices_text(used), titled(tensor),
                     described(context_.plan, producer, site.launch_index), slices_text(made)),
                 .tensor = &tensor,
                 .cores = cores_,
                 .found = slices_text(made),
                 .expected = slices_text(used)});
    return;
  }
}

// What tells cores apart: the operations they take part in and the bytes data operations move to
// them.
std::vector<int> signature(const plan::Plan& plan, int core) {
  std::vector<int> parts;
  int number = 0;
  for (const plan::Launch& launch : plan.launches) {
    for (const plan::Operation& op : launch.operations) {
      const bool here = entry_of(op, core) != op.cores.size();
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
  const int cores = context.plan.cores_used();
  for (int core = 0; core < cores; ++core) {
    groups[signature(context.plan, core)].push_back(core);
  }
  for (const auto& [parts, members] : groups) {
    if (!parts.empty()) LxWalk(context, members).run();
  }
}

}  // namespace spyre::check
