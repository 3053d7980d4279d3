// Runs the points of a sweep that have no row yet, each in a process of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "sim/sweep/ledger.hpp"
#include "sim/sweep/points.hpp"
#include "sim/sweep/row.hpp"

namespace spyre::sweep {

// What makes the key of a point, besides the point.
struct Identity {
  params::ChipParams card;
  std::vector<std::string> plan_hashes;  // of the listed plans
  std::string version;
  bool strict = false;
};

// Sixteen digits: hash of plan, card and version. The plan of a point that is built counts as the
// request that builds it.
std::string key_of(const Point& point, const Identity& identity);

struct Done {
  std::uint64_t points = 0, of = 0;       // that have a row
  std::uint64_t simulated = 0, kept = 0;  // simulations of this run, and rows that were there
};

struct Sweep {
  const Points& points;
  Identity identity;
  std::size_t at_once = 1;
  std::function<Outcome(const Point&)> run;  // in a process of its own
  std::function<void(const Done&)> tell;     // after every row
  std::function<bool()> stop;                // true ends the sweep early
};

// Rows of other points, or of these on another card or version, would mix two sweeps in one file:
// throws Error (Input). Points may be added to a specification, not taken away.
void refuse_strangers(const Points& points, const Identity& identity, const Ledger& ledger);

// Points with the key of another one take its result; a row that is there stays as it is.
Done run_sweep(const Sweep& sweep, Ledger& ledger);

}  // namespace spyre::sweep
