// Values of a launch's symbolic dimensions.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/bundle/script.hpp"

namespace spyre::bundle {

struct BoundDimensions {
  std::map<int, std::int64_t> values;         // by parameter position
  std::map<std::string, std::int64_t> names;  // by the parameter's name without %, _base
};

// From the launch's symbols, then --bind (whose names used are added to `used`), then the first
// host dimension of the first input, then the declared maximum; the last two leave a note.
BoundDimensions bind_dimensions(const LaunchScript& launch, const ReadOptions& options,
                                std::set<std::string>& used, std::vector<plan::Note>& notes,
                                Problems& problems);

}  // namespace spyre::bundle
