// How one operation spends its cores' time, and which part of each peak it reaches.
#pragma once

#include "sim/report/report.hpp"

namespace spyre::report {

// Shares of cores x time; all zero for an operation that takes no time.
Shares shares_of(const observe::OperationResult& op);

// Fractions of the peaks; throws Error{Internal} when one is above 1.
Utilisation utilisation_of(const plan::Operation& plan_op, const observe::OperationResult& op,
                           const params::ChipParams& params);

// The kind of time a stall is.
Bound bound_of(observe::Stall stall);

// The largest share, the first of equals; none when all are zero.
std::optional<Bound> largest(const Shares& shares);

// Bytes per second of all memory channels at their nominal rate.
double memory_peak(const params::ChipParams& params);

}  // namespace spyre::report
