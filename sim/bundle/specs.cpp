// Tensors given on the command line by shape and type alone.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "sim/bundle/arguments.hpp"

namespace spyre::bundle {
namespace {

struct TypeName {
  std::string_view name, host;
  plan::Format device;
};

// Names of the command line, host types of PyTorch, formats on the card (plan-format 3.20).
constexpr std::array kTypes = {
    TypeName{"fp16", "float16", plan::Format::Sen169Fp16},
    TypeName{"bf16", "bfloat16", plan::Format::Sen169Fp16},
    TypeName{"fp32", "float32", plan::Format::IeeeFp32},
    TypeName{"fp8", "float8_e4m3fn", plan::Format::Sen143Fp8},
    TypeName{"bool", "bool", plan::Format::Sen169Fp16},
    TypeName{"int8", "int8", plan::Format::SenInt8},
    TypeName{"int32", "int32", plan::Format::IeeeInt32},
    TypeName{"int64", "int64", plan::Format::IeeeInt32},
};

const TypeName* type_named(std::string_view name) {
  for (const TypeName& type : kTypes) {
    if (type.name == name || type.host == name) return &type;
  }
  return nullptr;
}

std::optional<std::int64_t> size_of(const std::string& word,
                                    const std::map<std::string, std::int64_t>& bind,
                                    std::set<std::string>& used) {
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
  if (error == std::errc{} && end == word.data() + word.size()) {
    return size > 0 && size < kLargestExtent ? std::optional(size) : std::nullopt;
  }
  const auto bound = bind.find(word);
  if (bound == bind.end()) return std::nullopt;
  used.insert(word);
  return bound->second;
}

}  // namespace

TensorSpec parse_spec(const std::string& option, const std::string& text,
                      const std::map<std::string, std::int64_t>& bind, std::set<std::string>& used,
                      Problems& problems) {
  TensorSpec spec;
  const std::size_t at = text.find('@');
  const TypeName* type = type_named(
      at == std::string::npos ? std::string_view("fp16") : std::string_view(text).substr(at + 1));
  const std::string shape = text.substr(0, at);
  bool good = type != nullptr && !shape.empty();
  int128 elements = 1;
  for (std::size_t begin = 0; good && begin <= shape.size();) {
    const std::size_t end = std::min(shape.find('x', begin), shape.size());
    const auto size = size_of(shape.substr(begin, end - begin), bind, used);
    spec.shape.push_back(size.value_or(1));
    elements *= spec.shape.back();
    good = size.has_value() && elements <= kLargestExtent;
    begin = end + 1;
  }
  if (good)
    spec.dtype = type->host;
  else
    problems.input(option + " " + text, "no tensor",
                   "sizes and a type such as 10x512@fp16, named sizes given by --bind");
  return spec;
}

void describe(plan::Argument& argument, const TensorSpec& spec) {
  const TypeName* type = type_named(spec.dtype);
  const std::size_t rank = spec.shape.size();
  const std::int64_t lanes = plan::kStickBytes * 8 / plan::element_bits(type->device);
  argument.host_shape = spec.shape;
  argument.host_dtype = spec.dtype;
  argument.host_strides.assign(rank, 1);
  for (std::size_t i = rank - 1; i-- > 0;)
    argument.host_strides[i] = argument.host_strides[i + 1] * spec.shape[i + 1];
  plan::DeviceLayout layout;
  layout.format = type->device;
  const auto dimension = [&](std::int64_t size, std::int64_t stride) {
    layout.device_size.push_back(size);
    layout.stride_map.push_back(stride);
  };
  for (std::size_t i = 1; i + 1 < rank; ++i) dimension(spec.shape[i], argument.host_strides[i]);
  dimension(div_up(spec.shape[rank - 1], lanes), lanes);
  if (rank > 1) dimension(spec.shape[0], argument.host_strides[0]);
  dimension(lanes, 1);
  argument.layout = std::move(layout);
}

}  // namespace spyre::bundle
