// The data sheet of the card as plain structs. Values come from configs/*.yaml through sim/config; nothing here has
// a default. Each struct has one `describe` (describe.hpp): key, member, meaning, source and status.
#pragma once

#include <cstdint>

#include "models/base/quantity.hpp"

namespace spyre::params {

struct Chip {
  std::int64_t cores;
  Hertz core_clock;  // PT, SFP, LX, partial-sum rings
  Hertz ring_clock;  // data ring, memory interface
  Bytes stick;
};

struct Dram {
  std::int64_t channels;
  Bytes interleave;              // granule of consecutive addresses on one channel
  BytesPerSecond nominal_rate;   // per channel, nameplate
  BytesPerSecond rate;           // per channel, after refresh, ECC and command gaps
  std::int64_t banks;
  Bytes page;
  bool channel_hash;             // channel number XOR-folded with the number of the row set
  bool bank_hash;                // bank number XOR-folded with all of the page number
  Time row_miss;                 // bus time lost by opening a row for a read, hidden behind a turnaround
  Time write_row_miss;           // the same for a write
  std::int64_t in_step_bursts;   // of a core after a launch; until then writes of its first operation find their rows open
  Time turnaround;               // read to write and back
  Bytes access_granule;          // least the memory moves for one part of a strided burst
  Bytes write_line;              // least width of a scattered write that is written without reading what is around it
  Time partial_write;            // extra bus time of a granule written into a line of which nearly all is missing
  Time partial_row_miss;         // the same for a row that has to be opened for it, beside write_row_miss
  std::int64_t queue_lookahead;  // requests searched for an open row
  Time latency;                  // request plus response path without queueing
};

struct Hmi {
  std::int64_t ports;             // cores are divided evenly, consecutive numbers together
  BytesPerSecond read_rate;       // unicast read data per port
  BytesPerSecond write_rate;      // write data per port
  BytesPerSecond write_drain;     // sustained drain of matmul stores when one port is active
  Time request_interval;          // request ring, per request and port
  bool half_duplex;
};

struct Ring {
  std::int64_t nodes;  // cores plus the memory interface
  Bytes link_width;    // per cycle and direction
  Cycles hop;
};

struct PartialSumRing {
  std::int64_t rings;
  Bytes link_width;
  Cycles hop;
  Bytes element;  // width of a partial sum
};

struct Lx {
  Bytes capacity;
  Bytes reserved;           // program and debug
  Permille backend_share;   // DXP_LX_FRAC_AVAIL: staging space of the backend
  Bytes port_width;         // per core clock cycle
};

struct Mover {
  std::int64_t load_slots;       // unicast bursts in flight
  std::int64_t group_slots;      // multicast bursts in flight
  std::int64_t store_slots;
  std::int64_t store_descriptors;  // non-contiguous stores in flight
  std::int64_t burst_sticks;
  Time issue_interval;           // per full burst
  BytesPerSecond intake;         // ring into one core
  Time move_setup;               // descriptor of one LX-to-LX run
};

struct Pt {
  std::int64_t macs_per_cycle;   // fp16, per core with both corelets
  std::int64_t corelets;
  std::int64_t rows_per_pass;
  Permille overhead_split_m;     // corelets halve M
  Permille overhead_split_n;     // corelets halve N
  Permille k_split_slowdown;     // when K is split over cores
  std::int64_t fp8_speedup, int8_speedup, int4_speedup;
  Bytes weight_registers;        // XRF per corelet
  Bytes weight_block;            // one stationary 64 x 64 fp16 block
  Cycles block_load;             // exposed only when two blocks do not fit the registers
};

struct Sfp {
  MilliElementsPerCycle reduce, add, lane_broadcast, row_broadcast, map, negate, move;
  Permille fp32_slowdown;
  Time minimum_chunk;  // floor of one vector chunk
};

struct Host {
  Time launch;               // host work to queue one launch
  Time correction;           // host computation of a correction tensor
  Bytes correction_bytes;    // per launch with symbolic addresses
  BytesPerSecond h2d_rate, d2h_rate;
  Time transfer_latency;
};

// Kinds of code the backend generates, as far as memory traffic can tell them apart.
struct DirectionBlocks {  // granules per channel before the memory changes direction
  std::int64_t plain;           // no broadcast operand
  std::int64_t lane_broadcast;
  std::int64_t other;
  std::int64_t single_operand_one_port;
  std::int64_t matmul, matmul_one_port;
  std::int64_t row_broadcast_in_step;  // operand broadcast along rows, first bursts
  std::int64_t dependent;       // operation reads memory, and from LX what an earlier one of its kernel wrote
};

// Decisions the plan leaves open. Evidence of each stands in the describe table.
struct Schedule {
  Time operation_start;        // every operation but matmul
  Time matmul_start;
  bool overlap_operations;     // false: barrier after every operation
  std::int64_t chunk_sticks;   // element-wise chunk
  std::int64_t load_buffers, store_buffers;
  std::int64_t slab;           // K depth of a matmul step
  std::int64_t slab_buffers, output_buffers;
  std::int64_t gathered_slab_buffers;  // slabs gathered stick by stick for several cores
  std::int64_t lone_weight_loads;      // single sticks of a weight under way to one core
  std::int64_t store_after_slabs;  // slabs of the next tile loaded before a tile is stored
  std::int64_t tile_minimum_m, tile_minimum_n;
  std::int64_t accumulator_bytes;  // per output element of a tile
  bool corelet_copies;         // a tile that is the whole slice is held once per corelet
  std::int64_t strided_tile_m, strided_tile_n;  // batch inside the stick order
  bool multicast;              // equal start addresses are read once
  bool keep_read_tiles;        // a loop tile just read stays in the staging share
  bool resident_columns;       // an operand broadcast along the outer loop is loaded once
  std::int64_t outer_columns;  // stick columns for which that holds in an outer product
  std::int64_t outer_sticks;   // and how many sticks of its result longer
  Time far_column;             // reduction whose columns lie far_stride apart, per chunk
  Bytes far_stride;
  std::int64_t dependent_chunks;  // in flight of an operation that reads from memory what an earlier one wrote
  DirectionBlocks block;
};

struct ChipParams {
  Chip chip;
  Dram dram;
  Hmi hmi;
  Ring ring;
  PartialSumRing partial_sum_ring;
  Lx lx;
  Mover mover;
  Pt pt;
  Sfp sfp;
  Host host;
  Schedule schedule;
};

// Staging bytes per core the backend may use for operands (plan-format 9.2): what the front end's share leaves,
// both parts rounded to sticks.
Bytes staging_bytes(const ChipParams& p);

// Memory port of a core: neighbours share one.
std::int64_t port_of(const ChipParams& p, std::int64_t core);

}  // namespace spyre::params
