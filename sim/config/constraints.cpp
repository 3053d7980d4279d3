// The rules that tie parameters together; each names what it found and what would be right.
#include "sim/config/constraints.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <utility>

#include "models/params/describe.hpp"
#include "sim/config/text.hpp"

namespace spyre::config {
namespace {

using params::ChipParams;

// Collects what is broken; each rule is one line that reads "this, because of these parameters".
class Rules {
 public:
  void need(bool holds, std::vector<std::string> parameters, std::string what,
            std::string expected) {
    if (!holds) broken_.push_back({std::move(parameters), std::move(what), std::move(expected)});
  }
  std::vector<Conflict> take() { return std::move(broken_); }

 private:
  std::vector<Conflict> broken_;
};

std::string bytes(Bytes b) { return text_of(b.count(), params::Unit::Size); }
std::string rate(BytesPerSecond r) { return text_of(r.count(), params::Unit::Rate); }
bool power_of_two(std::int64_t n) {
  return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n));
}
bool divides(std::int64_t part, std::int64_t whole) { return part > 0 && whole % part == 0; }
bool divides(Bytes part, Bytes whole) { return divides(part.count(), whole.count()); }

void cores(Rules& rules, const ChipParams& p) {
  rules.need(p.ring.nodes >= p.chip.cores + 1, {"ring.nodes", "chip.cores"},
             fmt::format("ring.nodes {} leaves no place for the memory interface beside {} cores",
                         p.ring.nodes, p.chip.cores),
             fmt::format("at least chip.cores + 1 = {}", p.chip.cores + 1));
  rules.need(divides(p.hmi.ports, p.chip.cores), {"hmi.ports", "chip.cores"},
             fmt::format("hmi.ports {} does not divide {} cores evenly", p.hmi.ports, p.chip.cores),
             "a divisor of chip.cores");
  rules.need(divides(p.pt.corelets, p.pt.macs_per_cycle), {"pt.corelets", "pt.macs_per_cycle"},
             fmt::format("pt.corelets {} does not divide pt.macs_per_cycle {}", p.pt.corelets,
                         p.pt.macs_per_cycle),
             "a divisor of pt.macs_per_cycle");
}

// The address map cuts addresses at bits.
void address_bits(Rules& rules, const params::Dram& d) {
  const std::array<std::pair<const char*, std::int64_t>, 5> cuts{
      {{"dram.channels", d.channels},
       {"dram.banks", d.banks},
       {"dram.interleave", d.interleave.count()},
       {"dram.page", d.page.count()},
       {"dram.access_granule", d.access_granule.count()}}};
  for (const auto& [path, value] : cuts)
    rules.need(power_of_two(value), {path}, fmt::format("{} is no power of two", path),
               "a power of two, because addresses are cut at bits");
}

void memory(Rules& rules, const ChipParams& p) {
  const params::Dram& d = p.dram;
  rules.need(divides(p.chip.stick, d.interleave), {"dram.interleave", "chip.stick"},
             fmt::format("dram.interleave {} is no multiple of a stick", bytes(d.interleave)),
             fmt::format("a multiple of chip.stick = {}", bytes(p.chip.stick)));
  rules.need(divides(d.interleave, d.page), {"dram.page", "dram.interleave"},
             fmt::format("dram.page {} is no multiple of the interleave", bytes(d.page)),
             fmt::format("a multiple of dram.interleave = {}", bytes(d.interleave)));
  rules.need(d.rate <= d.nominal_rate, {"dram.rate", "dram.nominal_rate"},
             fmt::format("dram.rate {} is above the nameplate", rate(d.rate)),
             fmt::format("at most dram.nominal_rate = {}", rate(d.nominal_rate)));
  rules.need(p.hmi.write_drain <= p.hmi.write_rate, {"hmi.write_drain", "hmi.write_rate"},
             fmt::format("hmi.write_drain {} is above the port", rate(p.hmi.write_drain)),
             fmt::format("at most hmi.write_rate = {}", rate(p.hmi.write_rate)));
}

void scratchpad(Rules& rules, const ChipParams& p) {
  rules.need(p.lx.reserved < p.lx.capacity, {"lx.reserved", "lx.capacity"},
             fmt::format("lx.reserved {} leaves nothing of the scratchpad", bytes(p.lx.reserved)),
             fmt::format("less than lx.capacity = {}", bytes(p.lx.capacity)));
  rules.need(divides(p.chip.stick, p.lx.capacity) && divides(p.chip.stick, p.lx.reserved),
             {"lx.capacity", "lx.reserved", "chip.stick"},
             "lx.capacity and lx.reserved are not both whole sticks",
             fmt::format("multiples of chip.stick = {}", bytes(p.chip.stick)));
  const std::int64_t buffers = p.schedule.load_buffers + p.schedule.store_buffers;
  const Bytes held = p.chip.stick * (buffers * p.schedule.chunk_sticks);
  rules.need(held <= p.lx.capacity - p.lx.reserved,
             {"schedule.chunk_sticks", "schedule.load_buffers", "schedule.store_buffers",
              "lx.capacity", "lx.reserved"},
             fmt::format("schedule.chunk_sticks: {} chunk buffers of {} do not fit the scratchpad",
                         buffers, bytes(p.chip.stick * p.schedule.chunk_sticks)),
             fmt::format("at most {} together", bytes(p.lx.capacity - p.lx.reserved)));
}

void multiply(Rules& rules, const ChipParams& p) {
  constexpr std::int64_t kFp16Bytes = 2;
  const std::int64_t lanes = p.chip.stick.count() / kFp16Bytes;
  rules.need(divides(lanes, p.schedule.slab), {"schedule.slab", "chip.stick"},
             fmt::format("schedule.slab {} is no whole number of sticks", p.schedule.slab),
             fmt::format("a multiple of {}, the fp16 elements of a stick", lanes));
  rules.need(p.pt.weight_block <= p.pt.weight_registers, {"pt.weight_block", "pt.weight_registers"},
             fmt::format("pt.weight_block {} does not fit the registers", bytes(p.pt.weight_block)),
             fmt::format("at most pt.weight_registers = {}", bytes(p.pt.weight_registers)));
}

}  // namespace

std::vector<Conflict> conflicts(const ChipParams& p) {
  Rules rules;
  cores(rules, p);
  address_bits(rules, p.dram);
  memory(rules, p);
  scratchpad(rules, p);
  multiply(rules, p);
  return rules.take();
}

}  // namespace spyre::config
