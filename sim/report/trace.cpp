// Writes tracks, spans and arrows as trace events.
#include "sim/report/trace.hpp"

#include "sim/report/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace spyre::report {
namespace {

constexpr int kOperationsProcess = 1;
constexpr const char* kChip = "chip";
// An arrow belongs to the span it leaves in, so it leaves just before the end of its span.
constexpr Time kBeforeEnd = nanoseconds(1);

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

// "chip.core3.load" is track "load" of process "core3"; "chip.memory" is track "memory" of process
// "chip".
Names names_of(const std::string& path) {
  const std::size_t last = path.rfind('.');
  if (last == std::string::npos) return {kChip, path};
  const std::string unit = path.substr(last + 1);
  const std::string_view owner = std::string_view(path).substr(0, last);
  const std::size_t dot = owner.rfind('.');
  return {std::string(dot == std::string_view::npos ? owner : owner.substr(dot + 1)), unit};
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
  tracks_[number].place = place;
  tracks_[number].in_core = names.process != kChip;
  name_track(place, names.thread);
}

void Trace::begin(int index, const std::string& label) {
  operation_ = index;
  label_ = label;
}

void Trace::operation(int index, const std::string& label, Time start, Time length) {
  event(fmt::format(
      R"({{"name":{},"cat":"operation","ph":"X","ts":{},"dur":{},"pid":{},"tid":1,"args":{{"index":{}}}}})",
      quoted(label), stamp(start), stamp(length), kOperationsProcess, index));
}

void Trace::span(const observe::Span& span) {
  Track& track = tracks_[span.track];
  release(track, span.start);
  track.start = span.start;
  track.end = span.start + span.length;
  release(track, track.end);
  event(fmt::format(
      R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":{},"tid":{},"args":{{"operation":{}}}}})",
      name_of(span, track), span.stall ? "stall" : span.what, stamp(span.start), stamp(span.length),
      track.place.process, track.place.thread, span.operation));
}

void Trace::flow(const observe::Flow& flow) {
  Track& from = tracks_[flow.from_track];
  from.waiting.push_back({flow.from - kBeforeEnd, flow.to, tracks_[flow.to_track].place});
  release(from, from.end);
}

// Draws the waiting arrows that leave before a time up to which the track's spans are known. One
// that leaves where the track is idle leaves from the end of the last span; without any span there
// is nothing to leave from.
void Trace::release(Track& track, Time before) {
  const auto known = std::stable_partition(track.waiting.begin(), track.waiting.end(),
                                           [=](const Arrow& a) { return a.leaves < before; });
  for (auto a = track.waiting.begin(); a != known; ++a) {
    if (track.end > track.start) arrow(track, *a);
  }
  track.waiting.erase(track.waiting.begin(), known);
}

void Trace::arrow(const Track& from, const Arrow& arrow) {
  const Time inside =
      std::clamp(arrow.leaves, from.start, std::max(from.start, from.end - kBeforeEnd));
  const std::int64_t id = ++arrows_;
  constexpr const char* format =
      R"({{"name":"dependence","cat":"dependence","ph":"{}","id":{},"ts":{},"pid":{},"tid":{}{}}})";
  event(fmt::format(format, 's', id, stamp(inside), from.place.process, from.place.thread, ""));
  event(fmt::format(format, 'f', id, stamp(arrow.arrives), arrow.to.process, arrow.to.thread,
                    R"(,"bp":"e")"));
}

void Trace::finish() {
  for (auto& [number, track] : tracks_) release(track, Time::max());
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

std::string Trace::name_of(const observe::Span& span, const Track& track) const {
  const bool named = track.in_core && span.operation == operation_;
  if (!span.stall) return quoted(named ? label_ : span.what);
  return quoted(fmt::format("stall: {}{}{}", span.what, named ? " of " : "", named ? label_ : ""));
}

}  // namespace spyre::report
