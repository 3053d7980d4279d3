// Outputs that no operation of the plan writes in full (WRK-03): by counting, never element by
// element.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// At most this many sticks of a storage are written; `unknown` when an index decides where.
struct Written {
  std::int64_t sticks = 0;
  bool unknown = false;
};

// Trips of the loops that move the tensor; the others write the same bytes again.
std::int64_t moving_trips(const plan::Launch& launch, int operation, const plan::Tensor& tensor) {
  std::int64_t trips = 1;
  const std::vector<int> chain = launch.loop_chain(operation);
  for (std::size_t k = 0; k < chain.size() && k < tensor.loop_stride.size(); ++k) {
    if (tensor.loop_stride[k] == 0) continue;
    trips = times(trips, launch.loops[static_cast<std::size_t>(chain[k])].trips);
  }
  return trips;
}

void count_output(const plan::Launch& launch, int operation, const plan::Tensor& output,
                  std::map<plan::StorageId, Written>& written) {
  if (output.in_lx()) return;
  Written& entry = written[output.storage];
  const auto places = static_cast<std::int64_t>(plan::groups_by_start(output).size());
  const std::int64_t visits = times(places, moving_trips(launch, operation, output));
  entry.sticks = plus(entry.sticks, times(visits, core_bytes(output) / plan::kStickBytes));
  entry.unknown |= output.indirection == plan::Indirection::ValueTensor;
}

std::map<plan::StorageId, Written> count_all(const plan::Plan& plan) {
  std::map<plan::StorageId, Written> written;
  for (const plan::Launch& launch : plan.launches) {
    for (std::size_t k = 0; k < launch.operations.size(); ++k) {
      const plan::Operation& op = launch.operations[k];
      for (const plan::TensorId id : op.outputs) {
        count_output(launch, static_cast<int>(k), tensor_of(op, id), written);
      }
    }
  }
  return written;
}

std::int64_t elements_of(const plan::Argument& argument) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : argument.host_shape) elements = times(elements, extent);
  return elements;
}

// A synthetic lane dimension (-1) holds one element per stick.
std::int64_t elements_per_stick(const plan::DeviceLayout& layout) {
  return layout.stride_map.back() < 0 ? 1 : layout.device_size.back();
}

void check_output(const Context& context, int launch, const plan::Argument& argument,
                  const Written& written) {
  const std::int64_t wanted = elements_of(argument);
  const std::int64_t got = times(written.sticks, elements_per_stick(*argument.layout));
  if (written.unknown || got >= wanted) return;
  // A part may be all the program wants: the rest keeps what an earlier kernel or the host put
  // there.
  const Severity severity = got == 0 ? Severity::Error : Severity::Warning;
  context.report(
      "WRK-03", severity, launch,
      {.message = fmt::format("output '{}' has {} elements, the plan writes at most {} of them",
                              argument.tensor, grouped(wanted), grouped(got)),
       .found = grouped(got),
       .expected = grouped(wanted),
       .elements = grouped(wanted - got)});
}

}  // namespace

void check_coverage(const Context& context) {
  std::map<plan::StorageId, Written> written = count_all(context.plan);
  for (std::size_t k = 0; k < context.plan.launches.size(); ++k) {
    for (const plan::Argument& argument : context.plan.launches[k].arguments) {
      const bool known =
          argument.layout && !argument.layout->device_size.empty() &&
          argument.layout->device_size.size() == argument.layout->stride_map.size();
      if (argument.role != plan::ArgumentRole::Output || !known) continue;
      check_output(context, static_cast<int>(k), argument, written[argument.storage]);
    }
  }
}

}  // namespace spyre::check
