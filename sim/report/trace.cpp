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
  if (track.continued_by(span)) {
    track.last.length += span.length;
  } else {
    write_last(track);
    release(track, span.start);
    track.last = span;
    track.name = name_of(span, track);
  }
  release(track, track.end());
}

bool Trace::Track::continued_by(const observe::Span& span) const {
  return has_span() && end() == span.start && last.operation == span.operation &&
         last.stall == span.stall && std::string_view(last.what) == span.what;
}

void Trace::write_last(const Track& track) {
  if (!track.has_span()) return;
  const observe::Span& span = track.last;
  event(fmt::format(
      R"({{"name":{},"cat":"{}","ph":"X","ts":{},"dur":{},"pid":{},"tid":{},"args":{{"operation":{}}}}})",
      track.name, span.stall ? "stall" : span.what, stamp(span.start), stamp(span.length),
      track.place.process, track.place.thread, span.operation));
}

void Trace::flow(const observe::Flow& flow) {
  const std::int64_t arrow = ++arrows_;
  Track& from = tracks_[flow.from_track];
  from.waiting.push_back({flow.from - kBeforeEnd, arrow, true});
  release(from, from.end());
  Track& to = tracks_[flow.to_track];
  to.waiting.push_back({flow.to, arrow, false});
  release(to, to.end());
}

// Writes the ends before a time up to which the track's spans are known. One where the track is
// idle is moved to the end of the span before; on a track without spans there is nothing to hold
// it.
void Trace::release(Track& track, Time before) {
  const auto known = std::stable_partition(track.waiting.begin(), track.waiting.end(),
                                           [=](const ArrowEnd& end) { return end.at < before; });
  for (auto end = track.waiting.begin(); end != known; ++end) {
    if (track.has_span()) write(track, *end);
  }
  track.waiting.erase(track.waiting.begin(), known);
}

void Trace::write(const Track& track, const ArrowEnd& end) {
  const Time last = std::max(track.last.start, track.end() - kBeforeEnd);
  event(fmt::format(
      R"({{"name":"dependence","cat":"dependence","ph":"{}","id":{},"ts":{},"pid":{},"tid":{}{}}})",
      end.leaves ? 's' : 'f', end.arrow, stamp(std::clamp(end.at, track.last.start, last)),
      track.place.process, track.place.thread, end.leaves ? "" : R"(,"bp":"e")"));
}

void Trace::finish() {
  for (auto& [number, track] : tracks_) {
    write_last(track);
    release(track, Time::max());
  }
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
