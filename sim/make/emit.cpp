// Launches, arguments and storages of a built plan.
#include "sim/make/emit.hpp"

#include "models/base/error.hpp"
#include "sim/make/emit_operation.hpp"
#include "sim/make/index.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::make {
namespace {

constexpr std::int64_t kAlignment = 4096;  // a burst; the device needs 128

plan::StorageId storage_named(plan::Plan& plan, const std::string& name, std::int64_t bytes,
                              bool pool) {
  const auto found =
      std::find_if(plan.storages.begin(), plan.storages.end(),
                   [&](const plan::Storage& storage) { return storage.name == name; });
  const auto id = static_cast<plan::StorageId>(found - plan.storages.begin());
  if (found == plan.storages.end()) plan.storages.push_back({name, 0, 0, pool});
  plan::Storage& storage = plan.storages[at(id)];
  storage.bytes = std::max(storage.bytes, bytes);
  return id;
}

std::string dtype_name(plan::Format format) {
  return format == plan::Format::IeeeFp32 ? "float32" : "float16";
}

class LaunchMaker {
 public:
  LaunchMaker(plan::Plan& plan, const Kernel& kernel, const Placement& placement)
      : plan_(plan), kernel_(kernel), placement_(placement) {}

  plan::Launch run() {
    launch_.name = launch_.bundle = kernel_.name;
    launch_.repeat = kernel_.repeat;
    launch_.needs_correction = true;
    add_arguments();
    if (kernel_.tiles > 1)
      launch_.loops.push_back({-1, 0, static_cast<int>(kernel_.steps.size()), kernel_.tiles});
    for (std::size_t i = 0; i < kernel_.steps.size(); ++i) {
      plan::Operation operation = emit_operation(kernel_, placement_, i);
      for (plan::Tensor& tensor : operation.tensors) {
        if (!tensor.in_lx())
          tensor.storage = tensor.storage < 0 ? pool_ : storages_[at(tensor.storage)];
      }
      launch_.operations.push_back(std::move(operation));
    }
    return std::move(launch_);
  }

 private:
  void add_arguments() {
    if (placement_.pool_bytes > 0) add_pool();
    for (const Origin origin : {Origin::Input, Origin::Output}) {
      for (std::size_t i = 0; i < kernel_.values.size(); ++i) {
        const Value& value = kernel_.values[i];
        if (value.origin == origin && value.storage == static_cast<ValueId>(i)) add_argument(value);
      }
    }
  }
  void add_pool() {
    plan::Argument pool;
    pool.arg_index = -1;
    pool.role = plan::ArgumentRole::Pool;
    pool.tensor = "pool";
    pool.host_shape = {placement_.pool_bytes};
    pool.host_strides = {1};
    pool.host_dtype = "uint8";
    pool.storage = pool_ = storage_named(plan_, "pool", placement_.pool_bytes, true);
    launch_.arguments.push_back(std::move(pool));
  }
  void add_argument(const Value& value) {
    plan::Argument argument;
    argument.arg_index = static_cast<int>(storages_.size());
    argument.role =
        value.origin == Origin::Input ? plan::ArgumentRole::Input : plan::ArgumentRole::Output;
    argument.tensor = value.name;
    argument.host_shape = value.shape.sizes;
    argument.host_strides = host_strides(value.shape);
    argument.host_dtype = dtype_name(value.shape.format);
    argument.layout = device_layout(value.shape);
    const std::string name =
        value.name.empty() ? fmt::format("arg_{}", argument.arg_index) : value.name;
    argument.storage = storage_named(plan_, name, bytes(value.shape), false);
    storages_.push_back(argument.storage);
    launch_.arguments.push_back(std::move(argument));
  }

  plan::Plan& plan_;
  const Kernel& kernel_;
  const Placement& placement_;
  plan::Launch launch_;
  plan::StorageId pool_ = plan::kLxStorage;
  std::vector<plan::StorageId> storages_;  // by argument
};

// Compactly in the order of the storages, none across two segments or in the program's.
void place_storages(std::vector<plan::Storage>& storages) {
  std::int64_t cursor = 0;
  for (plan::Storage& storage : storages) {
    const std::int64_t room = plan::kSegmentBytes - cursor % plan::kSegmentBytes;
    if (storage.bytes > room) cursor += room;
    const std::int64_t end = cursor + storage.bytes;
    if (storage.bytes > plan::kSegmentBytes || end > plan::kProgramSegment * plan::kSegmentBytes) {
      throw Error(ErrorKind::Input, storage.name,
                  fmt::format("no room for {} bytes", storage.bytes),
                  "at most 16 GiB a tensor and seven such segments");
    }
    storage.address = cursor;
    cursor += round_up(storage.bytes, kAlignment);
  }
}

}  // namespace

void add_launch(plan::Plan& plan, const Kernel& kernel, const Placement& placement) {
  plan.launches.push_back(LaunchMaker(plan, kernel, placement).run());
}

void settle_addresses(plan::Plan& plan) {
  place_storages(plan.storages);
  for (plan::Launch& launch : plan.launches) {
    for (plan::Operation& operation : launch.operations) {
      for (plan::Tensor& tensor : operation.tensors) {
        if (tensor.in_lx()) continue;
        for (std::int64_t& start : tensor.start) start += plan.storages[at(tensor.storage)].address;
      }
    }
  }
}

}  // namespace spyre::make
