// Instantiates all calls of a bundle and sums up what they touch.
#include "sim/bundle/relative_launch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/bundle/layout.hpp"

namespace spyre::bundle {
namespace {

void append(RelativeLaunch& out, RelativeOperation operation) {
  out.launch.operations.push_back(std::move(operation.operation));
  out.origins.push_back(std::move(operation.origins));
}

void run_program(RelativeLaunch& out, const LoadedBundle& bundle,
                 const std::map<int, std::int64_t>& dimensions, Problems& problems) {
  Evaluated evaluated = evaluate(*bundle.program, dimensions, bundle.label, problems);
  out.launch.loops = std::move(evaluated.loops);
  out.allocations = std::move(evaluated.allocations);
  for (const Call& call : evaluated.calls) {
    const auto file = bundle.files.find(call.file);
    if (file == bundle.files.end()) continue;
    std::vector<int> chain;
    for (int loop = call.loop; loop >= 0;
         loop = out.launch.loops[static_cast<std::size_t>(loop)].parent) {
      chain.insert(chain.begin(), loop);
    }
    append(out, instantiate(file->second, call, chain, bundle.label, problems, out.notes));
    out.launch.needs_correction = out.launch.needs_correction || !call.bindings.empty();
  }
}

void run_files(RelativeLaunch& out, const LoadedBundle& bundle) {
  for (const std::string& name : bundle.order)
    append(out, instantiate_unbound(bundle.files.at(name), out.names));
  if (out.names.empty()) return;
  out.notes.push_back(
      {"READ",
       fmt::format("{}: symbolic addresses without a bundle are laid out by us", bundle.label),
       {bundle.label, "", 0}});
}

bool is_written(const plan::Tensor& tensor) { return tensor.role == plan::Role::Output; }

void account(OriginUse& use, const plan::Tensor& tensor, std::int64_t last) {
  use.bytes = std::max(use.bytes, last);
  if (!use.read && !use.written) use.read_first = !is_written(tensor);
  (is_written(tensor) ? use.written : use.read) = true;
}

void account_tensor(RelativeLaunch& out, int operation, std::size_t tensor_index) {
  const auto op = static_cast<std::size_t>(operation);
  const plan::Tensor& tensor = out.launch.operations[op].tensors[tensor_index];
  if (tensor.in_lx() || tensor.start.empty()) return;
  const OriginId origin = out.origins[op][tensor_index];
  const Touched touched = touched_range(out.launch, operation, tensor);
  if (origin != kAbsolute) return account(out.uses[origin], tensor, touched.last);
  const std::int64_t segment = std::max<std::int64_t>(touched.first, 0) / plan::kSegmentBytes;
  account(out.segments[segment], tensor, touched.last - segment * plan::kSegmentBytes);
}

// Inputs first: an operation in place reads before it writes.
void account_operation(RelativeLaunch& out, int operation) {
  const plan::Operation& op = out.launch.operations[static_cast<std::size_t>(operation)];
  for (const bool written : {false, true}) {
    for (std::size_t i = 0; i < op.tensors.size(); ++i) {
      if (is_written(op.tensors[i]) == written) account_tensor(out, operation, i);
    }
  }
}

}  // namespace

RelativeLaunch instantiate_launch(const LoadedBundle& bundle,
                                  const std::map<int, std::int64_t>& dimensions,
                                  Problems& problems) {
  RelativeLaunch out;
  const std::size_t before = problems.count();
  if (bundle.program)
    run_program(out, bundle, dimensions, problems);
  else
    run_files(out, bundle);
  out.notes.insert(out.notes.begin(), bundle.notes.begin(), bundle.notes.end());
  if (problems.count() != before) return out;
  for (std::size_t i = 0; i < out.launch.operations.size(); ++i)
    account_operation(out, static_cast<int>(i));
  return out;
}

}  // namespace spyre::bundle
