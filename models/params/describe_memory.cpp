// The describe table of the device memory and its two ports.
#include "models/params/describe_slots.hpp"

namespace spyre::params {
namespace {

void channels(Table& t, Dram& p) {
  t.push_back({"dram.channels", count(p.channels, 1, 1024), Status::Fitted, "memory channels",
               "256 bits of LPDDR5 in [docs]; [sweep] agrees with 16 of them"});
  t.push_back({"dram.interleave", size(p.interleave, 1, kMiB), Status::Fitted,
               "consecutive addresses on one channel", "[sweep] streams and permutations"});
  t.push_back({"dram.nominal_rate", rate(p.nominal_rate), Status::Published,
               "nameplate rate of one channel", "204.8 GB/s in [docs] and [principles] over 16"});
  t.push_back({"dram.rate", rate(p.rate), Status::Fitted,
               "rate of one channel after refresh, ECC and command gaps",
               "[sweep] one-directional streams"});
  t.push_back({"dram.banks", count(p.banks, 1, 1024), Status::Fitted, "banks of one channel",
               "[sweep] [granite] matmuls; streams cannot tell 8 from 16"});
  t.push_back({"dram.page", size(p.page, 1, kMiB), Status::Fitted, "row of one bank",
               "[sweep] reads slow down with 32 KiB row sets in use"});
  t.push_back({"dram.channel_hash", flag(p.channel_hash), Status::Fitted,
               "channel number XOR-folded with the number of the row set (the pages of one number in all channels)",
               "[sweep] permuting copies are 2 to 4 times too slow without it; with all upper bits chains are 5.5 instead of 5.1 % off"});
  t.push_back({"dram.bank_hash", flag(p.bank_hash), Status::Fitted,
               "bank number XOR-folded with all of the page number, its fourth bit into two others", "[sweep] [granite] matmuls need it"});
}

void bus(Table& t, Dram& p) {
  t.push_back({"dram.row_miss", duration(p.row_miss), Status::Fitted,
               "bus time lost by opening a row for a read, hidden behind a turnaround",
               "[sweep] reductions by row height"});
  t.push_back({"dram.write_row_miss", duration(p.write_row_miss), Status::Fitted,
               "bus time lost by opening a row for a write, hidden behind a turnaround",
               "[sweep] outer products by row height want 25 ns, matmuls with K below 512 10 ns"});
  t.push_back({"dram.in_step_bursts", count(p.in_step_bursts, 0, 1'000'000), Status::Fitted,
               "bursts per core for which the cores stay in step after a launch: writes of its first operation find their rows open",
               "[sweep] outer products and matmuls of small K up to 8 MiB of output; not the stores of softmax tiles"});
  t.push_back({"dram.turnaround", duration(p.turnaround), Status::Fitted,
               "bus time of a change between reading and writing, each way",
               "[sweep] balanced streams; only its ratio to schedule.block shows"});
  t.push_back({"dram.access_granule", size(p.access_granule, 1, kMiB), Status::Fitted,
               "least that passes a port for one part of a strided burst, and that a store of it fills up; a read of the memory moves one granule of the interleave",
               "[sweep] batched matmuls: every strided operand costs min(batch, 4) times its bytes"});
  t.push_back({"dram.write_line", size(p.write_line, 1, kMiB), Status::Fitted,
               "width from which on a scattered write needs no reading of what is around it",
               "[sweep] outer transposes of 2, 4 and 8 sticks, however many cores share them"});
  t.push_back({"dram.partial_write", duration(p.partial_write), Status::Fitted,
               "extra bus time of a scattered write per granule, times the share of its line that it leaves alone",
               "[sweep] concatenations of rows, outer transposes"});
  t.push_back({"dram.partial_row_miss", duration(p.partial_row_miss), Status::Fitted,
               "the same for each row that has to be opened for it",
               "[sweep] concatenations of rows with 32 to 512 stick columns"});
  t.push_back({"dram.queue_lookahead", count(p.queue_lookahead, 1, 1024), Status::Assumed,
               "requests of a channel searched for an open row",
               "[sweep] no gain from 16 or 128; range considered: 1 to 16"});
  t.push_back({"dram.latency", duration(p.latency), Status::Fitted,
               "request plus response path without queueing", "[sweep] one-core streams"});
}

void ports(Table& t, Hmi& p) {
  t.push_back({"hmi.ports", count(p.ports, 1, 64), Status::Published,
               "ring ports of the memory; consecutive cores share one", "[isa]"});
  t.push_back({"hmi.read_rate", rate(p.read_rate), Status::Fitted, "unicast read data of one port",
               "[sweep] reductions on 8 and 16 cores: 77 to 80"});
  t.push_back({"hmi.write_rate", rate(p.write_rate), Status::Published, "write data of one port",
               "128 B per 1.3 GHz cycle in [isa] and [rings]"});
  t.push_back({"hmi.write_drain", rate(p.write_drain), Status::Fitted,
               "sustained stores of a matmul while one port is active",
               "[sweep] matmuls on 8 and 16 cores; streams contradict"});
  t.push_back({"hmi.request_interval", duration(p.request_interval), Status::Assumed,
               "request ring, per request and port",
               "[sweep] batched matmuls give 4.1 ns; range considered: 3 to 6 ns"});
  t.push_back({"hmi.half_duplex", flag(p.half_duplex), Status::Fitted,
               "a port carries one direction at a time",
               "[sweep] copies through one port; full duplex in [isa] contradicts"});
}

}  // namespace

void describe_memory(Table& table, ChipParams& p) {
  channels(table, p.dram);
  bus(table, p.dram);
  ports(table, p.hmi);
}

}  // namespace spyre::params
