// The parts of a SuperDSC file, read one after the other into a growing operation.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/bundle/json.hpp"
#include "sim/bundle/sdsc.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

inline constexpr int kCores = 32;

// What the parts share while one file is read.
struct SdscContext {
  SdscTemplate& out;
  std::map<std::string, plan::DimId> dim_ids;
  // Windowed dimensions that left the iteration space for their extent of 1; the front end still
  // writes their paddings.
  std::set<std::string> dropped;

  [[nodiscard]] plan::Operation& operation() const { return out.operation; }
};

// Dimension names carry a trailing underscore in some places and none in others.
std::string bare(std::string name);
// The dimension's id; an unknown name is recorded at `item`.
plan::DimId dim_named(const SdscContext& context, const std::string& name, const Item& item);

// Iteration space, per-core sizes, slices, windows, symbolic dimensions.
void read_dims(SdscContext& context, const Item& root, const Item& dsc);
// Cores, the slice of each and their schedule rows.
void read_cores(SdscContext& context, const Item& root, const Item& dsc);
void read_schedule(SdscContext& context, const Item& root);
// Tensors with layout, folds and start addresses.
void read_tensors(SdscContext& context, const Item& dsc);
// Operation name, unit, format, operand lists, masks, constants.
void read_compute(SdscContext& context, const Item& dsc);
// Roles of the tensors, once both tensors and operand lists are known; accumulators leave the
// inputs.
void assign_roles(SdscContext& context, const Item& dsc);
void read_masks_and_constants(SdscContext& context, const Item& dsc);
void read_data_ops(SdscContext& context, const Item& root);

// Value per core of a fold over (core, corelet, time), for cores in `cores` order
// (plan-format 3.4).
std::vector<std::int64_t> values_per_core(const Item& fold, const std::vector<int>& cores,
                                          std::int64_t low, std::int64_t high);
// Factors and alphas of the folds of one dimension, by label.
struct DimFolds {
  plan::Fold core;
  std::vector<plan::Fold> elements;  // outermost first
};
DimFolds read_dim_folds(const Item& folds);

plan::Format read_format(const Item& item);

}  // namespace spyre::bundle
