// From one division of a tensor over the scratchpads to another: every core takes its share from
// the cores that hold it. Source and destination carry their own maps (plan-execution 1.18).
#include "models/base/error.hpp"
#include "sim/execute/operations.hpp"
#include "sim/execute/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace spyre::execute {
namespace {

using Coordinates = std::vector<std::int64_t>;

// The share of a tensor on one core, in global coordinates.
struct Share {
  Coordinates first, count;
};

Share share_of(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core) {
  const Coordinates& slices = tensor.own_slice ? (*tensor.own_slice)[core] : op.slice[core];
  Share share;
  for (std::size_t d = 0; d < op.dims.size(); ++d) {
    const bool present = tensor.dims[d].scale > 0;
    share.first.push_back(present ? slices[d] * tensor.dims[d].core_alpha : 0);
    share.count.push_back(held_extent(op, tensor, static_cast<plan::DimId>(d)));
  }
  return share;
}

Share common_part(const Share& a, const Share& b) {
  Share part;
  for (std::size_t d = 0; d < a.first.size(); ++d) {
    const std::int64_t first = std::max(a.first[d], b.first[d]);
    const std::int64_t last = std::min(a.first[d] + a.count[d], b.first[d] + b.count[d]);
    part.first.push_back(first);
    part.count.push_back(std::max<std::int64_t>(0, last - first));
  }
  return part;
}

std::int64_t volume(const Share& share) {
  std::int64_t product = 1;
  for (const std::int64_t count : share.count) product *= count;
  return product;
}

Coordinates relative(const Coordinates& global, const Coordinates& origin) {
  Coordinates local;
  for (std::size_t d = 0; d < global.size(); ++d) local.push_back(global[d] - origin[d]);
  return local;
}

class Shuffle {
 public:
  explicit Shuffle(OperationRun& run)
      : run_(run), source_(run.op().inputs.front()), target_(run.op().outputs.front()) {}

  void run() {
    for (const std::size_t core : run_.cores()) fill(core);
  }

 private:
  void fill(std::size_t core) {
    const Share wanted = share_of(run_.op(), run_.output(), core);
    std::int64_t missing = volume(wanted);
    std::set<Coordinates> taken;  // several cores may hold the same share
    for (const std::size_t owner : run_.cores()) {
      const Share held = share_of(run_.op(), run_.tensor(source_), owner);
      const Share part = common_part(wanted, held);
      if (volume(part) == 0 || !taken.insert(held.first).second) continue;
      copy(owner, held, core, wanted, part);
      missing -= volume(part);
    }
    if (missing > 0) report_hole(core, missing);
  }

  void copy(std::size_t owner, const Share& held, std::size_t core, const Share& wanted,
            const Share& part) {
    const Access from = run_.access(source_, owner);
    Access to = run_.access(target_, core);
    const auto& digits = run_.walk().digits;
    const std::vector<OperandDigits> operands{digits[static_cast<std::size_t>(source_)],
                                              digits[static_cast<std::size_t>(target_)]};
    for (Box& box :
         boxes_between(part.count, operands,
                       {relative(part.first, held.first), relative(part.first, wanted.first)})) {
      order_by(box, 1);
      merge(box, {});
      copy_all(box, from, to);
    }
  }

  void report_hole(std::size_t core, std::int64_t missing) {
    check::Finding finding = run_.finding("RLY-02", check::Severity::Error, target_,
                                          "no core holds a part of the destination");
    finding.found = fmt::format("{} elements without a source", missing);
    finding.expected = "every element held by one core";
    run_.report(std::move(finding), core, missing);
  }

  OperationRun& run_;
  plan::TensorId source_, target_;
};

}  // namespace

void run_shuffle(OperationRun& run) { Shuffle(run).run(); }

}  // namespace spyre::execute
