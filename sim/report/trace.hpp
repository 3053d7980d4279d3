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
  // An arrow that leaves a track at a time no span of it covers yet.
  struct Arrow {
    Time leaves{0}, arrives{0};
    Place to;
  };
  struct Track {
    Place place;
    bool in_core = false;   // its spans belong to the running operation
    Time start{0}, end{0};  // of the last span
    std::vector<Arrow> waiting;
  };

  void event(const std::string& text);
  void metadata(const char* what, Place place, const std::string& argument);
  void name_track(Place place, const std::string& name);
  int process_of(const std::string& name);
  void release(Track& track, Time before);
  void arrow(const Track& from, const Arrow& arrow);
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
