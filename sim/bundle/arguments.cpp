// Argument descriptions of plan.json and launch_spec.json.
#include "sim/bundle/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::bundle {
namespace {

// The two files and two generations of the specification use different names for the same field.
Item either(const Item& object, const char* first, const char* second) {
  const Item item = object.find(first);
  return item.exists() ? item : object.find(second);
}

plan::ArgumentRole read_role(const Item& item) {
  const std::string role = item.text();
  if (role == "input") return plan::ArgumentRole::Input;
  if (role == "output") return plan::ArgumentRole::Output;
  if (role == "input_output") return plan::ArgumentRole::InputOutput;
  if (role == "pool") return plan::ArgumentRole::Pool;
  if (item.exists())
    item.wrong(fmt::format("found '{}'", role), "pool, input, output or input_output");
  return plan::ArgumentRole::Input;
}

plan::Format read_device_format(const Item& item) {
  const std::string name = item.text();
  const auto format = plan::format_named(name);
  if (format) return *format;
  if (item.exists())
    item.unsupported(fmt::format("FMT-03: unsupported data format '{}'", name),
                     nearest(name, plan::format_names()));
  return plan::Format::Sen169Fp16;
}

std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  int128 stride = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<std::int64_t>(stride);
    stride = std::min<int128>(stride * std::max<std::int64_t>(shape[i], 1), kLargestExtent);
  }
  return strides;
}

std::int64_t optional_integer(const Item& item, std::int64_t low, std::int64_t high,
                              std::int64_t fallback) {
  return item.exists() ? item.integer(low, high) : fallback;
}

ArgumentScript read_argument(const Item& item, int position) {
  ArgumentScript out;
  plan::Argument& argument = out.argument;
  argument.arg_index = static_cast<int>(item.at("arg_index").integer(-1, 4096));
  argument.role = argument.arg_index < 0 ? plan::ArgumentRole::Pool : read_role(item.at("role"));
  out.position = static_cast<int>(optional_integer(item.find("position"), 0, 4096, position));
  const Item tensor = either(item, "tensor", "name");
  if (tensor.exists()) argument.tensor = tensor.text();
  argument.host_shape = either(item, "host_shape", "shape").integers(0, kLargestExtent);
  const Item strides = either(item, "host_strides", "strides");
  argument.host_strides = strides.exists() ? strides.integers(-kLargestExtent, kLargestExtent)
                                           : row_major(argument.host_shape);
  argument.storage_offset = optional_integer(item.find("storage_offset"), 0, kLargestExtent, 0);
  const Item dtype = either(item, "dtype", "host_dtype");
  if (dtype.exists()) argument.host_dtype = dtype.text();
  const Item layout = either(item, "device_layout", "layout");
  if (layout.exists() && argument.role != plan::ArgumentRole::Pool)
    argument.layout = read_device_layout(layout);
  const std::int64_t from_layout = argument.layout ? layout_bytes(*argument.layout) : 0;
  out.bytes = optional_integer(item.find("allocation_bytes"), 0, kLargestExtent, from_layout);
  return out;
}

}  // namespace

std::vector<ArgumentScript> read_launch_spec(const Item& root) {
  std::vector<ArgumentScript> out = read_arguments(root.at("args"));
  const Item pool = root.find("pool_size");
  const std::int64_t bytes = pool.exists() ? pool.integer(0, kLargestExtent) : 0;
  if (bytes <= 0) return out;
  ArgumentScript entry;
  entry.argument.arg_index = -1;
  entry.argument.role = plan::ArgumentRole::Pool;
  entry.bytes = bytes;
  out.insert(out.begin(), std::move(entry));
  return out;
}

plan::DeviceLayout read_device_layout(const Item& item) {
  plan::DeviceLayout layout;
  layout.device_size = either(item, "device_size", "size").integers(0, kLargestExtent);
  layout.stride_map = either(item, "stride_map", "strides").integers(-1, kLargestExtent);
  const Item format = either(item, "device_dtype", "dtype");
  if (format.exists()) layout.format = read_device_format(format);
  const Item arrangement = item.find("element_arrangement");
  if (arrangement.exists()) layout.arrangement = arrangement.text();
  return layout;
}

std::int64_t layout_bytes(const plan::DeviceLayout& layout) {
  if (layout.device_size.empty()) return 0;
  int128 elements = 1;
  for (const std::int64_t size : layout.device_size)
    elements = std::min<int128>(elements * size, kLargestExtent);
  return static_cast<std::int64_t>(elements * plan::element_bits(layout.format) / 8);
}

std::vector<ArgumentScript> read_arguments(const Item& list) {
  std::vector<ArgumentScript> out;
  list.for_each_entry([&](std::size_t i, const Item& item) {
    out.push_back(read_argument(item, static_cast<int>(i)));
  });
  std::stable_sort(out.begin(), out.end(), [](const ArgumentScript& a, const ArgumentScript& b) {
    return a.position < b.position;
  });
  return out;
}

}  // namespace spyre::bundle
