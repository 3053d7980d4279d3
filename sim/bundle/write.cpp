// Writes plan.json and the bundle directories it names.
#include "sim/bundle/write.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/write_parts.hpp"
#include "sim/files/output_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace spyre::bundle {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

const char* role_name(plan::ArgumentRole role) {
  switch (role) {
    case plan::ArgumentRole::Input: return "input";
    case plan::ArgumentRole::Output: return "output";
    case plan::ArgumentRole::InputOutput: return "input_output";
    case plan::ArgumentRole::Pool: return "pool";
  }
  return "";
}

// Letters a file name may have everywhere.
std::string file_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    out += plain ? c : '_';
  }
  return out.empty() || out.front() == '.' ? "kernel" + out : out;
}

class PlanWriter {
 public:
  PlanWriter(const plan::Plan& plan, std::filesystem::path directory)
      : plan_(plan), directory_(std::move(directory)) {}

  void run() {
    make_directory(directory_);
    OrderedJson root;
    root["schema"] = "spyre-sim/plan/1";
    root["name"] = plan_.name;
    if (!plan_.description.empty()) root["description"] = plan_.description;
    root["atol"] = plan_.atol;
    root["rtol"] = plan_.rtol;
    root["launches"] = OrderedJson::array();
    for (const plan::Launch& launch : plan_.launches)
      root["launches"].push_back(write_launch(launch));
    root["tensors"] = OrderedJson::object();
    files::write_file(directory_ / "plan.json", root.dump(1) + "\n");
  }

 private:
  static void make_directory(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error)
      throw Error(ErrorKind::Input, path.string(), error.message(), "a directory that can be made");
  }

  OrderedJson write_launch(const plan::Launch& launch) {
    OrderedJson out;
    out["bundle"] = bundle_of(launch);
    out["name"] = launch.name;
    if (launch.repeat != 1) out["repeat"] = launch.repeat;
    add_host(launch.host, out);
    out["args"] = OrderedJson::array();
    for (const plan::Argument& argument : launch.arguments)
      out["args"].push_back(write_argument(argument, out["args"].size()));
    return out;
  }
  static void add_host(const plan::HostTimes& host, OrderedJson& out) {
    if (host.before.count() == 0 && host.h2d.count() == 0 && host.d2h.count() == 0) return;
    out["host"] = {{"before_us", static_cast<double>(host.before.count()) / 1e6},
                   {"h2d_bytes", host.h2d.count()},
                   {"d2h_bytes", host.d2h.count()}};
  }
  [[nodiscard]] OrderedJson write_argument(const plan::Argument& argument,
                                           std::size_t position) const {
    const plan::Storage& storage = plan_.storages[at(argument.storage)];
    OrderedJson out;
    out["position"] = position;
    out["arg_index"] = argument.arg_index;
    out["role"] = role_name(argument.role);
    if (!argument.tensor.empty()) out["tensor"] = argument.tensor;
    out["host_shape"] = argument.host_shape;
    out["host_strides"] = argument.host_strides;
    out["storage_offset"] = argument.storage_offset;
    if (!argument.host_dtype.empty()) out["dtype"] = argument.host_dtype;
    if (argument.layout) {
      out["device_layout"] = {{"device_size", argument.layout->device_size},
                              {"stride_map", argument.layout->stride_map},
                              {"device_dtype", plan::name(argument.layout->format)},
                              {"element_arrangement", argument.layout->arrangement}};
    }
    out["allocation_bytes"] = storage.bytes;
    return out;
  }

  // Launches of the same bundle share its directory.
  std::string bundle_of(const plan::Launch& launch) {
    const auto known = directories_.find(launch.bundle);
    if (!launch.bundle.empty() && known != directories_.end()) return known->second;
    std::string name = file_name(launch.name);
    while (!taken_.insert(name).second) name += "_";
    directories_[launch.bundle] = name;
    write_bundle(launch, directory_ / name);
    return name;
  }
  void write_bundle(const plan::Launch& launch, const std::filesystem::path& path) const {
    make_directory(path);
    std::vector<Symbols> symbols(launch.operations.size());
    for (std::size_t i = 0; i < launch.operations.size(); ++i) {
      const OrderedJson file = write_sdsc(plan_, launch, launch.operations[i], symbols[i]);
      files::write_file(path / fmt::format("sdsc_{}.json", i), file.dump() + "\n");
    }
    files::write_file(path / "bundle.mlir", write_mlir(launch, symbols));
  }

  const plan::Plan& plan_;
  std::filesystem::path directory_;
  std::map<std::string, std::string> directories_;
  std::set<std::string> taken_{"plan.json"};
};

}  // namespace

std::vector<SymbolicAddress> addresses_of(const plan::Plan& plan, const plan::Launch& launch,
                                          const plan::Tensor& tensor) {
  const auto argument =
      std::find_if(launch.arguments.begin(), launch.arguments.end(),
                   [&](const plan::Argument& a) { return a.storage == tensor.storage; });
  const plan::Storage& storage = plan.storages[at(tensor.storage)];
  const bool known = argument != launch.arguments.end();
  if (!known && !storage.pool) {
    throw Error(ErrorKind::Unsupported, launch.name,
                fmt::format("'{}' is no argument of the launch", storage.name),
                "tensors in arguments, the pool or the scratchpads");
  }
  std::vector<SymbolicAddress> out;
  for (const std::int64_t start : tensor.start) {
    out.emplace_back(known ? argument->arg_index : -1, start - storage.address, tensor.loop_stride);
  }
  return out;
}

void write_plan(const plan::Plan& plan, const std::filesystem::path& directory) {
  PlanWriter(plan, directory).run();
}

}  // namespace spyre::bundle
