// Descriptions of a launch's arguments, as plan.json, launch_spec.json and the command line give
// them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/bundle/json.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

struct ArgumentScript {
  plan::Argument argument;  // storage still unset
  int position = 0;
  std::int64_t bytes = 0;  // 0: unknown, taken from what the operations touch
};

// One launch's argument list, in launch order.
std::vector<ArgumentScript> read_arguments(const Item& list);
// The arguments of torch-spyre's launch_spec.json, the pool included.
std::vector<ArgumentScript> read_launch_spec(const Item& root);

plan::DeviceLayout read_device_layout(const Item& item);
// Bytes of a device layout; 0 when it has no sizes.
std::int64_t layout_bytes(const plan::DeviceLayout& layout);

// A tensor in the notation of torch-spyre's command line, "10x512@fp16".
struct TensorSpec {
  std::vector<std::int64_t> shape;
  std::string dtype;
};
// Sizes may be names bound by `bind`; names used are added to `used`.
TensorSpec parse_spec(const std::string& option, const std::string& text,
                      const std::map<std::string, std::int64_t>& bind, std::set<std::string>& used,
                      Problems& problems);
// Host shape, strides and default device layout (plan-format 8.1) of a tensor given only by shape
// and type.
void describe(plan::Argument& argument, const TensorSpec& spec);

}  // namespace spyre::bundle
