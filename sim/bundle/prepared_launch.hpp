// A launch whose parameters have found their arguments, and the arguments their storages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/bundle/placement.hpp"
#include "sim/bundle/relative_launch.hpp"
#include "sim/bundle/script.hpp"

namespace spyre::bundle {

struct PreparedLaunch {
  const RelativeLaunch* relative = nullptr;
  std::vector<plan::Argument> arguments;
  std::map<OriginId, plan::StorageId> storages;
  std::size_t inputs = 0, outputs = 0;  // arguments made up so far, by role
};

// Shapes of the command line for plans that do not describe their arguments.
struct GivenShapes {
  std::vector<TensorSpec> inputs, outputs;
};

// Asks `placement` for what the launch needs: arguments as described by the plan, or made up from
// what the operations touch; pools; segments of baked addresses.
PreparedLaunch prepare_launch(const LaunchScript& launch, const RelativeLaunch& relative,
                              const GivenShapes& shapes, Placement& placement, Problems& problems);

}  // namespace spyre::bundle
