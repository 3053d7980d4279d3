// A bundle instantiated for given dimensions, with addresses still relative to its parameters and
// allocations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/bundle/instantiate.hpp"
#include "sim/bundle/loaded_bundle.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// How the operations of a launch use one origin, or one segment of baked addresses.
struct OriginUse {
  std::int64_t bytes = 0;  // one past the last byte touched
  bool read = false, written = false;
  bool read_first = false;  // the first access was a read
};

struct RelativeLaunch {
  plan::Launch launch;                         // loops and operations; starts are relative
  std::vector<std::vector<OriginId>> origins;  // [operation][tensor]
  std::map<OriginId, OriginUse> uses;
  std::map<std::int64_t, OriginUse>
      segments;  // 16 GiB segment of baked addresses; bytes count from its base
  std::vector<std::int64_t> allocations;  // bytes of each device_mem_allocate
  std::vector<std::string> names;         // of origins made up for files without a bundle
  std::vector<plan::Note> notes;
};

RelativeLaunch instantiate_launch(const LoadedBundle& bundle,
                                  const std::map<int, std::int64_t>& dimensions,
                                  Problems& problems);

}  // namespace spyre::bundle
