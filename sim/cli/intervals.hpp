// What a command needs for prediction intervals: the table of errors that comes with the program,
// and whether the card is the one it was made with.
#pragma once

#include <optional>

#include "models/params/params.hpp"
#include "sim/interval/interval.hpp"
#include "sim/report/report.hpp"

namespace spyre::cli {

struct Card;

struct Intervals {
  std::optional<interval::Table> table;  // nothing: a program without measurements
  bool other_card = false;
};

Intervals load_intervals(const Card& card, const params::ChipParams& params);
bool is_other_card(const Card& card, const params::ChipParams& params);

// Adds what the reader should know of it to `findings`.
std::optional<report::Interval> interval_of(const Intervals& intervals, const plan::Plan& plan,
                                            const observe::Result& result,
                                            std::vector<check::Finding>& findings);

}  // namespace spyre::cli
