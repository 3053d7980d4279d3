// What a plan asks for before any bundle is instantiated: launches over loaded bundles with their
// arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/bundle/arguments.hpp"
#include "sim/bundle/loaded_bundle.hpp"
#include "sim/bundle/read.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

struct LaunchScript {
  std::shared_ptr<const LoadedBundle> bundle;
  std::string name;
  std::int64_t repeat = 1;
  std::optional<std::vector<ArgumentScript>> arguments;
  std::optional<std::int64_t> first_dimension;  // of the first input of the command line
  std::map<std::string, std::int64_t> symbols;
  plan::HostTimes host;
  plan::Source source;
};

// A complete plan but for launches and storages, and the launches to be.
struct PlanScript {
  plan::Plan plan;
  std::vector<LaunchScript> launches;
};

// Binds symbols, instantiates every launch, places its arguments.
plan::Plan assemble(PlanScript script, const ReadOptions& options, Problems& problems);

}  // namespace spyre::bundle
