// What the element-wise operations compute, on blocks of floats.
#include "sim/execute/kernels.hpp"

#include "models/base/error.hpp"
#include "sim/execute/functions.hpp"
#include "sim/number/codec.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace spyre::execute {
namespace {

using plan::OpCode;

template <class Function>
Kernel unary(Function function) {
  return [function](const float* const* in, float* out, std::size_t count) {
    const float* x = in[0];
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(function(x[i]));
  };
}

template <class Function>
Kernel binary(Function function) {
  return [function](const float* const* in, float* out, std::size_t count) {
    const float *a = in[0], *b = in[1];
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(function(a[i], b[i]));
  };
}

template <class Function>
Kernel ternary(Function function) {
  return [function](const float* const* in, float* out, std::size_t count) {
    const float *a = in[0], *b = in[1], *c = in[2];
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(function(a[i], b[i], c[i]));
  };
}

// A NaN in either operand gives a NaN (a choice, number-formats section 9).
float larger(float a, float b) { return a > b || std::isnan(a) ? a : b; }
float smaller(float a, float b) { return a < b || std::isnan(a) ? a : b; }

Kernel arithmetic(OpCode op) {
  switch (op) {
    case OpCode::Add: return binary([](float a, float b) { return a + b; });
    case OpCode::Sub: return binary([](float a, float b) { return a - b; });
    case OpCode::Mul: return binary([](float a, float b) { return a * b; });
    case OpCode::RealDiv: return binary([](float a, float b) { return a / b; });
    case OpCode::Maximum: return binary(larger);
    case OpCode::Minimum: return binary(smaller);
    case OpCode::Where3: return ternary([](float c, float a, float b) { return c != 0 ? a : b; });
    default: return {};
  }
}

Kernel comparison(OpCode op) {
  switch (op) {
    case OpCode::Equal: return binary([](float a, float b) { return a == b; });
    case OpCode::NotEqual: return binary([](float a, float b) { return a != b; });
    case OpCode::GreaterThan: return binary([](float a, float b) { return a > b; });
    case OpCode::GreaterEqual: return binary([](float a, float b) { return a >= b; });
    case OpCode::LesserThan: return binary([](float a, float b) { return a < b; });
    case OpCode::LesserEqual: return binary([](float a, float b) { return a <= b; });
    default: return {};
  }
}

Kernel exponential_with_floor(float floor) {
  return unary([floor](float x) { return std::max(static_cast<float>(exponential(x)), floor); });
}

// Zero has a sign that floor keeps; the card was seen to return −1 for −0.
Kernel floor_kernel(bool defect) {
  if (!defect) return unary([](float x) { return std::floor(x); });
  return unary([](float x) { return x == 0 && std::signbit(x) ? -1.0F : std::floor(x); });
}

Kernel function(const plan::Operation& operation, const number::Rules& rules) {
  switch (operation.op) {
    case OpCode::Abs: return unary([](float x) { return std::fabs(x); });
    case OpCode::Neg: return unary([](float x) { return -x; });
    case OpCode::Log: return unary(logarithm);
    case OpCode::Sqrt: return unary([](float x) { return std::sqrt(x); });
    case OpCode::Rsqrt: return unary([](double x) { return 1.0 / std::sqrt(x); });
    case OpCode::Reciprocal: return unary([](float x) { return 1.0F / x; });
    case OpCode::Sigmoid: return unary(sigmoid);
    case OpCode::Tanh: return unary(hyperbolic_tangent);
    case OpCode::GeluFwd: return unary(gelu);
    case OpCode::Silu: return unary([](double x) { return x * sigmoid(x); });
    case OpCode::ReluFwd: return unary([](float x) { return larger(x, 0.0F); });
    case OpCode::Floor: return floor_kernel(rules.floor_negative_zero_defect);
    case OpCode::Exp:
      return exponential_with_floor(
          operation.format == plan::Format::IeeeFp32 ? rules.exp_floor_fp32 : rules.exp_floor_fp16);
    case OpCode::Identity:
    case OpCode::Dl16ToFp32:
    case OpCode::Fp32ToDl16:
    case OpCode::Fp8ToDl16:
    case OpCode::Qfp8Ch:
    case OpCode::Qfp8Wt: return unary([](float x) { return x; });
    default: return {};
  }
}

Kernel with_constants(const plan::Operation& operation) {
  if (operation.op == OpCode::Clip) {
    const float low = constant_value(operation, "clipMin"),
                high = constant_value(operation, "clipMax");
    return unary([=](float x) { return smaller(larger(x, low), high); });
  }
  if (operation.op == OpCode::Softplus) {
    const double beta = constant_value(operation, "softplusBeta", 1.0F);
    const double threshold = constant_value(operation, "softplusThresh", 20.0F);
    return unary([=](double x) { return softplus(x, beta, threshold); });
  }
  return {};
}

// exx2 leaves the mean in lane 0 and the mean of squares in lane 1; the operands are those two
// lanes.
Kernel layernorm_scale(const plan::Operation& operation) {
  const float eps = constant_value(operation, "eps");
  return binary([eps](float mean, float squares) {
    return 1.0 / std::sqrt(static_cast<double>(squares - mean * mean + eps));
  });
}

// (x − mean) · scale [· weight] [+ bias]
Kernel layernorm_norm(std::size_t operands) {
  return [operands](const float* const* in, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      float value = (in[0][i] - in[1][i]) * in[2][i];
      if (operands > 3) value *= in[3][i];
      if (operands > 4) value += in[4][i];
      out[i] = value;
    }
  };
}

}  // namespace

Kernel kernel_of(const plan::Operation& operation, const number::Rules& rules) {
  if (operation.op == OpCode::LayerNormScale) return layernorm_scale(operation);
  if (operation.op == OpCode::LayerNormNorm) return layernorm_norm(operation.inputs.size());
  for (Kernel kernel : {arithmetic(operation.op), comparison(operation.op),
                        function(operation, rules), with_constants(operation)})
    if (kernel) return kernel;
  throw Error(ErrorKind::Unsupported, operation.source.file,
              "values of operation " + std::string(plan::name(operation.op)) + " are not computed");
}

float constant_value(const plan::Operation& operation, const char* name) {
  const plan::Constant* constant = operation.constant(name);
  if (constant != nullptr) return number::decode_bits(constant->format, constant->bits);
  throw Error(ErrorKind::Plan, operation.source.file, operation.key + " has no constant " + name,
              "one in constantInfo_");
}

float constant_value(const plan::Operation& operation, const char* name, float otherwise) {
  return operation.constant(name) != nullptr ? constant_value(operation, name) : otherwise;
}

}  // namespace spyre::execute
