// Reads results back to the host and compares them with what was expected.
#include "sim/execute/outputs.hpp"

#include "models/base/error.hpp"
#include "sim/number/stick_map.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::execute {
namespace {

using number::HostType;

// What the host sees of a tensor: a window on its flat storage.
struct HostWindow {
  std::vector<std::int64_t> shape, strides;
  std::int64_t offset = 0;
  HostType type = HostType::Float16;
};

HostType type_or(const std::string& name, HostType otherwise) {
  return name.empty() ? otherwise : number::host_type_named(name);
}

HostWindow window_of(const plan::Argument& argument, const plan::HostTensor* host) {
  HostWindow window{argument.host_shape, argument.host_strides, 0,
                    type_or(argument.host_dtype, HostType::Float16)};
  if (host == nullptr) return window;
  window.type = type_or(host->dtype, window.type);
  if (!is_expectation(*host) || host->device_shape.size() != host->device_strides.size())
    return window;
  number::check_host_view(host->device_shape, host->device_strides);
  return {host->device_shape, host->device_strides, host->device_offset, window.type};
}

bool is_whole(const HostWindow& window) {
  std::int64_t expected = 1;
  for (std::size_t d = window.shape.size(); d-- > 0;) {
    if (window.strides[d] != expected) return false;
    expected *= window.shape[d];
  }
  return window.offset == 0;
}

// The dense array that a window shows.
HostArray dense(std::vector<std::uint8_t> storage, const HostWindow& window) {
  HostArray array{window.type, window.shape, {}};
  if (window.offset < 0 || window.offset > static_cast<std::int64_t>(storage.size()))
    throw Error(ErrorKind::Input, "device_offset", "lies beyond the tensor's storage");
  if (is_whole(window) && static_cast<std::int64_t>(storage.size()) ==
                              array.elements() * number::host_bytes(window.type)) {
    array.bytes = std::move(storage);
    return array;
  }
  const auto size = static_cast<std::size_t>(number::host_bytes(window.type));
  array.bytes.resize(static_cast<std::size_t>(array.elements()) * size);
  std::vector<std::int64_t> index(window.shape.size(), 0);
  for (std::size_t to = 0; to < array.bytes.size(); to += size) {
    std::int64_t from = window.offset;
    for (std::size_t d = 0; d < index.size(); ++d) from += index[d] * window.strides[d];
    const auto byte = static_cast<std::size_t>(from) * size;
    if (from < 0 || byte + size > storage.size())
      throw Error(ErrorKind::Input, "device_strides", "reach beyond the tensor's storage");
    std::copy_n(storage.begin() + static_cast<std::ptrdiff_t>(byte), size,
                array.bytes.begin() + static_cast<std::ptrdiff_t>(to));
    for (std::size_t d = index.size(); d-- > 0 && ++index[d] == window.shape[d];) index[d] = 0;
  }
  return array;
}

class OutputReader {
 public:
  OutputReader(Machine& machine, const std::vector<ArgumentTensor>& tensors, const Options& options,
               Values& values)
      : machine_(machine), tensors_(tensors), options_(options), values_(values) {}

  void run() {
    bool expected = false;
    for (const plan::HostTensor& host : machine_.plan.tensors) {
      if (!is_expectation(host)) continue;
      expected = true;
      expectation(host);
    }
    if (!expected) last_results();
    for (const std::string& name : options_.dump_tensors) dump(name);
  }

 private:
  void expectation(const plan::HostTensor& host) {
    TensorComparison comparison = named(host.name);
    comparison.compared_with = host.file;
    const ArgumentTensor* tensor = find_tensor(tensors_, host.from.empty() ? host.name : host.from);
    comparison.computed = tensor != nullptr && (tensor->output != nullptr || !host.from.empty());
    if (comparison.computed) {
      const HostArray& array = keep(host.name, *tensor, &host);
      if (!host.file.empty()) compare(array, expected_values(host), comparison);
    }
    values_.tensors.push_back(std::move(comparison));
  }

  // Without expectations: what some launch writes and none reads afterwards.
  void last_results() {
    for (const ArgumentTensor& tensor : tensors_) {
      if (tensor.output == nullptr || is_read_later(tensor)) continue;
      if (!tensor.output->layout) continue;
      const HostArray& array = keep(tensor.name, tensor, nullptr);
      TensorComparison comparison = named(tensor.name);
      comparison.elements = array.elements();
      values_.tensors.push_back(std::move(comparison));
    }
  }

  [[nodiscard]] bool is_read_later(const ArgumentTensor& tensor) const {
    bool written = false;
    for (const plan::Launch& launch : machine_.plan.launches) {
      for (const plan::Argument& argument : launch.arguments) {
        if (argument.storage != tensor.storage) continue;
        if (written && argument.role == plan::ArgumentRole::Input) return true;
        written = written || argument.role != plan::ArgumentRole::Input;
      }
    }
    return false;
  }

