#include "models/chip/chip.hpp"

#include <string>

namespace spyre::chip {
namespace {

ring::RingParams data_ring(const params::ChipParams& p) {
  return {static_cast<int>(p.ring.nodes), p.ring.link_width * p.chip.ring_clock, p.ring.hop / p.chip.ring_clock};
}

// `rings` rings share the payload; two instances, one for each direction, stand for all of them.
ring::RingParams partial_sum_ring(const params::ChipParams& p) {
  const Bytes width = p.partial_sum_ring.link_width * p.partial_sum_ring.rings / 2;
  return {static_cast<int>(p.chip.cores), width * p.chip.core_clock, p.partial_sum_ring.hop / p.chip.core_clock};
}

std::vector<std::unique_ptr<core::Core>> build_cores(int count, kernel::Context& context, const params::ChipParams& params,
                                                     const core::Shared& shared) {
  std::vector<std::unique_ptr<core::Core>> cores;
  for (int c = 0; c < count; ++c) {
    cores.push_back(std::make_unique<core::Core>(("core" + std::to_string(c)).c_str(), context, params, c, shared));
  }
  return cores;
}

std::vector<core::Core*> pointers(const std::vector<std::unique_ptr<core::Core>>& cores) {
  std::vector<core::Core*> list;
  for (const auto& c : cores) list.push_back(c.get());
  return list;
}

}  // namespace

Chip::Chip(const sc_core::sc_module_name& name, const params::ChipParams& params, const program::Program& program,
           OperationObserver& observer, observe::Sink* sink)
    : sc_module(name),
      agenda_("agenda", [this] { stop_for_failure(); }),
      context(agenda_, sink),
      ring("ring", context, data_ring(params)),
      partial_sum_up("partial_sum_up", context, partial_sum_ring(params)),
      partial_sum_down("partial_sum_down", context, partial_sum_ring(params)),
      memory("memory", context, params.dram),
      hmi("hmi", context, params, memory, ring),
      multicast(hmi),
      partial_sums("partial_sums", context, partial_sum_up, partial_sum_down),
      core_modules(build_cores(program.cores, context, params, {hmi, multicast, ring, partial_sums})),
      cores(pointers(core_modules)),
      host("host", context, params.host, program),
      control("control", context, params, program, {memory, hmi, multicast, partial_sums, cores, host}, observer) {}

void Chip::stop_for_failure() {
  if (!context.failure) context.failure = std::current_exception();
  sc_core::sc_stop();
}

}  // namespace spyre::chip
