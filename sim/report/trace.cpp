// Writes tracks, spans and arrows as trace events.
#include "sim/report/trace.hpp"

#include "sim/report/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace spyre::report {
namespace {

constexpr int kOperationsProcess = 1;
constexpr Time kInsideSource =
    nanoseconds(1);  // an arrow leaves just before its span ends, else it belongs to the next

// Microseconds with all six decimals a picosecond needs.
std::string stamp(Time t) {
  return fmt::format("{}.{:06}", t.count() / 1'000'000, t.count() % 1'000'000);
}

std::string quoted(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

struct Names {
  std::string process, thread;
};

// "chip.core3.load" is track "load" of process "core3".
Names names_of(const std::string& path) {
  std::string_view rest = path;
  if (rest.substr(0, 5) == "chip.") rest.remove_prefix(5);
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return {std::string(rest), std::string(rest)};
  return {std::string(rest.substr(0, dot)), std::string(rest.substr(dot + 1))};
}

}  // namespace

Trace::Trace(const std::filesystem::path& target) : file_(target) {
  file_.write("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  processes_["operations"] = kOperationsProcess;
  metadata("process_name", {kOperationsProcess, 0}, R"("name":"operations")");
  metadata("process_sort_index", {kOperationsProcess, 0}, R"("sort_index":0)");
  name_track({kOperationsProcess, 1}, "operations");
}

void Trace::track(int number, const std::string& path) {
  const Names names = names_of(path);
  const Place place{process_of(names.process), number + 1};
  tracks_[number] = place;
  name_track(place, names.thread);
}

void Trace::operation(int index, const std::string& label, Time start, Time length) {
  labels_[index] = quoted(label);
  event(fmt::format(
      R"({{"name":{},"cat":"operation","ph":"X","ts":{},"dur":{},"pid":{},"tid":1,"args":{{"index":{}}}}})",
      labels_[index], stamp(start), stamp(length), kOperationsProcess, index));
}

void Trace::span(const observe::Span& span) {
  const Place place = place_of(span.track);
  const std::string label = label_of(span.operation);
  const std::string name = span.stall      ? fmt::format(R"("stall: {}")", span.what)
                           : label.empty() ? quoted(span.what)
                                           : label;
  const std::string operation = label.empty() ? fmt::format("{}", span.operation) : label;
  event(fmt::format(
      R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":{},"tid":{},"args":{{"operation":{}}}}})",
      name, span.stall ? "stall" : span.what, stamp(span.start), stamp(span.length), place.process,
      place.thread, operation));
}

void Trace::flow(const observe::Flow& flow) {
  const Place from = place_of(flow.from_track);
  const Place to = place_of(flow.to_track);
  const Time leaves = std::max(flow.from - kInsideSource, Time{0});
  const std::int64_t id = ++flows_;
  constexpr const char* format =
      R"({{"name":"dependence","cat":"dependence","ph":"{}","id":{},"ts":{},"pid":{},"tid":{}{}}})";
  event(fmt::format(format, 's', id, stamp(leaves), from.process, from.thread, ""));
  event(fmt::format(format, 'f', id, stamp(flow.to), to.process, to.thread, R"(,"bp":"e")"));
}

void Trace::finish() {
  file_.write("\n]}\n");
  file_.finish();
}

void Trace::event(const std::string& text) {
  file_.write(first_ ? "\n" : ",\n");
  file_.write(text);
  first_ = false;
}

void Trace::metadata(const char* what, Place place, const std::string& argument) {
  event(fmt::format(R"({{"name":"{}","ph":"M","pid":{},"tid":{},"args":{{{}}}}})", what,
                    place.process, place.thread, argument));
}

void Trace::name_track(Place place, const std::string& name) {
  metadata("thread_name", place, R"("name":)" + quoted(name));
  metadata("thread_sort_index", place, fmt::format(R"("sort_index":{})", place.thread));
}

// Processes are shown in the order in which their first unit was made, after the operations.
int Trace::process_of(const std::string& name) {
  const int fresh = static_cast<int>(processes_.size()) + 1;
  const auto [entry, added] = processes_.emplace(name, fresh);
  if (!added) return entry->second;
  metadata("process_name", {fresh, 0}, R"("name":)" + quoted(name));
  metadata("process_sort_index", {fresh, 0}, fmt::format(R"("sort_index":{})", fresh));
  return fresh;
}

Trace::Place Trace::place_of(int track) const {
  const auto found = tracks_.find(track);
  return found == tracks_.end() ? Place{kOperationsProcess, 1} : found->second;
}

std::string Trace::label_of(int operation) const {
  const auto found = labels_.find(operation);
  return found == labels_.end() ? std::string() : found->second;
}

}  // namespace spyre::report
