// The log: what the program does, on standard error, silent unless asked for.
#pragma once

namespace spyre::cli {

// Level by SPYRE_SIM_LOG (default: warnings), raised by -v (info) and -vv (debug), lowered by -q
// (errors). Throws Error{Config} for a level that does not exist.
void start_log(int verbose, bool quiet);

}  // namespace spyre::cli
