// Values in the pool that something else writes over before they are read (ADR-10).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/loop_walk.hpp"
#include "sim/check/ownership.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// Slices of large tensors fall into very many pieces; following them costs more than it finds.
constexpr std::int64_t kMaximumRuns = 256;

bool in_pool(const plan::Plan& plan, const plan::Tensor& tensor) {
  return !tensor.in_lx() && tensor.storage >= 0 &&
         plan.storages[static_cast<std::size_t>(tensor.storage)].pool &&
         tensor.indirection == plan::Indirection::None;
}

// What an operation touches over all trips of its loops.
Box reach(const Site& site, const plan::Tensor& tensor) {
  Box box = whole_box(site.op, tensor);
  const std::vector<int> chain = site.launch.loop_chain(site.op_index);
  for (std::size_t k = 0; k < chain.size() && k < tensor.loop_stride.size(); ++k) {
    const plan::Loop& loop = site.launch.loops[static_cast<std::size_t>(chain[k])];
    box.axes.push_back({tensor.loop_stride[k], loop.trips});
  }
  return box_of(box.base, std::move(box.axes));
}

void read(const Site& site, const plan::Tensor& tensor, const Ownership& pool) {
  const plan::Plan& plan = site.context.plan;
  const Box box = reach(site, tensor);
  for (const Clobber clobber : clobbers(plan, box, pool.owners(box))) {
    const std::string producer = described(plan, *clobber.producer, site.launch_index);
    const std::string other = described(plan, *clobber.other, site.launch_index);
    site.report("ADR-10", Severity::Error,
                {.message = fmt::format(
                     "{} reads what {} wrote to the pool, but {} has written over a part",
                     titled(tensor), producer, other),
                 .tensor = &tensor,
                 .cores = site.cores(),
                 .found = other,
                 .expected = producer});
  }
}

void visit(const Site& site, Ownership& pool, int pass) {
  const plan::Plan& plan = site.context.plan;
  for (const plan::TensorId id : site.op.inputs) {
    const plan::Tensor& input = tensor_of(site.op, id);
    if (in_pool(plan, input)) read(site, input, pool);
  }
  for (const plan::TensorId id : site.op.outputs) {
    const plan::Tensor& output = tensor_of(site.op, id);
    if (!in_pool(plan, output)) continue;
    pool.write({site.launch_index, site.op_index, &output, reach(site, output), pass});
  }
}

}  // namespace

// The contents of the pool are undefined at every launch.
void check_pool_lifetimes(const Context& context) {
  for (std::size_t k = 0; k < context.plan.launches.size(); ++k) {
    const plan::Launch& launch = context.plan.launches[k];
    Ownership pool(kMaximumRuns);
    walk_twice(launch, [&](int operation, int pass) {
      const plan::Operation& op = launch.operations[static_cast<std::size_t>(operation)];
      visit({context, static_cast<int>(k), operation, launch, op}, pool, pass);
    });
  }
}

}  // namespace spyre::check
