// Turns the runtime's calls into operations of streams.
#include "sim/target/card.hpp"

#include "models/base/error.hpp"
#include "sim/target/conversion.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>
#include <vector>

namespace spyre::target {
namespace {

std::uint64_t address_of(const flex::CompositeAddress& address) {
  if (address.chunks().size() != 1)
    throw Error(ErrorKind::Input, "device address",
                fmt::format("{} pieces", address.chunks().size()), "one");
  const flex::LogicalAddress& at = address.chunks().front().addr;
  return (at.region_id << flex::SEGMENT_SIZE_BITS) + at.offset;
}

std::vector<std::int64_t> addresses_of(const std::vector<const flex::CompositeAddress*>& tensors) {
  std::vector<std::int64_t> addresses;
  for (const flex::CompositeAddress* tensor : tensors)
    addresses.push_back(static_cast<std::int64_t>(address_of(*tensor)));
  return addresses;
}

// Transfers to the card cut halves off: torch-spyre adds inputs that nearly cancel, which comes out
// within its tolerance so and not with halves to even; observations exclude halves away from zero.
number::Rules card_rules() {
  number::Rules rules;
  rules.h2d = number::Rounding::TowardZero;
  return rules;
}

void tell(const std::function<void(void*)>& callback) {
  if (callback) callback(nullptr);
}

}  // namespace

Card::Card(const Settings& settings)
    : settings_(settings),
      rules_(card_rules()),
      recorder_(settings),
      memory_(std::make_shared<Segments>()),
      allocations_(std::make_shared<Allocations>(settings.memory)) {
  allocations_->on_freed(
      [this](std::uint64_t address, std::uint64_t bytes) { freed(address, bytes); });
}

// Allocations may outlive the card in the hands of tensors.
Card::~Card() { allocations_->on_freed({}); }

int Card::add_stream(int priority) {
  const int id = executor_.add_stream(priority);
  recorder_.add_stream(id, priority);
  return id;
}

std::span<std::uint8_t> Card::memory_of(const flex::CompositeAddress& address) {
  return {memory_->at(address_of(address), address.total_size()), address.total_size()};
}

void Card::send(int stream, const flex::DmaParams& params) {
  recorder_.add({Recorder::Kind::Send, stream, params.size, -1});
  if (!params.conversion) return send_bytes(stream, params);
  const auto* host = static_cast<const std::uint8_t*>(params.host);
  const Event done =
      executor_.submit(stream, [this, host, to = memory_of(*params.device),
                                info = params.conversion, callback = params.callback] {
        copy_to_device(*info, host, to, rules_);
        tell(callback);
      });
  executor_.synchronize(done);
}

// Without conversion the bytes are kept, so that the caller may use its buffer again at once.
void Card::send_bytes(int stream, const flex::DmaParams& params) {
  const std::span<std::uint8_t> to = memory_of(*params.device);
  const std::size_t size = std::min(params.size, to.size());
  const auto* host = static_cast<const std::uint8_t*>(params.host);
  forget_programs(address_of(*params.device), size);
  executor_.submit(stream, [to, bytes = std::vector<std::uint8_t>(host, host + size),
                            callback = params.callback] {
    std::memcpy(to.data(), bytes.data(), bytes.size());
    tell(callback);
  });
}

void Card::fetch(int stream, const flex::DmaParams& params) {
  recorder_.add({Recorder::Kind::Fetch, stream, params.size, -1});
  auto* host = static_cast<std::uint8_t*>(params.host);
  executor_.submit(stream, [this, host, from = memory_of(*params.device), size = params.size,
                            info = params.conversion, callback = params.callback] {
    if (info)
      copy_to_host(*info, from, host, rules_);
    else
      std::memcpy(host, from.data(), std::min(size, from.size()));
    tell(callback);
  });
}

void Card::fill(int stream, const flex::CompositeAddress& address, double value,
                DataFormats format) {
  recorder_.add({Recorder::Kind::Fill, stream, address.total_size(), -1});
  executor_.submit(stream, [this, to = memory_of(address), value, format] {
    target::fill(to, value, format, rules_);
  });
}

void Card::wait(int stream) {
  recorder_.add({Recorder::Kind::Wait, stream, 0, -1});
  executor_.synchronize(stream);
}

void Card::call(int stream, const flex::HostCallbackParams& params) {
  executor_.require_healthy(stream);
  if (params.pipeline_barrier) executor_.synchronize(stream);
  recorder_.add({Recorder::Kind::HostCall, stream, 0, -1});
  if (params.callback) params.callback(params.argument);
}

void Card::launch(int stream, const flex::ComputeParams& params) {
  executor_.require_healthy(stream);
  const Loaded loaded = load(stream, params);
  std::vector<std::int64_t> bound = addresses_of(params.tensors);
  if (!bound.empty() && bound.size() != loaded.program->arguments())
    throw Error(ErrorKind::Input, loaded.program->image().name,
                fmt::format("{} tensors at the launch", bound.size()),
                fmt::format("{}", loaded.program->arguments()));
  recorder_.add({Recorder::Kind::Compute, stream, 0, loaded.kernel});
  if (!settings_.values) return;
  const std::span<std::uint8_t> buffer = memory_of(*params.program);
  const Extents live = loaded.program->has_tables() ? allocations_->live() : Extents{};
  executor_.submit(stream, [this, loaded, buffer, live, addresses = std::move(bound)] {
    const std::uint64_t count = loaded.program->arguments();
    const bool corrected = addresses.empty() && count > 0;
    recorder_.add_findings(
        loaded.kernel, loaded.program->run(corrected ? read_correction(buffer, count) : addresses,
                                           live, *memory_, scratchpads_, rules_));
  });
}

Card::Loaded Card::load(int stream, const flex::ComputeParams& params) {
  const std::uint64_t address = address_of(*params.program) + params.bootstrap_offset;
  {
    const std::lock_guard lock(programs_mutex_);
    const auto known = programs_.find(address);
    if (known != programs_.end()) return known->second;
  }
  executor_.synchronize(stream);  // the program may still be on its way
  if (params.bootstrap_offset > params.program->total_size())
    throw Error(ErrorKind::Input, params.kernel_name,
                fmt::format("starts at byte {}", params.bootstrap_offset),
                fmt::format("at most {}", params.program->total_size()));
  const auto memory = memory_of(*params.program).subspan(params.bootstrap_offset);
  const ImageHeader header = read_header(memory);
  Image image = read_image(memory);
  Loaded loaded;
  loaded.bytes = header.bytes;
  loaded.kernel = recorder_.kernel(params.kernel_name, header.checksum, image);
  loaded.program = std::make_shared<const Program>(std::move(image));
  const std::lock_guard lock(programs_mutex_);
  return programs_[address] = std::move(loaded);
}

void Card::forget_programs(std::uint64_t address, std::uint64_t bytes) {
  const std::lock_guard lock(programs_mutex_);
  for (auto entry = programs_.begin(); entry != programs_.end();) {
    const bool touched =
        entry->first < address + bytes && address < entry->first + entry->second.bytes;
    entry = touched ? programs_.erase(entry) : std::next(entry);
  }
}

// Operations that wait may still read freed memory; its pages are given back only when none do.
void Card::freed(std::uint64_t address, std::uint64_t bytes) {
  forget_programs(address, bytes);
  if (executor_.idle()) memory_->drop(address, bytes);
}

}  // namespace spyre::target
