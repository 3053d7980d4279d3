// The describe table of the matrix array, the vector unit and the host.
#include "models/params/describe_slots.hpp"

namespace spyre::params {
namespace {

void array(Table& t, Pt& p) {
  t.push_back({"pt.macs_per_cycle", count(p.macs_per_cycle, 1, kMega), Status::Published,
               "fp16 multiply-accumulates per core clock cycle and core",
               "[matmul]; the profiler's ideal cycles in [perf] agree"});
  t.push_back({"pt.corelets", count(p.corelets, 1, 16), Status::Published,
               "corelets that share the work of a core", "[docs]"});
  t.push_back({"pt.rows_per_pass", count(p.rows_per_pass, 1, 1024), Status::Published,
               "rows of M that fill the array once", "[principles] [array]"});
  t.push_back({"pt.overhead_split_m", slowdown(p.overhead_split_m), Status::Fitted,
               "time over the peak when the corelets halve M", "[sweep] matmuls: K slope 1.050"});
  t.push_back({"pt.overhead_split_n", slowdown(p.overhead_split_n), Status::Fitted,
               "time over the peak when the corelets halve N", "[sweep] matmuls: K slope 1.085"});
  t.push_back({"pt.k_split_slowdown", slowdown(p.k_split_slowdown), Status::Fitted,
               "time over the peak when K is split over cores", "[sweep] [granite], cause open"});
}

void formats(Table& t, Pt& p) {
  t.push_back({"pt.fp8_speedup", count(p.fp8_speedup, 1, 64), Status::Published,
               "fp8 rate over the fp16 rate", "[matmul] configuration, not measured"});
  t.push_back({"pt.int8_speedup", count(p.int8_speedup, 1, 64), Status::Published,
               "int8 rate over the fp16 rate", "[matmul] configuration, not measured"});
  t.push_back({"pt.int4_speedup", count(p.int4_speedup, 1, 64), Status::Published,
               "int4 rate over the fp16 rate", "[matmul] configuration, not measured"});
}

void weights(Table& t, Pt& p) {
  t.push_back({"pt.weight_registers", size(p.weight_registers, 1, kGiB), Status::Published,
               "weight register file of one corelet", "[array] [matmul]"});
  t.push_back({"pt.weight_block", size(p.weight_block, 1, kGiB), Status::Published,
               "one stationary block of 64 x 64 fp16 weights", "[array] [matmul]"});
  t.push_back({"pt.block_load", cycles(p.block_load, kMega), Status::Published,
               "idle time of loading a block, exposed when two do not fit the registers",
               "[array] 8 cycles for each of 8 rows, unsourced there"});
}

void vector(Table& t, Sfp& p) {
  t.push_back(
      {"sfp.reduce", elements(p.reduce), Status::Fitted, "sum, max and mean", "[sweep] one core"});
  t.push_back({"sfp.add", elements(p.add), Status::Measured, "maps of two operands",
               "[sweep] add on one core"});
  t.push_back({"sfp.lane_broadcast", elements(p.lane_broadcast), Status::Fitted,
               "maps with an operand of one element per row", "[sweep] copy on one core"});
  t.push_back({"sfp.row_broadcast", elements(p.row_broadcast), Status::Measured,
               "maps with an operand of one row", "[sweep] add of a row on one core"});
  t.push_back({"sfp.map", elements(p.map), Status::Fitted, "exp, gelu and their like",
               "[sweep] gelu on one core; others are assumed alike"});
  t.push_back({"sfp.negate", elements(p.negate), Status::Measured, "cheap maps of one operand",
               "[sweep] neg on one core"});
  t.push_back({"sfp.move", elements(p.move), Status::Assumed, "copies and transposes",
               "[sweep] at least 24 are seen; range considered: 24 to 64"});
  t.push_back({"sfp.fp32_slowdown", slowdown(p.fp32_slowdown), Status::Assumed,
               "fp32 time over fp16 time", "twice the bytes; range considered: 1 to 4"});
  t.push_back({"sfp.minimum_chunk", duration(p.minimum_chunk), Status::Fitted,
               "least time of one vector chunk", "[sweep] short softmax tiles"});
}

void host(Table& t, Host& p) {
  t.push_back({"host.launch", duration(p.launch), Status::Assumed, "host work to queue one launch",
               "no source; range considered: 5 to 200 us"});
  t.push_back({"host.correction", duration(p.correction), Status::Assumed,
               "host computation of one correction tensor", "no source; only its size is known"});
  t.push_back({"host.correction_bytes", size(p.correction_bytes, 0, kGiB), Status::Published,
               "correction tensor of a launch with symbolic addresses",
               "[programs] 4,224 to 33,792 B; the smallest is taken"});
  t.push_back({"host.h2d_rate", rate(p.h2d_rate), Status::Measured, "PCIe, host to device",
               "[decode] 402.7 MB in 13.6 ms"});
  t.push_back({"host.d2h_rate", rate(p.d2h_rate), Status::Measured, "PCIe, device to host",
               "[decode] [perf] 10 to 25 GB/s"});
  t.push_back({"host.transfer_latency", duration(p.transfer_latency), Status::Assumed,
               "fixed time of one transfer", "no source; range considered: 2 to 50 us"});
}

}  // namespace

void describe_compute(Table& table, ChipParams& p) {
  array(table, p.pt);
  formats(table, p.pt);
  weights(table, p.pt);
  vector(table, p.sfp);
  host(table, p.host);
}

}  // namespace spyre::params
