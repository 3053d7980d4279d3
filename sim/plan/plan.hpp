// What the compiler decided, free of any file format: launches of operations over tensors with places,
// layouts, slices per core and order. Immutable once built; ids are indices into the vectors.
//
// Units: addresses, offsets and strides in bytes; extents in elements unless a member says sticks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/base/quantity.hpp"
#include "sim/plan/vocabulary.hpp"

namespace spyre::plan {

inline constexpr std::int64_t kStickBytes = 128;
inline constexpr std::int64_t kSegmentBytes = std::int64_t{1} << 34;  // 16 GiB, plan-format 2.5
inline constexpr int kProgramSegment = 7;

using DimId = int;      // index into Operation::dims
using TensorId = int;   // index into Operation::tensors
using StorageId = int;  // index into Plan::storages; kLx for scratchpad tensors
inline constexpr StorageId kLxStorage = -1;

// Where a fact was read, for messages.
struct Source {
  std::string file;     // path as given by the user, or "" for a built plan
  std::string pointer;  // JSON pointer, or ""
  int line = 0;         // 1-based line of the bundle text, 0 when unknown
};

// Padding and window of one dimension of a convolution or pooling operation (plan-format 3.11).
struct Window {
  DimId window_dim = -1;  // ki or kj
  std::int64_t pad_front = 0, pad_back = 0;
  std::int64_t total_size = 0;  // input span with padding
  std::int64_t stride = 1, dilation = 1;
};

// One dimension of an operation's iteration space. Names are labels without meaning.
struct Dim {
  std::string name;
  std::int64_t extent = 1;    // N_: whole card, padded to sticks
  std::int64_t per_core = 1;  // ss_: one core's share; extent = per_core * slices
  std::int64_t slices = 1;    // work slices over cores
  bool symbolic = false;
  std::int64_t declared_maximum = 0, granularity = 0;  // symbolic dimensions only
  std::optional<Window> window;
};

enum class Role : std::uint8_t {
  Input, Output,
  Accumulator,  // a reduction's output listed once more as input; never read (plan-execution 1.15)
  Index         // index tensor of a gather or scatter
};
enum class Indirection : std::uint8_t { None, IndexTensor, ValueTensor };

// A level of an element-array fold: `factor` entries, each advancing the coordinate by `alpha`.
struct Fold {
  std::int64_t factor = 1, alpha = 0;
};

// How one tensor sees one dimension of its operation.
struct TensorDim {
  std::int8_t scale = 0;         // 1 present, -1 reduced or broadcast, -2 reduced/broadcast stick dim, 0 not in tensor
  std::int64_t back_gap = 0;     // elements beyond the walked extent (value as written)
  bool gap_is_shortfall = false; // ReStickify: the allocation is *smaller* than N_ by the gap (plan-execution 1.3)
  std::int64_t core_factor = 1;  // core_fold: slices of this tensor along the dimension
  std::int64_t core_alpha = 0;   // elements from one slice to the next
  std::vector<Fold> elements;    // elem_arr levels, outermost first
  bool windowed = false;         // node padding kind is not "nopad": extent is the window's total size
};

// One step outward in a tensor's layout. `units` are sticks for a stick dimension, elements otherwise.
struct LayoutLevel {
  DimId dim = -1;
  std::int64_t units = 1;       // allocated extent n(d) (plan-format 3.6)
  std::int64_t core_units = 1;  // what one core walks of it
  std::int64_t stride = 0;      // bytes per unit; meaningful also where units == 1
};

struct StickDim {
  DimId dim = -1;
  std::int64_t elements = 64;  // elements of this dimension in one stick (its unit)
};

// One operand of one operation, with addresses already bound.
struct Tensor {
  std::string name;            // "Tensor0" of the operation
  std::string label;           // layout class: INPUT, OUTPUT, KERNEL, KERNEL_IDX
  Role role = Role::Input;
  Component component = Component::Memory;
  StorageId storage = kLxStorage;
  Format format = Format::Sen169Fp16;
  std::vector<StickDim> sticks;       // usually one; two for fp8 weights ([in 2, out 64])
  std::vector<LayoutLevel> layout;    // innermost first, outside the stick
  std::vector<TensorDim> dims;        // parallel to Operation::dims
  // Start of each core's share at loop index 0: device address (memory) or LX offset. Indexed like Operation::cores.
  std::vector<std::int64_t> start;
  // Bytes added per trip of each enclosing loop, outermost first (parallel to the operation's loop chain).
  std::vector<std::int64_t> loop_stride;
  // Present when this tensor is divided differently from the operation (shuffle, implicit LX gather):
  // slice index of each core per dimension, [core][dim].
  std::optional<std::vector<std::vector<std::int64_t>>> own_slice;
  Indirection indirection = Indirection::None;
  TensorId partner = -1;                     // index <-> value tensor
  std::vector<std::int64_t> max_dim_sizes;   // parallel to layout, -1 = none
  Source source;

