// What the cores are told to do. A program is a list of kernels; a kernel a list of operations in order, kept in loops;
// an operation a list of phases; a phase one counted nest of loops over a small graph of steps. All cores of an
// operation run the same phases on their own addresses, so memory is proportional to distinct phases, never to tiles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"

namespace spyre::program {

inline constexpr int kMaxLoops = 8;
using StepId = int;

// Unit that executes a step. Load and store are the two halves of the mover; what a group of cores loads together has a
// queue of its own in each of them.
enum class Engine : std::uint8_t { Load, Store, Pt, Sfp, GroupLoad };
inline constexpr int kEngines = 5;

// Contiguous runs of sticks inside one step: `length` bytes repeated over up to three strides, innermost first.
struct Runs {
  struct Level {
    std::int64_t count = 1, stride = 0;
  };
  std::int64_t length = 0;
  std::array<Level, 3> levels{};

  [[nodiscard]] std::int64_t run_count() const { return levels[0].count * levels[1].count * levels[2].count; }
  [[nodiscard]] std::int64_t bytes() const { return length * run_count(); }
};

// Cores that receive the same bytes (one read serves all), or whose partial sums are combined.
struct Group {
  std::vector<int> members;  // core indices of the operation, chain order for partial sums
};

// A stream of device memory into or out of one core.
struct MemoryWork {
  std::vector<std::int64_t> base;                  // per core index, at loop index 0 and trip 0
  std::array<std::int64_t, kMaxLoops> stride{};    // bytes per index of each phase loop
  std::vector<std::int64_t> trip_stride;           // bytes per trip of each enclosing bundle loop, outermost first
  Runs runs;
  Runs tail;                                       // used when `tail_loop` is at its last index; same levels
  int tail_loop = -1;
  // Groups of more than one member: loads read once for all of them, of stores only the last member writes.
  std::vector<Group> groups;
  std::int64_t scatter_width = 0;                  // stores: bytes that all cores together write at one place; 0 = not scattered
  bool descriptor_per_run = false;                 // stores: every run is a descriptor of its own, else every step
  bool strided_bursts = false;                     // runs shorter than a burst are collected into whole bursts
  std::int64_t in_flight = 0;                      // loads: bursts of a core under way at once; 0 = as many as it has slots
  std::int64_t access = 0;                         // block the memory moves for one run of a strided burst; 0 = access granule
  int tensor = -1;                                 // tensor of the plan's operation, for accounting
};

// Data another core's scratchpad holds, fetched over the data ring.
struct RingTransfer {
  int source = 0;          // core index
  std::int64_t bytes = 0;  // all runs together
  std::int64_t runs = 1;   // contiguous pieces, each needs a descriptor
};
struct RingWork {
  std::vector<std::vector<RingTransfer>> per_core;  // indexed by receiving core
  int tensor = -1;
};

// One step of the matrix array: a tile of M x N over a slab of K.
enum class CoreletSplit : std::uint8_t { M, N, None };
struct MatmulWork {
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t tail_k = 0;  // K of the last slab along `tail_loop`
  int tail_loop = -1;
  CoreletSplit split = CoreletSplit::M;
  std::int64_t speedup = 1;  // fp8 2, int8 4, int4 8
  bool k_split = false;      // K divided over cores
};

enum class VectorKind : std::uint8_t { Reduce, Add, LaneBroadcast, RowBroadcast, Map, Negate, Move };
struct VectorWork {
  VectorKind kind = VectorKind::Move;
  std::int64_t elements = 0;      // of one step
  std::int64_t tail_elements = 0;
  int tail_loop = -1;
  bool fp32 = false;
  Time extra{0};                  // added to every step
};

// Combining one output tile's partial sums along each group's chain.
struct PartialSumWork {
  std::vector<Group> groups;
  std::int64_t bytes = 0;  // payload of one tile per hop
};

enum class After : std::uint8_t { Issue, Done };
// Instance i of a step may begin when enough instances of `step` are issued or done. With r = instances of the other
// step per instance of this one: deeper or equal (r >= 1): (i + 1) * r + ahead; shallower: i / r' + 1 + ahead.
// `ahead` is negative for buffer credits (3 slab buffers: ahead = -3). The target is clamped to [0, all].
struct Dependence {
  StepId step = 0;
  After after = After::Done;
  std::int64_t ahead = 0;
};

enum class WorkKind : std::uint8_t { Load, Store, RingLoad, Matmul, Vector, PartialSum };
struct Step {
  WorkKind kind = WorkKind::Vector;
  Engine engine = Engine::Sfp;
  int depth = 0;                 // runs once per iteration of loops[0, depth)
  bool at_last = false;          // on the last iteration of the deeper loops (stores) instead of the first
  std::uint32_t first_only = 0;  // bit l: only while loop l is at index 0 (resident operand)
  std::vector<Dependence> after;
  std::int64_t lx_bytes = 0;     // through the LX port by one instance, memory traffic not counted
  MemoryWork memory;
  RingWork ring;
  MatmulWork matmul;
  VectorWork vector;
  PartialSumWork partial_sum;
};

// What all instances of a step amount to on one core.
struct StepTotals {
  std::int64_t memory_bytes = 0;  // loads or stores
  std::int64_t macs = 0;
};

struct Phase {
  std::vector<std::int64_t> loops;  // extents, outermost first
  std::vector<Step> steps;          // program order within one innermost iteration
  std::int64_t staging_bytes = 0;   // LX booked per core while the phase runs

