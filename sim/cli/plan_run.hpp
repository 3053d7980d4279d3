// One plan from file to report: read, check, schedule, simulate, report.
#pragma once

#include <string>

#include "models/params/params.hpp"
#include "sim/bundle/read.hpp"
#include "sim/cli/intervals.hpp"
#include "sim/cli/outputs.hpp"
#include "sim/cli/timing_log.hpp"
#include "sim/execute/execute.hpp"

namespace spyre::cli {

class Console;

enum class Format { Text, Json, Csv };

struct RunSettings {
  params::ChipParams params;
  bundle::ReadOptions read;
  bool strict = false;
  Format format = Format::Text;
  execute::Options values;  // used when the outputs name a directory for values
  Intervals intervals;
  bool several = false;  // plans on the command line: JSON is one document per line
};

// Simulates once per process. Returns 0, or 3 or 5 for what the values showed; throws Error.
int run_plan(const RunSettings& settings, const std::string& path, const OutputPaths& outputs,
             Stopwatch& watch, Console& console);

}  // namespace spyre::cli
