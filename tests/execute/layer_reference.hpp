// A Granite-like decoder layer in plain fp32, beside which the values of a plan are held.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace spyre::execute::test {

struct LayerSizes {
  std::int64_t tokens = 0, hidden = 0, heads = 0, kv_heads = 0, ffn = 0, head_dim = 128;
};

// The layer's inputs by the names the plan builder gives them; weights are inputs × outputs.
using LayerInputs = std::map<std::string, std::vector<float>>;

// The residual stream after the layer, tokens × hidden.
std::vector<float> layer_reference(const LayerSizes& sizes, const LayerInputs& inputs);

}  // namespace spyre::execute::test
