// The plan builder: an operation, its shape, its division over cores and where its values live
// become a plan, as torch-spyre's front end would write it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/make/split.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::make {

// The low part of the scratchpad, which plans may use (plan-format 9.2).
inline constexpr std::int64_t kLxShare = 1'625'344;

// Copies at the edges of a kernel: Default is the operation's own habit (see operations()).
enum class Copies : std::uint8_t { Default, None, Out, Both };

struct Request {
  std::string op;
  std::int64_t batch = 1, m = 0, k = 0, n = 0;  // matmuls
  std::int64_t rows = 0, cols = 0, middle = 0;  // everything else
  std::int64_t tiles = 1;                       // trips of a loop over equal tiles of the rows
  std::int64_t tokens = 0,
               kv = 0;  // attention and layers: new tokens; keys and values, the new included
  std::int64_t heads = 32, kv_heads = 8, head_dim = 128, hidden = 4096, ffn = 12800, layers = 1;
  int cores = 32;
  std::optional<Split> split;  // the front end's default rule without it
  bool lx_planning = true;
  std::int64_t lx_bytes = kLxShare;
  Copies copies = Copies::Default;
  std::string layout_a, layout_b;  // host dimensions in the order of a default layout: "1,0,2"
  std::string dtype = "float16";
};

// Throws Error (Input) with all that is wrong and the nearest valid choice.
plan::Plan make(const Request& request);

// The request behind a row of the measured tables: sweep (op, rows …) or granite splits (batch, M,
// N, K, split_*).
Request request_for_row(const std::map<std::string, std::string>& row);

// Sets one field by its name, as options of a command or keys of a file give it ("split" =
// "4x8x1").
void set_field(Request& request, const std::string& name, const std::string& value);

struct FieldHelp {
  std::string name, meaning;
};
std::vector<FieldHelp> fields();

struct OperationHelp {
  std::string name, meaning;
  std::vector<std::string> needs;  // fields without a default
  std::vector<std::string> takes;  // those with one that not every operation has
};
std::vector<OperationHelp> operations();

// Needed, taken, or of every operation.
std::vector<std::string> fields_of(const OperationHelp& operation);
// Throws Error (Input) for every one of these fields that the operation would ignore.
void refuse_unused(const std::string& op, const std::vector<std::string>& fields);

}  // namespace spyre::make
