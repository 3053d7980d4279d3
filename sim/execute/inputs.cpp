// Fills device memory before the first launch: from files, or from a seeded generator.
#include "sim/execute/inputs.hpp"

#include "models/base/error.hpp"
#include "sim/execute/generator.hpp"
#include "sim/execute/table_rows.hpp"
#include "sim/number/stick_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spyre::execute {
namespace {

using number::HostType;

constexpr std::int64_t kSmallIntegers = 8;  // below which generated integers lie that index nothing

// Shape, strides and layout under which a tensor is copied to the card.
struct HostView {
  std::vector<std::int64_t> shape, strides;
  const plan::DeviceLayout* layout = nullptr;
  HostType type = HostType::Float16;
};

HostView view_of(const ArgumentTensor& tensor, const plan::HostTensor* host) {
  HostView view{tensor.first->host_shape, tensor.first->host_strides, nullptr, HostType::Float16};
  if (tensor.first->layout) view.layout = &*tensor.first->layout;
  std::string dtype = tensor.first->host_dtype;
  if (host != nullptr) {
    if (host->layout) view.layout = &*host->layout;
    if (!host->dtype.empty()) dtype = host->dtype;
    if (host->strides.size() == host->shape.size()) {
      view.shape = host->shape;
      view.strides = host->strides;
    }
  }
  if (!dtype.empty()) view.type = number::host_type_named(dtype);
  number::check_host_view(view.shape, view.strides);
  return view;
}

bool needs_values(const plan::Plan& plan, const ArgumentTensor& tensor,
                  const plan::HostTensor* host) {
  if (host != nullptr && is_expectation(*host)) return false;
  return tensor.read_first || is_scattered_into(plan, tensor.storage);
}

bool is_dense(const HostView& view) {
  std::int64_t expected = 1;
  for (std::size_t d = view.shape.size(); d-- > 0;) {
    if (view.shape[d] != 1 && view.strides[d] != expected) return false;
    expected *= view.shape[d];
  }
  return true;
}

// The storage that shows a dense array under the strides of the view.
std::vector<std::uint8_t> strided(HostArray array, const HostView& view, std::int64_t elements) {
  if (is_dense(view)) return std::move(array.bytes);
  const auto size = static_cast<std::size_t>(number::host_bytes(array.type));
  std::vector<std::uint8_t> storage(static_cast<std::size_t>(elements) * size, 0);
  std::vector<std::int64_t> index(view.shape.size(), 0);
  for (std::size_t flat = 0; flat * size < array.bytes.size(); ++flat) {
    std::int64_t to = 0;
    for (std::size_t d = 0; d < index.size(); ++d) to += index[d] * view.strides[d];
    std::copy_n(array.bytes.begin() + static_cast<std::ptrdiff_t>(flat * size), size,
                storage.begin() + to * static_cast<std::int64_t>(size));
    for (std::size_t d = index.size(); d-- > 0 && ++index[d] == view.shape[d];) index[d] = 0;
  }
  return storage;
}

class Loader {
 public:
  Loader(Machine& machine, const Options& options) : machine_(machine), options_(options) {}

  void load(const ArgumentTensor& tensor) {
    const plan::HostTensor* host = find_host(machine_.plan, tensor.name);
    const HostView view = view_of(tensor, host);
    const auto given = options_.arrays.find(tensor.name);
    if (given != options_.arrays.end())
      return copy(tensor, view, checked(typed(given->second, view.type), view, tensor.name));
    const std::filesystem::path file = file_of(tensor, host);
    if (!file.empty())
      return copy(tensor, view, checked(read_npy(file, view.type), view, file.string()));
    if (!needs_values(machine_.plan, tensor, host)) return;
    report_generated(tensor);
    if (view.layout == nullptr) return fill_raw(tensor);
    const std::int64_t rows = indexed_rows(machine_.plan, tensor.storage);
    copy(tensor, view,
         generated(tensor.name, options_.seed, view.type, view.shape,
                   rows > 0 ? rows : kSmallIntegers));
  }

 private:
  [[nodiscard]] std::filesystem::path file_of(const ArgumentTensor& tensor,
                                              const plan::HostTensor* host) const {
    const auto given = options_.inputs.find(tensor.name);
    if (given != options_.inputs.end()) return given->second;
    if (host == nullptr || host->file.empty() || is_expectation(*host)) return {};
    return std::filesystem::path(machine_.plan.directory) / host->file;
  }

  // Bits of a type that NumPy does not have are taken for it.
  static HostArray typed(HostArray array, HostType wanted) {
    if (array.type == stored_type(wanted)) array.type = wanted;
    return array;
  }

