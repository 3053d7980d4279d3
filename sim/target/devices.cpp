// How many cards a process sees.
#include "sim/target/devices.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <stdexcept>

namespace spyre::target {
namespace {

long number(const std::string& variable, std::string text) {
  std::erase(text, ' ');
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error(variable + ": '" + text + "' (expected a number)");
  return value;
}

std::size_t world_size(const std::string& text) {
  if (text.empty()) return kDevices;
  const long size = number("AIU_WORLD_SIZE", text);
  if (size < 1) throw std::runtime_error("AIU_WORLD_SIZE: " + text + " (expected at least 1)");
  return std::min(kDevices, static_cast<std::size_t>(size));
}

}  // namespace

std::size_t visible_devices(const std::string& world, const std::string& chosen) {
  const std::size_t size = world_size(world);
  if (chosen.empty()) return size;
  std::set<long> indices;
  std::istringstream list(chosen);
  for (std::string entry; std::getline(list, entry, ',');) {
    const long index = number("SPYRE_DEVICES", entry);
    if (index >= 0 && index < static_cast<long>(kDevices)) indices.insert(index);
  }
  return indices.size();
}

}  // namespace spyre::target
