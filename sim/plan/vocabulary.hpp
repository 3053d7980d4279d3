// The fixed words of a plan: number formats, operations, components. Names are the compiler's own spellings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spyre::plan {

// Device number formats (plan-format 3.20). A stick is 128 bytes.
enum class Format : std::uint8_t {
  Sen169Fp16, IeeeFp16, Bfloat16, IeeeFp32, IeeeInt32, SenUint32, IeeeInt64,
  SenInt8, Bool, Sen143Fp8, Sen152Fp8, SenInt4, Sen121Fp4
};
std::string_view name(Format format);
std::optional<Format> format_named(std::string_view name);
// Bits of one element: 4 … 64.
int element_bits(Format format);
std::vector<std::string> format_names();

// Operations the front end emits, plus the names the backend accepts that timing can treat alike.
enum class OpCode : std::uint8_t {
  // matrix array
  BatchMatmul, BatchMatmulFp8, BatchMatmulInt8, BatchMatmulInt4, Conv2d, Conv2dFp8, Conv2dInt8, Conv2dInt4,
  DepthwiseConv2d,
  // n-ary element-wise
  Add, Sub, Mul, RealDiv, Maximum, Minimum, Equal, NotEqual, GreaterThan, GreaterEqual, LesserThan,
  LesserEqual, Where3, LayerNormNorm, RevSub, Fnms, BiasAdd, BatchNormFwd,
  // unary
  Abs, Neg, Exp, Log, Sqrt, Rsqrt, Reciprocal, Sigmoid, Tanh, ReluFwd, GeluFwd, Silu, Softplus, Clip, Floor,
  Identity, LayerNormScale, FastExp, FastSigmoid, Mish, LeakyReluFwd, Relu6Fwd,
  // reductions of the stick dimension
  Sum, Max, Min, Mean, Exx2, AbsMax, Exx2ZeroMean, QuantScalePerToken, QuantScalePerTokenFp8,
  // reductions of other dimensions
  SumNonstick, MaxNonstick, MinNonstick, MeanNonstick, ProdNonstick, AbsMaxNonstick,
  // scans, pooling
  TopkValue, TopkIndex, MaskByIndex, AvgPoolFwd, MaxPoolFwd, AvgPoolNmapFwd,
  // conversions
  Dl16ToFp32, Fp32ToDl16, Fp8ToDl16, Qfp8Ch, Qfp8Wt, Qfp8Mb, CsqInt8Ch, CsqInt8Mb, CsqInt8Wt, CsqInt4, CsqInt4Wt,
  // movement
  ReStickifyHbm, ReStickifyLx, Shuffle
};
std::string_view name(OpCode op);
std::optional<OpCode> op_named(std::string_view name);
// Every operation name the reader knows, for "nearest valid choice" messages.
std::vector<std::string> op_names();
// False for names whose meaning is stated nowhere (plan-format 12, question 39): refused by name.
bool has_semantics(OpCode op);

bool is_matmul(OpCode op);       // batchmatmul in any format
bool is_convolution(OpCode op);  // conv2d family and depthwise
bool is_reduction(OpCode op);    // sfp reductions, on or off the stick

enum class ExecutionUnit : std::uint8_t { Pt, Sfp };
enum class Component : std::uint8_t { Memory, Lx };

}  // namespace spyre::plan