  static HostArray checked(HostArray array, const HostView& view, const std::string& where) {
    if (array.type != view.type)
      throw Error(ErrorKind::Input, where,
                  fmt::format("holds {} elements", number::name(array.type)),
                  std::string(number::name(view.type)));
    if (array.shape == view.shape) return array;
    throw Error(ErrorKind::Input, where,
                fmt::format("has shape ({})", fmt::join(array.shape, ", ")),
                fmt::format("({})", fmt::join(view.shape, ", ")));
  }

  void copy(const ArgumentTensor& tensor, const HostView& view, HostArray array) {
    if (view.layout == nullptr)
      throw Error(ErrorKind::Input, tensor.name, "has values but no layout on the card",
                  "a device_layout");
    const number::StickMap map(view.shape, view.strides, *view.layout,
                               machine_.rules.fp32_stagger_group);
    const number::HostType type = array.type;
    const std::vector<std::uint8_t> storage = strided(std::move(array), view, map.host_elements());
    Region& region = machine_.memory.storage(tensor.storage);
    const std::span<std::uint8_t> device(region.at(region.base()),
                                         static_cast<std::size_t>(region.end() - region.base()));
    number::to_device(map, {storage, type}, view.layout->format, machine_.rules, options_.h2d_fill,
                      device);
    mark(map, view.layout->format, region);
  }

  void mark(const number::StickMap& map, plan::Format format, Region& region) {
    const std::int64_t bits = plan::element_bits(format);
    const auto address = [&](std::int64_t element) { return region.base() + element * bits / 8; };
    map.for_each([&](number::StickRun run) {
      if (options_.h2d_fill == number::Fill::Zero)
        return map.for_each_stick(
            run, [&](std::int64_t first) { region.define(address(first), plan::kStickBytes); });
      if (map.in_order()) return region.define(address(run.device), div_up(run.lanes * bits, 8));
      for (std::int64_t lane = 0; lane < run.lanes; ++lane)
        region.define(address(map.stored(run.device, lane)), bits / 8);
    });
  }

  // Without a layout nothing is known but the size: row numbers for an index, otherwise small
  // numbers that are finite in every format.
  void fill_raw(const ArgumentTensor& tensor) {
    Region& region = machine_.memory.storage(tensor.storage);
    const std::int64_t size = region.end() - region.base();
    const std::int64_t rows = indexed_rows(machine_.plan, tensor.storage);
    const HostArray bytes =
        rows > 0 ? generated(tensor.name, options_.seed, HostType::Int32, {size / 4}, rows)
                 : generated(tensor.name, options_.seed, HostType::Uint8, {size}, 0x3C);
    std::copy(bytes.bytes.begin(), bytes.bytes.end(), region.at(region.base()));
    region.define(region.base(), size);
  }

  void report_generated(const ArgumentTensor& tensor) {
    check::Finding finding;
    finding.id = "SIM-07";
    finding.severity = check::Severity::Warning;
    finding.tensor = tensor.name;
    finding.message =
        fmt::format("input {} is filled from the generator, seed {}", tensor.name, options_.seed);
    finding.found = "no file";
    finding.expected = "a file in the plan or --input " + tensor.name + "=FILE.npy";
    machine_.findings.add(std::move(finding));
  }

  Machine& machine_;
  const Options& options_;
};

void demand_tensor(const std::vector<ArgumentTensor>& tensors, const std::string& name,
                   const std::string& where) {
  if (find_tensor(tensors, name) != nullptr) return;
  std::vector<std::string> known;
  for (const ArgumentTensor& tensor : tensors) known.push_back(tensor.name);
  throw Error(ErrorKind::Input, where, "no launch takes this tensor", expected_name(name, known));
}

}  // namespace

std::vector<InputTensor> input_tensors(const plan::Plan& plan) {
  std::vector<InputTensor> inputs;
  for (const ArgumentTensor& tensor : argument_tensors(plan)) {
    const plan::HostTensor* host = find_host(plan, tensor.name);
    if (!needs_values(plan, tensor, host)) continue;
    const HostView view = view_of(tensor, host);
    inputs.push_back({tensor.name, view.shape, view.type, host == nullptr ? "" : host->file});
  }
  return inputs;
}

void load_inputs(Machine& machine, const std::vector<ArgumentTensor>& tensors,
                 const Options& options) {
  for (const auto& [name, file] : options.inputs) demand_tensor(tensors, name, "--input " + name);
  for (const auto& [name, array] : options.arrays) demand_tensor(tensors, name, name);
  Loader loader(machine, options);
  for (const ArgumentTensor& tensor : tensors) loader.load(tensor);
}

}  // namespace spyre::execute
