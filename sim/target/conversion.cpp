// Walks the records of a conversion info.
#include "sim/target/conversion.hpp"

#include "models/base/error.hpp"
#include "sim/number/codec.hpp"
#include "sim/target/element_copy.hpp"
#include "sim/target/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace spyre::target {
namespace {

constexpr std::int64_t kStick = 128;

struct Dim {
  std::int64_t size = 1, host = 0, device = 0;  // strides in elements
};

// One record, innermost dimension first, dimensions joined where both sides allow it.
struct Box {
  std::vector<Dim> dims;
  std::int64_t host = 0, device = 0;  // first element
};

Box box_of(const data_conversion_stride_info& record, bool to_device) {
  const auto& host = to_device ? record.stride_src_ : record.stride_dst_;
  const auto& device = to_device ? record.stride_dst_ : record.stride_src_;
  const std::size_t rank = record.size_.size();
  if (host.size() != rank || device.size() != rank)
    throw Error(ErrorKind::Input, "conversion info",
                fmt::format("{} sizes, {} and {} strides", rank, host.size(), device.size()),
                "as many of each");
  Box box;
  box.host = to_device ? record.offset_src_ : record.offset_dst_;
  box.device = to_device ? record.offset_dst_ : record.offset_src_;
  for (std::size_t i = 0; i < rank; ++i) {
    const Dim dim{record.size_[i], host[i], device[i]};
    if (dim.size == 1 && !box.dims.empty()) continue;
    Dim* inner = box.dims.empty() ? nullptr : &box.dims.back();
    const bool joins = inner != nullptr && dim.host == inner->size * inner->host &&
                       dim.device == inner->size * inner->device;
    if (joins)
      inner->size *= dim.size;
    else
      box.dims.push_back(dim);
  }
  return box;
}

void check(const Box& box, std::size_t bytes, int element) {
  std::int64_t first = box.device, last = box.device;
  for (const Dim& dim : box.dims) {
    if (dim.size < 1) return;
    (dim.device < 0 ? first : last) += (dim.size - 1) * dim.device;
  }
  if (first >= 0 && (last + 1) * element <= static_cast<std::int64_t>(bytes)) return;
  throw Error(ErrorKind::Input, "conversion info",
              fmt::format("elements {} to {} of {} bytes of device memory", first, last, bytes),
              "elements inside the allocation");
}

// Calls visit(host element, device element) for the first element of every innermost run.
template <class Visitor>
void for_each_run(const Box& box, Visitor&& visit) {
  if (std::any_of(box.dims.begin(), box.dims.end(), [](const Dim& d) { return d.size < 1; }))
    return;
  std::vector<std::int64_t> index(box.dims.size(), 0);
  std::int64_t host = box.host, device = box.device;
  for (;;) {
    visit(host, device);
    std::size_t i = 1;
    for (; i < box.dims.size(); ++i) {
      const Dim& dim = box.dims[i];
      host += dim.host;
      device += dim.device;
      if (++index[i] < dim.size) break;
      host -= dim.size * dim.host;
      device -= dim.size * dim.device;
      index[i] = 0;
    }
    if (i >= box.dims.size()) return;
  }
}

Dim inner_of(const Box& box) { return box.dims.empty() ? Dim{1, 1, 1} : box.dims.front(); }

// Sticks that a run does not fill whole begin as zeros.
void clear_partial_sticks(const Box& box, int element, std::span<std::uint8_t> device) {
  const Dim inner = inner_of(box);
  const std::int64_t run = inner.device == 1 ? inner.size * element : element;
  const auto end = static_cast<std::int64_t>(device.size());
  for_each_run(box, [&](std::int64_t, std::int64_t first) {
    for (std::int64_t i = 0; i < (inner.device == 1 ? 1 : inner.size); ++i) {
      const std::int64_t from = (first + i * inner.device) * element, to = from + run;
      for (const std::int64_t stick : {from / kStick * kStick, (to - 1) / kStick * kStick}) {
        if (from <= stick && to >= stick + kStick) continue;
        std::fill_n(device.data() + stick, std::min(kStick, end - stick), std::uint8_t{0});
      }
    }
  });
}

// Doubles what is there already until the memory is full of it.
void repeat(const std::uint8_t* element, std::size_t bytes, std::span<std::uint8_t> memory) {
  std::size_t done = std::min(bytes, memory.size());
  std::memcpy(memory.data(), element, done);
  while (done < memory.size()) {
    const std::size_t more = std::min(done, memory.size() - done);
    std::memcpy(memory.data() + done, memory.data(), more);
    done += more;
  }
}

std::vector<Box> boxes_of(const data_conversion_info& info, std::size_t device_bytes,
                          int device_element) {
  std::vector<Box> boxes;
  for (const data_conversion_stride_info& record : info.dcsi_) {
    boxes.push_back(box_of(record, info.isHostToSen_));
    check(boxes.back(), device_bytes, device_element);
  }
  return boxes;
}

}  // namespace

void copy_to_device(const data_conversion_info& info, const std::uint8_t* host,
                    std::span<std::uint8_t> device, const number::Rules& rules) {
  const ElementCopy copy =
      element_copy_to_device(info.dataformat_src_, info.dataformat_dst_, rules);
  const int host_bytes = host_element_bytes(info.dataformat_src_);
  const int device_bytes = device_element_bytes(info.dataformat_dst_);
  const std::vector<Box> boxes = boxes_of(info, device.size(), device_bytes);
  for (const Box& box : boxes) clear_partial_sticks(box, device_bytes, device);
  for (const Box& box : boxes) {
    const Dim inner = inner_of(box);
    for_each_run(box, [&](std::int64_t from, std::int64_t to) {
      copy({host + from * host_bytes, device.data() + to * device_bytes, inner.host, inner.device,
            inner.size});
    });
  }
}

void copy_to_host(const data_conversion_info& info, std::span<const std::uint8_t> device,
                  std::uint8_t* host, const number::Rules& rules) {
  const ElementCopy copy = element_copy_to_host(info.dataformat_src_, info.dataformat_dst_, rules);
  const int host_bytes = host_element_bytes(info.dataformat_dst_);
  const int device_bytes = device_element_bytes(info.dataformat_src_);
  for (const Box& box : boxes_of(info, device.size(), device_bytes)) {
    const Dim inner = inner_of(box);
    for_each_run(box, [&](std::int64_t to, std::int64_t from) {
      copy({device.data() + from * device_bytes, host + to * host_bytes, inner.device, inner.host,
            inner.size});
    });
  }
}

void fill(std::span<std::uint8_t> device, double value, DataFormats format,
          const number::Rules& rules) {
  const int bytes = device_element_bytes(format);
  if (bytes == 0)
    throw Error(ErrorKind::Unsupported, "fill",
                "format " + EnumsConversion::dataFormatsToString(format), "a format of the card");
  std::array<std::uint8_t, 8> element{};
  const auto number_format = device_format(format);
  if (!number_format || number::is_integer(*number_format)) {
    const auto integer = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    for (int i = 0; i < bytes; ++i)
      element[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(integer >> (8 * i));
  } else {
    const float single = static_cast<float>(value);
    number::codec(*number_format, rules.op).encode(&single, element.data(), 1);
  }
  repeat(element.data(), static_cast<std::size_t>(bytes), device);
}

}  // namespace spyre::target