  // Instances of a step: product of the loops it runs under, loops held at index 0 counted once.
  [[nodiscard]] std::int64_t instances(const Step& step) const;
  // Instances that run at the last index of `tail_loop` (0 when there is no tail).
  [[nodiscard]] std::int64_t tail_instances(const Step& step, int tail_loop) const;
  [[nodiscard]] StepTotals totals(const Step& step) const;
};

enum class OperationKind : std::uint8_t { Matmul, Other };
struct Operation {
  int plan_operation = 0;  // index in the launch of the plan
  std::string label;       // opfunc, for traces and waits
  OperationKind kind = OperationKind::Other;
  std::vector<int> cores;  // physical core per core index
  std::vector<Phase> phases;
  std::int64_t direction_block = 8;   // granules before memory changes direction
  std::int64_t in_step_block = 8;     // the same for the first bursts, while the cores are in step
  BytesPerSecond write_rate{0};       // port drain of this kind of code; 0 = the port's own
  std::vector<std::int64_t> loop_trips;  // trips of the enclosing bundle loops, outermost first
  std::int64_t macs = 0, elements = 0;   // of the padded shape, one trip, all cores
  Engine compute = Engine::Sfp;       // the unit whose time explains the operation
  std::int64_t rounds = 0;            // of the launch's repeats it stands for; 0 = all. Either no operation of a launch
                                      // says so, or the first half stands for the first round and the second for the rest
};

// Half-open range of operations inside a bundle loop; loops nest as in the plan.
struct Loop {
  int parent = -1, first = 0, last = 0;
  std::int64_t trips = 1;
};

struct Launch {
  std::string name;
  std::int64_t repeat = 1;
  std::vector<Loop> loops;
  std::vector<Operation> operations;
  std::int64_t resident_bytes = 0;  // LX held by tensors of the plan, per core, highest over cores
  Time host_before{0};
  Bytes h2d{0}, d2h{0};
  bool correction = false;

  // Operations of one round: all of them, or half where later rounds have operations of their own.
  [[nodiscard]] std::size_t round_size() const;
};

struct Program {
  std::vector<Launch> launches;
  int cores = 0;  // physical cores needed: 1 + highest number
  std::vector<std::string> notes;  // choices worth telling the user (fewer buffers, …)
};

}  // namespace spyre::program
