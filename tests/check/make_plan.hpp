// Small valid plans to edit: operations over tensors that are laid out as the compiler lays them
// out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "sim/check/check.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::check::test {

struct DimSpec {
  std::string name;
  std::int64_t extent = 1, slices = 1;
};

struct TensorSpec {
  std::vector<std::string> order;      // innermost first, outside the stick
  std::string stick;                   // dimension in the stick
  std::map<std::string, int> scale{};  // -1 or -2 of the dimensions that are not present
  bool lx = false;
  std::int64_t address = 0;  // in LX; memory tensors get a storage of their own
  plan::Format format = plan::Format::Sen169Fp16;
};

// An operation without tensors; slices are numbered with the first dimension fastest.
plan::Operation operation(plan::OpCode op, const std::vector<DimSpec>& dims);

// A plan of one launch of one bundle; memory tensors get storages in turn.
class PlanMaker {
 public:
  plan::Operation& add(plan::Operation op);
  // Appends a tensor to the newest operation; the last one is its output.
  plan::Tensor& input(const TensorSpec& spec);
  plan::Tensor& output(const TensorSpec& spec);
  // A loop around all operations so far.
  void loop(std::int64_t trips);
  plan::Operation& last() { return plan.launches.back().operations.back(); }
  plan::Launch& launch() { return plan.launches.back(); }

  plan::Plan plan;

 private:
  plan::Tensor& append(const TensorSpec& spec);
};

// (mb, out) = (mb, out) + (mb, out), rows split over the cores.
PlanMaker add_rows(std::int64_t rows, std::int64_t columns, std::int64_t cores, bool lx = false);
// (mb, out) = (mb, in) x (in, out).
PlanMaker matmul(DimSpec m, DimSpec n, DimSpec k);
// The sum of every row, in the stick.
PlanMaker row_sums(std::int64_t rows, std::int64_t columns, std::int64_t cores);

// The card with 32 cores and 2 MiB of LX each.
params::ChipParams card();

std::vector<Finding> findings(const PlanMaker& maker, Mode mode = Mode::Check);
// Findings of one rule.
std::vector<Finding> findings(const PlanMaker& maker, const std::string& id,
                              Mode mode = Mode::Check);
// Rules that report errors or warnings, in order, each once.
std::vector<std::string> rules_broken(const PlanMaker& maker, Mode mode = Mode::Check);

}  // namespace spyre::check::test
