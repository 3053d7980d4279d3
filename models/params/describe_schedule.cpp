// The describe table of the decisions that plans leave open.
#include "models/params/describe_slots.hpp"

namespace spyre::params {
namespace {

void streams(Table& t, Schedule& p) {
  t.push_back({"schedule.operation_start", duration(p.operation_start), Status::Fitted,
               "start of every executed operation but a matmul", "[sweep] short softmax tiles"});
  t.push_back({"schedule.matmul_start", duration(p.matmul_start), Status::Fitted,
               "start of a matmul", "[sweep] small matmuls"});
  t.push_back({"schedule.overlap_operations", flag(p.overlap_operations), Status::Assumed,
               "an operation may start before the one before it has ended on every core",
               "no source; [sweep] is met with a barrier"});
  t.push_back({"schedule.chunk_sticks", count(p.chunk_sticks, 1, 65'536), Status::Assumed,
               "sticks of one element-wise chunk", "one full burst"});
  t.push_back({"schedule.load_buffers", count(p.load_buffers, 1, 1024), Status::Assumed,
               "element-wise chunks loaded ahead", "no source; range considered: 4 to 16"});
  t.push_back({"schedule.store_buffers", count(p.store_buffers, 1, 1024), Status::Assumed,
               "element-wise chunks waiting to be stored", "no source; range considered: 4 to 16"});
  t.push_back({"schedule.multicast", flag(p.multicast), Status::Measured,
               "operands with equal start address are read once for all their cores",
               "[isa] group loads; [sweep] bytes; every pair counts"});
  t.push_back({"schedule.keep_read_tiles", flag(p.keep_read_tiles), Status::Fitted,
               "a loop tile just read stays in the staging share for the next operation",
               "[sweep] tiled softmax"});
  t.push_back({"schedule.resident_columns", flag(p.resident_columns), Status::Fitted,
               "an operand broadcast along the outer loop is loaded once",
               "[sweep] column broadcasts"});
  t.push_back({"schedule.outer_columns", count(p.outer_columns, 1, 1'000'000), Status::Fitted,
               "stick columns for which an outer product keeps its column operand; later ones fetch it stick by stick",
               "[sweep] outer products beyond 32 stick columns, cause open"});
  t.push_back({"schedule.outer_sticks", count(p.outer_sticks, 0, 1'000'000), Status::Fitted,
               "sticks of a core's result for which it keeps the column operand beyond those columns",
               "[sweep] outer products of few rows per core, cause open"});
  t.push_back({"schedule.far_column", duration(p.far_column), Status::Fitted,
               "extra time per chunk of a reduction whose columns lie far apart",
               "[sweep] one-core reductions, cause open"});
  t.push_back({"schedule.far_stride", size(p.far_stride, 1, kGiB), Status::Fitted,
               "column distance from which schedule.far_column counts", "[sweep] reductions"});
}

void matmul(Table& t, Schedule& p) {
  t.push_back({"schedule.dependent_chunks", count(p.dependent_chunks, 1, 65'536), Status::Fitted,
               "chunks an operation that reads from memory what an earlier one wrote loads before the store of the first is acknowledged",
               "[sweep] chains of additions, softmax that spills: 3 and more are 10 to 15 % too fast"});
  t.push_back({"schedule.slab", count(p.slab, 1, 65'536), Status::Fitted,
               "K depth of one matmul step", "[sweep] tile choice of matmuls"});
  t.push_back({"schedule.slab_buffers", count(p.slab_buffers, 1, 64), Status::Fitted,
               "slabs of A and B held at once", "[sweep] matmuls: 2 and 4 are worse"});
  t.push_back({"schedule.gathered_slab_buffers", count(p.gathered_slab_buffers, 1, 64), Status::Fitted,
               "slabs held at once when cores behind one port gather single sticks together",
               "[sweep] batched matmuls on 2 to 16 cores: loads and products of a slab do not overlap"});
  t.push_back({"schedule.lone_weight_loads", count(p.lone_weight_loads, 1, 64), Status::Fitted,
               "single sticks of a weight under way to a core that shares them with no other",
               "[sweep] batched matmuls divided over batch and N, cause open"});
  t.push_back({"schedule.output_buffers", count(p.output_buffers, 1, 64), Status::Fitted,
               "output tiles in flight", "[sweep] matmuls"});
  t.push_back({"schedule.store_after_slabs", count(p.store_after_slabs, 0, 64), Status::Fitted,
               "slabs of the next tile loaded before a tile is stored",
               "[sweep] matmuls: 0, 1 and 3 are worse"});
  t.push_back({"schedule.tile_minimum_m", count(p.tile_minimum_m, 1, 65'536), Status::Fitted,
               "rows that a wide tile keeps while it grows in N", "[sweep] tile choice"});
  t.push_back({"schedule.tile_minimum_n", count(p.tile_minimum_n, 1, 65'536), Status::Fitted,
               "columns that a tall tile keeps while it grows in M", "[sweep] tile choice"});
  t.push_back({"schedule.accumulator_bytes", count(p.accumulator_bytes, 1, 16), Status::Fitted,
               "staging bytes of one output element of a tile",
               "[sweep] tile choice; fp32 partial sums in [matmul]"});
  t.push_back({"schedule.corelet_copies", flag(p.corelet_copies), Status::Fitted,
               "a tile that is the whole slice is held once per corelet",
               "[sweep] [granite] matmuls"});
  t.push_back({"schedule.strided_tile_m", count(p.strided_tile_m, 1, 65'536), Status::Fitted,
               "most rows of a tile when the batch lies inside the stick order",
               "[sweep] batched matmuls"});
  t.push_back({"schedule.strided_tile_n", count(p.strided_tile_n, 1, 65'536), Status::Fitted,
               "columns of a tile when the batch lies inside the stick order of A",
               "[sweep] batched matmuls"});
}

Parameter block(std::string_view path, std::int64_t& member, std::string_view meaning,
                std::string_view source) {
  return {path, count(member, 1, 1024), Status::Fitted, meaning, source};
}

// How many granules a channel serves before it changes direction, per kind of generated code.
void blocks(Table& t, DirectionBlocks& p) {
  t.push_back(block("schedule.block.plain", p.plain,
                    "granules before a change of direction, no broadcast operand",
                    "[sweep] neg, exp, gelu, add, mul"));
  t.push_back(block("schedule.block.lane_broadcast", p.lane_broadcast,
                    "the same with an operand of one element per row",
                    "[sweep] copies, column broadcasts"));
  t.push_back(block("schedule.block.other", p.other, "the same for all other streams",
                    "[sweep] row broadcasts, transports, softmax"));
  t.push_back(block("schedule.block.single_operand_one_port", p.single_operand_one_port,
                    "the same for one operand while one port is active",
                    "[sweep] neg and gelu on 8 and 16 cores"));
  t.push_back(block("schedule.block.matmul", p.matmul, "the same for matmuls",
                    "[sweep] matmuls: 6 and 8 are worse"));
  t.push_back(block("schedule.block.matmul_one_port", p.matmul_one_port,
                    "the same for matmuls while one port is active",
                    "[sweep] matmuls on 8 and 16 cores"));
  t.push_back(block("schedule.block.row_broadcast_in_step", p.row_broadcast_in_step,
                    "the same for the first dram.in_step_bursts of a stream with an operand broadcast along rows",
                    "[sweep] the first 32 chunks of a broadcast run at 130 GB/s, later ones at 115"));
  t.push_back(block("schedule.block.dependent", p.dependent,
                    "the same for an operation that reads memory, and from LX what its kernel wrote",
                    "[sweep] chains held in LX cost about 13 % more, cause open"));
}

}  // namespace

void describe_schedule(Table& table, Schedule& p) {
  streams(table, p);
  matmul(table, p);
  blocks(table, p.block);
}

}  // namespace spyre::params
