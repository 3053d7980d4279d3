// Reductions along rows, columns or both.
#include "sim/make/registry.hpp"

namespace spyre::make {
namespace {

using plan::OpCode;

struct Reduction {
  const char* name;
  const char* meaning;
  OpCode on_stick, off_stick;
  bool rows, cols;  // dimensions reduced away
};
constexpr Reduction kReductions[] = {
    {"sumrow", "sum of each row", OpCode::Sum, OpCode::SumNonstick, false, true},
    {"read", "sum of each row, as a benchmark of reading", OpCode::Sum, OpCode::SumNonstick, false,
     true},
    {"amax", "largest of each row", OpCode::Max, OpCode::MaxNonstick, false, true},
    {"amin", "smallest of each row", OpCode::Min, OpCode::MinNonstick, false, true},
    {"mean", "mean of each row", OpCode::Mean, OpCode::MeanNonstick, false, true},
    {"sumcol", "sum of each column", OpCode::Sum, OpCode::SumNonstick, true, false},
    {"amaxcol", "largest of each column", OpCode::Max, OpCode::MaxNonstick, true, false},
    {"meancol", "mean of each column", OpCode::Mean, OpCode::MeanNonstick, true, false},
    {"sumall", "sum of everything", OpCode::Sum, OpCode::SumNonstick, true, true}};

}  // namespace

void add_reductions(std::vector<Entry>& entries) {
  for (const Reduction& reduction : kReductions) {
    entries.push_back({{reduction.name, reduction.meaning, {"rows", "cols"}, {}},
                       [&reduction](const Request& r, Draft& draft) {
                         const ValueId in = draft.input("in_0", {r.rows, r.cols});
                         const ValueId out = draft.output(
                             "out_0", {reduction.rows ? 1 : r.rows, reduction.cols ? 1 : r.cols});
                         draft.reduce(reduction.on_stick, reduction.off_stick, in, out);
                       }});
  }
}

}  // namespace spyre::make