  [[nodiscard]] bool in_lx() const { return component == Component::Lx; }
  // Bytes of the whole allocation this node describes (one core's for LX), and of one core's share.
  [[nodiscard]] std::int64_t allocated_bytes() const;
  [[nodiscard]] std::int64_t core_bytes() const;
};

struct Mask {
  DimId dim = -1;
  std::int64_t first = 0, count = 0;  // global coordinates of the padded extent
};

struct Constant {
  std::string name;  // clipMin, scaling_factor, samv-maskvalue, …
  Format format = Format::Sen169Fp16;
  std::uint64_t bits = 0;
};

// A rectangular piece of a data operation's tensor held by one core (plan-format 3.17).
struct Piece {
  std::map<std::string, std::int64_t> start, size;  // elements per dimension name
  Component component = Component::Lx;
  int core = 0;
  std::int64_t address = 0;
  // Runs of valid elements and the gap after each, per dimension; a dimension without entry is all valid.
  std::map<std::string, std::vector<std::array<std::int64_t, 2>>> valid_gap;
};
enum class DataOpKind : std::uint8_t { StickCopy, RestickifyPt, CoordinateRemap };
struct RemapRange {  // explicit moves of LXCoordinateRemapOp
  int source_core = 0, destination_core = 0;
  std::int64_t source_address = 0, destination_address = 0;
  std::int64_t bytes = 0, count = 1, source_stride = 0, destination_stride = 0;
};
struct DataOp {
  std::string name;  // STCDPOpLx, ReStickifyOpWithPTLx, LXCoordinateRemapOp
  DataOpKind kind = DataOpKind::StickCopy;
  std::vector<int> cores;
  std::vector<std::string> layout;                   // input layout, inner → outer
  std::map<std::string, std::int64_t> stick_elements;  // per stick dimension
  // The output's own, where it is laid out differently (stick transposition); empty: the input's.
  std::vector<std::string> output_layout;
  std::map<std::string, std::int64_t> output_stick_elements;
  std::int64_t element_bytes = 2;
  std::vector<Piece> input, output;
  std::vector<RemapRange> ranges;
  Source source;
};

// One row of a core's schedule (plan-format 3.16); -1 = none.
struct ScheduleRow {
  int data_op = -1, compute = 0, wait = 0, signal = 0;
};

// One execute statement with its SuperDSC instantiated.
struct Operation {
  std::string key;       // "<index>_<opfunc>" of the file
  OpCode op = OpCode::Identity;
  ExecutionUnit unit = ExecutionUnit::Sfp;
  Format format = Format::Sen169Fp16;  // the operation's own format (fp8 matmul: SEN143_FP8)
  std::vector<Dim> dims;
  std::vector<int> cores;                         // physical core of each entry below
  std::vector<std::vector<std::int64_t>> slice;   // [core index][dim]
  std::vector<Tensor> tensors;                    // in labeledDs_ order
  std::vector<TensorId> inputs, outputs;          // as listed by the compute op, accumulators left out
  std::vector<Mask> masks;
  std::vector<Constant> constants;
  std::vector<DataOp> data_ops;
  std::vector<std::vector<ScheduleRow>> schedule;  // [core index]
  int loop = -1;                                   // innermost enclosing loop of the launch, -1 = none
  bool data_only = false;                          // no compute descriptor at all
  Source source;                                   // SDSC file; line of the execute statement
  // Facts only the rules need, kept literally.
  int corelets_declared = 1, masking_const_id = -1;

