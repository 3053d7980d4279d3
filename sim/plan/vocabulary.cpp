// The compiler's spellings of formats and operations, and what kind each operation is.
#include "sim/plan/vocabulary.hpp"

#include <algorithm>
#include <array>

namespace spyre::plan {
namespace {

struct FormatEntry {
  Format format;
  std::string_view name;
  int bits;
};

constexpr std::array kFormats = {
    FormatEntry{Format::Sen169Fp16, "SEN169_FP16", 16},
    FormatEntry{Format::IeeeFp16, "IEEE_FP16", 16},
    FormatEntry{Format::Bfloat16, "BFLOAT16", 16},
    FormatEntry{Format::IeeeFp32, "IEEE_FP32", 32},
    FormatEntry{Format::IeeeInt32, "IEEE_INT32", 32},
    FormatEntry{Format::SenUint32, "SENUINT32", 32},
    FormatEntry{Format::IeeeInt64, "IEEE_INT64", 64},
    FormatEntry{Format::SenInt8, "SENINT8", 8},
    FormatEntry{Format::Bool, "BOOL", 8},
    FormatEntry{Format::Sen143Fp8, "SEN143_FP8", 8},
    FormatEntry{Format::Sen152Fp8, "SEN152_FP8", 8},
    FormatEntry{Format::SenInt4, "SENINT4", 4},
    FormatEntry{Format::Sen121Fp4, "SEN121_FP4", 4},
};

struct OpEntry {
  OpCode op;
  std::string_view name;
};

constexpr std::array kOps = {
    OpEntry{OpCode::BatchMatmul, "batchmatmul"},
    OpEntry{OpCode::BatchMatmulFp8, "batchmatmulfp8"},
    OpEntry{OpCode::BatchMatmulInt8, "batchmatmulint8"},
    OpEntry{OpCode::BatchMatmulInt4, "batchmatmulint4"},
    OpEntry{OpCode::Conv2d, "conv2d"},
    OpEntry{OpCode::Conv2dFp8, "conv2dfp8"},
    OpEntry{OpCode::Conv2dInt8, "conv2dint8"},
    OpEntry{OpCode::Conv2dInt4, "conv2dint4"},
    OpEntry{OpCode::DepthwiseConv2d, "depthwiseconv2dnative"},
    OpEntry{OpCode::Add, "add"},
    OpEntry{OpCode::Sub, "sub"},
    OpEntry{OpCode::Mul, "mul"},
    OpEntry{OpCode::RealDiv, "realdiv"},
    OpEntry{OpCode::Maximum, "maximum"},
    OpEntry{OpCode::Minimum, "minimum"},
    OpEntry{OpCode::Equal, "equal"},
    OpEntry{OpCode::NotEqual, "notequal"},
    OpEntry{OpCode::GreaterThan, "greaterthan"},
    OpEntry{OpCode::GreaterEqual, "greaterequal"},
    OpEntry{OpCode::LesserThan, "lesserthan"},
    OpEntry{OpCode::LesserEqual, "lesserequal"},
    OpEntry{OpCode::Where3, "where3"},
    OpEntry{OpCode::LayerNormNorm, "layernormnorm"},
    OpEntry{OpCode::RevSub, "revsub"},
    OpEntry{OpCode::Fnms, "fnms"},
    OpEntry{OpCode::BiasAdd, "biasadd"},
    OpEntry{OpCode::BatchNormFwd, "batchnormfwd"},
    OpEntry{OpCode::Abs, "abs"},
    OpEntry{OpCode::Neg, "neg"},
    OpEntry{OpCode::Exp, "exp"},
    OpEntry{OpCode::Log, "log"},
    OpEntry{OpCode::Sqrt, "sqrt"},
    OpEntry{OpCode::Rsqrt, "rsqrt"},
    OpEntry{OpCode::Reciprocal, "reciprocal"},
    OpEntry{OpCode::Sigmoid, "sigmoid"},
    OpEntry{OpCode::Tanh, "tanh"},
    OpEntry{OpCode::ReluFwd, "relufwd"},
    OpEntry{OpCode::GeluFwd, "gelufwd"},
    OpEntry{OpCode::Silu, "silu"},
    OpEntry{OpCode::Softplus, "softplus"},
    OpEntry{OpCode::Clip, "clip"},
    OpEntry{OpCode::Floor, "floor"},
    OpEntry{OpCode::Identity, "identity"},
    OpEntry{OpCode::LayerNormScale, "layernormscale"},
    OpEntry{OpCode::FastExp, "fastexp"},
    OpEntry{OpCode::FastSigmoid, "fastsigmoid"},
    OpEntry{OpCode::Mish, "mish"},
    OpEntry{OpCode::LeakyReluFwd, "leakyrelufwd"},
    OpEntry{OpCode::Relu6Fwd, "relu6fwd"},
    OpEntry{OpCode::Sum, "sum"},
    OpEntry{OpCode::Max, "max"},
    OpEntry{OpCode::Min, "min"},
    OpEntry{OpCode::Mean, "mean"},
    OpEntry{OpCode::Exx2, "exx2"},
    OpEntry{OpCode::AbsMax, "absmax"},
    OpEntry{OpCode::Exx2ZeroMean, "exx2_zeromean"},
    OpEntry{OpCode::QuantScalePerToken, "quantscalepertoken"},
    OpEntry{OpCode::QuantScalePerTokenFp8, "quantscalepertokenfp8"},
    OpEntry{OpCode::SumNonstick, "sumnonstick"},
    OpEntry{OpCode::MaxNonstick, "maxnonstick"},
    OpEntry{OpCode::MinNonstick, "minnonstick"},
    OpEntry{OpCode::MeanNonstick, "meannonstick"},
    OpEntry{OpCode::ProdNonstick, "prodnonstick"},
    OpEntry{OpCode::AbsMaxNonstick, "absmaxnonstick"},
    OpEntry{OpCode::TopkValue, "topkvalue"},
    OpEntry{OpCode::TopkIndex, "topkindex"},
    OpEntry{OpCode::MaskByIndex, "maskbyindex"},
    OpEntry{OpCode::AvgPoolFwd, "avgpoolfwd"},
    OpEntry{OpCode::MaxPoolFwd, "maxpoolfwd"},
    OpEntry{OpCode::AvgPoolNmapFwd, "avgpoolnmapfwd"},
    OpEntry{OpCode::Dl16ToFp32, "dl16tofp32"},
    OpEntry{OpCode::Fp32ToDl16, "fp32todl16"},
    OpEntry{OpCode::Fp8ToDl16, "fp8todl16"},
    OpEntry{OpCode::Qfp8Ch, "qfp8ch"},
    OpEntry{OpCode::Qfp8Wt, "qfp8wt"},
    OpEntry{OpCode::Qfp8Mb, "qfp8mb"},
    OpEntry{OpCode::CsqInt8Ch, "csqint8ch"},
    OpEntry{OpCode::CsqInt8Mb, "csqint8mb"},
    OpEntry{OpCode::CsqInt8Wt, "csqint8wt"},
    OpEntry{OpCode::CsqInt4, "csqint4"},
    OpEntry{OpCode::CsqInt4Wt, "csqint4wt"},
    OpEntry{OpCode::ReStickifyHbm, "ReStickifyOpHBM"},
    OpEntry{OpCode::ReStickifyLx, "ReStickifyOpLx"},
    OpEntry{OpCode::Shuffle, "shuffle"},
};

// Accepted by the backend, emitted by no front end, and defined nowhere.
constexpr std::array kWithoutSemantics = {
    OpCode::RevSub,       OpCode::Fnms,
    OpCode::BiasAdd,      OpCode::BatchNormFwd,
    OpCode::FastExp,      OpCode::FastSigmoid,
    OpCode::Mish,         OpCode::LeakyReluFwd,
    OpCode::Relu6Fwd,     OpCode::AbsMax,
    OpCode::Exx2ZeroMean, OpCode::QuantScalePerToken,
    OpCode::MaskByIndex,  OpCode::QuantScalePerTokenFp8,
    OpCode::MaxPoolFwd,   OpCode::AbsMaxNonstick,
    OpCode::Qfp8Mb,       OpCode::AvgPoolNmapFwd,
    OpCode::CsqInt8Ch,    OpCode::CsqInt8Mb,
    OpCode::CsqInt8Wt,    OpCode::CsqInt4,
    OpCode::CsqInt4Wt,
};

// Both tables stand in enumerator order, so that a value is its own index.
template <class Table>
consteval bool in_enumerator_order(const Table& table, auto member) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(table[i].*member) != i) return false;
  }
  return true;
}
static_assert(in_enumerator_order(kFormats, &FormatEntry::format));
static_assert(in_enumerator_order(kOps, &OpEntry::op));

