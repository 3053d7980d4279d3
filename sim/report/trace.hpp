// A timeline of one run in the Trace Event Format, for ui.perfetto.dev: written while the run goes
// on, never held in memory. One process per core, one track per unit, one track of operations;
// compressed when the file ends in .gz.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/observe/result.hpp"
#include "sim/report/compressed_file.hpp"

namespace spyre::report {

class Trace : public observe::Sink {
 public:
  explicit Trace(const std::filesystem::path& target);

  void track(int number, const std::string& path) override;
  void begin(int index, const std::string& label) override;
  void operation(int index, const std::string& label, Time start, Time length) override;
  void span(const observe::Span& span) override;
  void flow(const observe::Flow& flow) override;

  // Completes the file and gives it its name; without it nothing is left behind. Throws
  // Error{Input} when any part could not be written: a sink itself never throws, since it is called
  // from inside the simulation.
  void finish();

 private:
  struct Place {
    int process = 0, thread = 0;
  };
  // One end of an arrow, written when the span it lies in is known.
  struct ArrowEnd {
    Time at{0};
    std::int64_t arrow = 0;
    bool leaves = false;
  };
  struct Track {
    Place place;
    bool in_core = false;  // its spans belong to the running operation
    observe::Span last;    // not written yet: more of the same may follow
    std::string name;      // of the last span
    std::vector<ArrowEnd> waiting;

    [[nodiscard]] bool has_span() const { return last.length > Time{0}; }
    [[nodiscard]] Time end() const { return last.start + last.length; }
    [[nodiscard]] bool continued_by(const observe::Span& span) const;
  };

  void event(const std::string& text);
  void metadata(const char* what, Place place, const std::string& argument);
  void name_track(Place place, const std::string& name);
  int process_of(const std::string& name);
  void write_last(const Track& track);
  void release(Track& track, Time before);
  void write(const Track& track, const ArrowEnd& end);
  [[nodiscard]] std::string name_of(const observe::Span& span, const Track& track) const;

  CompressedFile file_;
  bool first_ = true;
  std::int64_t arrows_ = 0;
  std::map<std::string, int> processes_;
  std::map<int, Track> tracks_;
  int operation_ = -1;  // the running one
  std::string label_;
};

}  // namespace spyre::report