  [[nodiscard]] const Constant* constant(const std::string& name) const;
};

// A counted loop of a bundle. Operations of a launch are a flat list in program order; a loop covers the
// half-open range [first, last) of it, and contains the loops whose parent it is.
struct Loop {
  int parent = -1;
  int first = 0, last = 0;
  std::int64_t trips = 0;
};

enum class ArgumentRole : std::uint8_t { Input, Output, InputOutput, Pool };

// A layout of a host tensor on the card: device_size innermost last, stride_map in host elements, -1 synthetic.
struct DeviceLayout {
  std::vector<std::int64_t> device_size, stride_map;
  Format format = Format::Sen169Fp16;
  std::string arrangement = "STANDARD";
};

struct Argument {
  int arg_index = 0;  // -1 = pool
  ArgumentRole role = ArgumentRole::Input;
  std::string tensor;  // name shared between launches; "" when made up
  StorageId storage = 0;
  std::vector<std::int64_t> host_shape, host_strides;
  std::int64_t storage_offset = 0;
  std::string host_dtype;
  std::optional<DeviceLayout> layout;
};

// A range of device memory. Arguments with the same tensor name share one storage over all launches.
struct Storage {
  std::string name;
  std::int64_t address = 0;  // device address, below segment 7
  std::int64_t bytes = 0;
  bool pool = false;
};

struct HostTimes {
  Time before{0};
  Bytes h2d{0}, d2h{0};
};

struct Launch {
  std::string name;
  std::string bundle;  // identity of the bundle's content (equal strings = same bundle directory)
  std::int64_t repeat = 1;
  std::vector<Argument> arguments;
  std::vector<Loop> loops;
  std::vector<Operation> operations;
  HostTimes host;
  std::map<std::string, std::int64_t> symbols;  // bound symbolic dimensions
  bool needs_correction = false;                // addresses or dimensions are symbolic: correction tensor per launch
  Source source;

  // Enclosing loops of an operation, outermost first.
  [[nodiscard]] std::vector<int> loop_chain(int operation) const;
  // Times the operation runs: product of the trips of its loops.
  [[nodiscard]] std::int64_t trips(int operation) const;
};

// Host-side description of a named tensor of plan.json (values only).
struct HostTensor {
  std::string name, file, dtype, encoding, from, float32_reference, plan_result, cpu_reference;
  std::vector<std::int64_t> shape, strides, device_shape, device_strides;
  std::int64_t device_offset = 0;
  std::optional<DeviceLayout> layout;
};

// Something the reader noticed that does not stop a run (made-up addresses, repaired tokens, …).
struct Note {
  std::string id;  // rule id such as SYM-07, or "READ"
  std::string message;
  Source source;
};

struct Plan {
  std::string name, description;
  double atol = 0.1, rtol = 0.1;
  std::string directory;  // folder the plan file lies in, for its relative file names
  std::vector<Storage> storages;
  std::vector<Launch> launches;
  std::vector<HostTensor> tensors;
  std::vector<Note> notes;
  std::string content_hash;  // of the files' content, never of paths

  [[nodiscard]] int cores_used() const;       // 1 + highest core number in use
  [[nodiscard]] std::int64_t operation_count() const;
};

// Cores (indices into Operation::cores) that start at the same address of a tensor, in core order; groups in
// order of their first core. An input's groups are its multicast groups, an output's its partial-sum groups.
std::vector<std::vector<int>> groups_by_start(const Tensor& tensor);

}  // namespace spyre::plan