bool between(OpCode op, OpCode first, OpCode last) { return op >= first && op <= last; }

}  // namespace

std::string_view name(Format format) { return kFormats[static_cast<std::size_t>(format)].name; }

std::optional<Format> format_named(std::string_view wanted) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const FormatEntry& e) { return e.name == wanted; });
  if (found == kFormats.end()) return std::nullopt;
  return found->format;
}

int element_bits(Format format) { return kFormats[static_cast<std::size_t>(format)].bits; }

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const FormatEntry& entry : kFormats) names.emplace_back(entry.name);
  return names;
}

std::string_view name(OpCode op) { return kOps[static_cast<std::size_t>(op)].name; }

std::optional<OpCode> op_named(std::string_view wanted) {
  const auto found =
      std::find_if(kOps.begin(), kOps.end(), [&](const OpEntry& e) { return e.name == wanted; });
  if (found == kOps.end()) return std::nullopt;
  return found->op;
}

std::vector<std::string> op_names() {
  std::vector<std::string> names;
  for (const OpEntry& entry : kOps) {
    if (has_semantics(entry.op)) names.emplace_back(entry.name);
  }
  return names;
}

bool has_semantics(OpCode op) {
  return std::find(kWithoutSemantics.begin(), kWithoutSemantics.end(), op) ==
         kWithoutSemantics.end();
}

bool is_matmul(OpCode op) { return between(op, OpCode::BatchMatmul, OpCode::BatchMatmulInt4); }

bool is_convolution(OpCode op) { return between(op, OpCode::Conv2d, OpCode::DepthwiseConv2d); }

bool is_reduction(OpCode op) { return between(op, OpCode::Sum, OpCode::AbsMaxNonstick); }

}  // namespace spyre::plan
