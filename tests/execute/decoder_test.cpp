// Does a whole decoder layer, built as a plan and run in the card's formats, agree with plain fp32?
#include "sim/execute/execute.hpp"
#include "sim/make/make.hpp"
#include "tests/execute/layer_reference.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace spyre::execute {
namespace {

using number::HostType;
using test::LayerInputs;
using test::LayerSizes;

std::int64_t product(const std::vector<std::int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

// Uniform numbers with a given root mean square, rounded to fp16.
HostArray made_up(std::uint32_t seed, const std::vector<std::int64_t>& shape, double rms,
                  double mean = 0) {
  HostArray array{HostType::Float16, shape, {}};
  const auto count = static_cast<std::size_t>(product(shape));
  std::vector<float> values(count);
  std::minstd_rand random(seed);
  const double width = 2 * std::sqrt(3.0) * rms / static_cast<double>(std::minstd_rand::max());
  for (float& value : values)
    value = static_cast<float>(mean + width * (static_cast<double>(random()) -
                                               static_cast<double>(std::minstd_rand::max()) / 2));
  array.bytes.resize(count * 2);
  number::float_to_host(HostType::Float16, {}, values.data(), array.bytes.data(), 1, count);
  return array;
}

HostArray constant(double value) { return made_up(1, {}, 0, value); }

// Angles that grow with the token and fall with the dimension, as rotary embeddings have them.
HostArray rotary(const LayerSizes& s, double phase) {
  std::vector<float> values;
  const std::int64_t half = s.head_dim / 2;
  for (std::int64_t token = 0; token < s.tokens; ++token)
    for (std::int64_t d = 0; d < s.head_dim; ++d)
      values.push_back(static_cast<float>(
          std::cos(static_cast<double>(token) * std::pow(10000.0, -static_cast<double>(d % half) /
                                                                      static_cast<double>(half)) -
                   phase)));
  HostArray array{HostType::Float16, {1, s.tokens, s.head_dim}, {}};
  array.bytes.resize(values.size() * 2);
  number::float_to_host(HostType::Float16, {}, values.data(), array.bytes.data(), 1, values.size());
  return array;
}

HostArray causal_mask(const LayerSizes& s) {
  HostArray array = made_up(1, {1, s.tokens, s.tokens}, 0);
  const float forbidden = -65504;
  for (std::int64_t row = 0; row < s.tokens; ++row)
    for (std::int64_t column = row + 1; column < s.tokens; ++column)
      number::float_to_host(HostType::Float16, {}, &forbidden,
                            array.bytes.data() + (row * s.tokens + column) * 2, 1, 1);
  return array;
}

// Weights keep the size of what they multiply, so every part of the layer matters.
std::map<std::string, HostArray> arrays_of(const LayerSizes& s) {
  const std::int64_t width = s.heads * s.head_dim, shared = s.kv_heads * s.head_dim;
  std::uint32_t seed = 7;
  const auto weight = [&seed](std::int64_t in, std::int64_t out) {
    return made_up(++seed, {in, out}, 1 / std::sqrt(static_cast<double>(in)));
  };
  constexpr double kPi = 3.14159265358979323846;
  return {{"hidden_in", made_up(1, {s.tokens, s.hidden}, 1)},
          {"epsilon", constant(1e-5)},
          {"residual_multiplier", constant(0.22)},
          {"attention_norm", made_up(2, {s.hidden}, 0.2, 1)},
          {"mlp_norm", made_up(3, {s.hidden}, 0.2, 1)},
          {"cosine", rotary(s, 0)},
          {"sine", rotary(s, kPi / 2)},
          {"mask", causal_mask(s)},
          {"attention_scale", constant(1 / std::sqrt(static_cast<double>(s.head_dim)))},
          {"w_q", weight(s.hidden, width)},
          {"w_k", weight(s.hidden, shared)},
          {"w_v", weight(s.hidden, shared)},
          {"w_o", weight(width, s.hidden)},
          {"w_gate", weight(s.hidden, s.ffn)},
          {"w_up", weight(s.hidden, s.ffn)},
          {"w_down", weight(s.ffn, s.hidden)}};
}

std::vector<float> floats(const HostArray& array) {
  std::vector<float> values(static_cast<std::size_t>(array.elements()));
  number::host_to_float(array.type, array.bytes.data(), 1, values.data(), values.size());
  return values;
}

double rms(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(static_cast<double>(a[i]) - b[i], 2);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

plan::Plan built(const LayerSizes& s) {
  make::Request request;
  request.op = "decoder";
  request.tokens = s.tokens;
  request.hidden = s.hidden;
  request.heads = s.heads;
  request.kv_heads = s.kv_heads;
  request.head_dim = s.head_dim;
  request.ffn = s.ffn;
  return make::make(request);
}

void check_layer(const LayerSizes& sizes) {
  Options options;
  options.arrays = arrays_of(sizes);
  const Values values = execute(built(sizes), options);
  for (const check::Finding& finding : values.findings)
    CHECK(finding.severity == check::Severity::Info);
  REQUIRE(values.arrays.size() == 1);
  REQUIRE(values.arrays[0].name == "hidden_out");
  const std::vector<float> got = floats(values.arrays[0].array);
  LayerInputs inputs;
  for (const auto& [name, array] : options.arrays) inputs[name] = floats(array);
  const std::vector<float> expected = layer_reference(sizes, inputs);
  REQUIRE(got.size() == expected.size());
  const std::vector<float>& in = inputs.at("hidden_in");
  const std::vector<float> nothing(got.size(), 0.0F);
  CHECK(rms(got, expected) <= 0.02 * rms(expected, nothing));
  CHECK(rms(got, expected) <= 0.02 * rms(expected, in));  // of what the layer adds alone
  CHECK(rms(expected, in) >= 0.1 * rms(in, nothing));
}

TEST_CASE("a small decoder layer agrees with fp32 within two percent", "[golden]") {
  check_layer({.tokens = 64, .hidden = 512, .heads = 8, .kv_heads = 2, .ffn = 1536});
}

TEST_CASE("a decoder layer of the size of Granite 3.3 8B agrees with fp32 within two percent",
          "[golden]") {
  check_layer({.tokens = 64, .hidden = 4096, .heads = 32, .kv_heads = 8, .ffn = 12800});
}

}  // namespace
}  // namespace spyre::execute
