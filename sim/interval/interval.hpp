// The interval in which a measured kernel time is expected around a predicted one, from the errors
// of measured runs that look alike.
//
// Errors are logarithms of measured over predicted time. A run resembles a measured one by
//   (time in common kinds of work)² × ratio of cores × ratio of launch times, ratios below 1;
// its spread is the mean size of the errors so weighted, with one more of 5 % for what is not
// known. How many spreads a measurement lies off is counted over all measured runs, each judged
// without the rows of its own shape; the interval leaves out the outer 5 % on either side, and is
// at least 1 % wide either way. Beyond what was measured the spread is widened, and a finding says
// so.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/check/finding.hpp"
#include "sim/interval/known.hpp"

namespace spyre::interval {

inline constexpr double kLevel = 0.9;
// The build that the card's default schedule follows.
inline constexpr const char* kDefaultBuild = "sweep";

struct Question {
  Features features;
  std::string build = kDefaultBuild;
  std::string left_out;     // a group of the table
  bool other_card = false;  // than the one the errors were made with
};

struct Bounds {
  double low = 1, high = 1;  // factors of the predicted time
  std::vector<check::Finding> findings;
};

class Table {
 public:
  explicit Table(std::vector<Known> known);

  [[nodiscard]] Bounds bounds_of(const Question& question) const;

 private:
  struct Tails {
    double low = 0, high = 0;  // in spreads
  };

  [[nodiscard]] double widening(const Question& question,
                                std::vector<check::Finding>& findings) const;

  std::vector<Known> known_;
  std::map<std::string, Tails> tails_;  // by build
};

// Mean size of the errors of the runs that resemble the one in question.
double spread_of(const std::vector<Known>& known, const Question& question);

// The rows with their spreads.
std::vector<Known> with_spreads(std::vector<Known> known);

}  // namespace spyre::interval
