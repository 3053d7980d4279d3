// Tells a plan launch by launch.
#include "sim/report/plan_text.hpp"

#include "sim/report/number_text.hpp"
#include "sim/report/operation_text.hpp"

#include <fmt/format.h>

namespace spyre::report {
namespace {

const char* name(plan::ArgumentRole role) {
  switch (role) {
    case plan::ArgumentRole::Input: return "input";
    case plan::ArgumentRole::Output: return "output";
    case plan::ArgumentRole::InputOutput: return "input and output";
    case plan::ArgumentRole::Pool: return "pool of intermediates";
  }
  return "";
}

std::string heading(const plan::Plan& plan) {
  const std::string description = plan.description.empty() ? "" : plan.description + "\n";
  return fmt::format("plan {}: {}, {}, {}\n{}", plan.name,
                     counted(static_cast<std::int64_t>(plan.launches.size()), "launch", "launches"),
                     counted(plan.operation_count(), "operation"),
                     counted(plan.cores_used(), "core"), description);
}

std::string argument_text(const plan::Plan& plan, const plan::Argument& argument) {
  std::string text = fmt::format("  argument {}: {}", argument.arg_index, name(argument.role));
  if (!argument.tensor.empty()) text += " " + argument.tensor;
  if (!argument.host_shape.empty()) {
    text +=
        fmt::format(", {} {} on the host", argument.host_dtype, extents_text(argument.host_shape));
  }
  if (argument.layout) text += fmt::format(", {} on the card", plan::name(argument.layout->format));
  const auto index = static_cast<std::size_t>(argument.storage);
  if (argument.storage < 0 || index >= plan.storages.size()) return text + "\n";
  const plan::Storage& storage = plan.storages[index];
  return text + fmt::format(", {} at segment {} + {:#x}\n", bytes_text(storage.bytes),
                            storage.address / plan::kSegmentBytes,
                            storage.address % plan::kSegmentBytes);
}

std::string loop_text(const plan::Launch& launch, std::size_t index) {
  const plan::Loop& loop = launch.loops[index];
  const std::string parent = loop.parent < 0 ? "" : fmt::format(" inside loop {}", loop.parent);
  const std::string around = loop.last - loop.first == 1
                                 ? fmt::format("operation {}", loop.first)
                                 : fmt::format("operations {} to {}", loop.first, loop.last - 1);
  return fmt::format("  loop {}: {} of {}{}\n", index, counted(loop.trips, "trip"), around, parent);
}

std::string host_text(const plan::Launch& launch) {
  std::string text;
  if (launch.host.before > Time{0}) {
    text +=
        fmt::format("  host work before it: {} us\n", decimal(microseconds(launch.host.before), 3));
  }
  if (launch.host.h2d > Bytes(0) || launch.host.d2h > Bytes(0)) {
    text += fmt::format("  PCIe: {} to the card, {} back\n", bytes_text(launch.host.h2d.count()),
                        bytes_text(launch.host.d2h.count()));
  }
  for (const auto& [symbol, value] : launch.symbols)
    text += fmt::format("  symbol {} = {}\n", symbol, value);
  if (launch.needs_correction)
    text += "  symbolic: the host corrects addresses before each launch\n";
  return text;
}

std::string launch_text(const plan::Plan& plan, const plan::Launch& launch, std::size_t index) {
  const std::string times =
      launch.repeat == 1 ? "" : fmt::format(", {} times in a row", launch.repeat);
  std::string text =
      fmt::format("\nlaunch {} {}{}: {}\n", index, launch.name, times,
                  counted(static_cast<std::int64_t>(launch.operations.size()), "operation"));
  text += host_text(launch);
  for (const plan::Argument& argument : launch.arguments) text += argument_text(plan, argument);
  for (std::size_t i = 0; i < launch.loops.size(); ++i) text += loop_text(launch, i);
  for (std::size_t i = 0; i < launch.operations.size(); ++i) {
    text += operation_text(plan, launch, static_cast<int>(i));
  }
  return text;
}

std::string notes_text(const plan::Plan& plan) {
  std::string text;
  for (const plan::Note& note : plan.notes) {
    text += fmt::format("note: {} {} {}\n", note.source.file, note.id, note.message);
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string plan_text(const plan::Plan& plan) {
  std::string text = heading(plan);
  for (std::size_t i = 0; i < plan.launches.size(); ++i)
    text += launch_text(plan, plan.launches[i], i);
  return text + notes_text(plan);
}

}  // namespace spyre::report