  void dump(const std::string& name) {
    const ArgumentTensor* tensor = find_tensor(tensors_, name);
    if (tensor == nullptr) return;  // the result of an operation
    const auto same = [&](const NamedArray& array) { return array.name == name; };
    if (std::none_of(values_.arrays.begin(), values_.arrays.end(), same))
      keep(name, *tensor, find_host(machine_.plan, name));
  }

  [[nodiscard]] TensorComparison named(const std::string& name) const {
    TensorComparison comparison;
    comparison.name = name;
    comparison.file = npy_name(name);
    comparison.atol = options_.atol.value_or(machine_.plan.atol);
    comparison.rtol = options_.rtol.value_or(machine_.plan.rtol);
    return comparison;
  }

  [[nodiscard]] HostArray expected_values(const plan::HostTensor& host) const {
    return read_npy(std::filesystem::path(machine_.plan.directory) / host.file,
                    number::host_type_named(host.dtype));
  }

  const HostArray& keep(const std::string& name, const ArgumentTensor& tensor,
                        const plan::HostTensor* host) {
    const plan::Argument& argument = tensor.output != nullptr ? *tensor.output : *tensor.first;
    if (!argument.layout)
      throw Error(ErrorKind::Input, tensor.name, "has no layout on the card", "a device_layout");
    const number::StickMap map(argument.host_shape, argument.host_strides, *argument.layout,
                               machine_.rules.fp32_stagger_group);
    const HostWindow window = window_of(argument, host);
    const Region& region = machine_.memory.storage(tensor.storage);
    std::vector<std::uint8_t> storage(
        static_cast<std::size_t>(map.host_elements() * number::host_bytes(window.type)), 0);
    number::to_host(
        map, {region.at(region.base()), static_cast<std::size_t>(region.end() - region.base())},
        argument.layout->format, machine_.rules, window.type, storage);
    report_gaps(name, map, argument.layout->format, region);
    values_.arrays.push_back({name, dense(std::move(storage), window)});
    return values_.arrays.back().array;
  }

  // Logical elements that are not defined, told apart by whether anything wrote them.
  struct Gap {
    std::int64_t elements = 0, first = 0;
    Event writer = 0;
    void add(std::int64_t host, Event event) {
      if (elements++ == 0) *this = {1, host, event};
    }
  };

  void report_gaps(const std::string& name, const number::StickMap& map, plan::Format format,
                   const Region& region) {
    const std::int64_t bits = plan::element_bits(format);
    Gap unwritten, undefined;
    map.for_each([&](number::StickRun run) {
      const std::int64_t stick = region.base() + run.device * bits / 8;
      if (map.in_order() && region.defined(stick, run.lanes * bits / 8)) return;
      for (std::int64_t lane = 0; lane < run.lanes; ++lane) {
        const std::int64_t device =
            map.in_order() ? run.device + lane : map.stored(run.device, lane);
        const std::int64_t address = region.base() + device * bits / 8;
        if (region.defined(address, bits / 8)) continue;
        Gap& gap = region.written(address, bits / 8) ? undefined : unwritten;
        gap.add(run.host + lane * map.lane_stride(), region.writer(address).event);
      }
    });
    report(name, unwritten, unwritten_finding());
    report(name, undefined, undefined_finding());
  }

  static check::Finding unwritten_finding() {
    check::Finding finding;
    finding.id = "DYN-02";
    finding.message = "output elements never written";
    finding.found = "nothing wrote them";
    return finding;
  }

  // Real plans reach outside their allocations (ADR-02, a warning): what follows from that is no
  // more.
  [[nodiscard]] check::Finding undefined_finding() const {
    check::Finding finding;
    finding.id = "DYN-01";
    if (machine_.left_allocations) finding.severity = check::Severity::Warning;
    finding.message = "unwritten or undefined memory reaches output elements";
    finding.found = "values computed from memory that nothing wrote";
    return finding;
  }

  void report(const std::string& name, const Gap& gap, check::Finding finding) {
    if (gap.elements == 0) return;
    finding.tensor = name;
    finding.expected = "every element written by an operation";
    const auto writer = machine_.events.find(gap.writer);
    if (writer != machine_.events.end()) {
      finding.launch = writer->second.launch;
      finding.operation = writer->second.operation;
      finding.op = writer->second.op;
    }
    machine_.findings.add(std::move(finding), -1, gap.elements,
                          fmt::format("element {}", gap.first));
  }

  Machine& machine_;
  const std::vector<ArgumentTensor>& tensors_;
  const Options& options_;
  Values& values_;
};

}  // namespace

void read_outputs(Machine& machine, const std::vector<ArgumentTensor>& tensors,
                  const Options& options, Values& values) {
  OutputReader(machine, tensors, options, values).run();
}

}  // namespace spyre::execute
