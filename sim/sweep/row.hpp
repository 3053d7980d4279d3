// Rows of points.csv: what a point is, and what became of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/error.hpp"
#include "models/base/quantity.hpp"
#include "sim/sweep/points.hpp"

namespace spyre::sweep {

// Filtered points were simulated, but the filter does not want them. Refused ones break a rule or
// cannot be built; failed ones deadlock, or the simulator is at fault.
enum class Status : std::uint8_t { Ok, Filtered, Refused, Failed };
const char* name(Status status);
std::optional<Status> status_named(std::string_view name);

struct Outcome {
  Status status = Status::Failed;
  Time kernel{0}, device{0};  // of points that were simulated
  std::string bound, message;
};

Outcome outcome_of(const Error& error);
Outcome crashed(const std::string& how);

// "point,plan,AXIS…,status,kernel_us,device_us,bound,message".
std::string header(const std::vector<std::string>& axes);
// The cells up to the status, each with its comma, and the cells after them. A row is both and a
// line end.
std::string row_start(const std::string& key, const Point& point);
std::string row_rest(const Outcome& outcome);

// The cells of a line; quoted ones may hold commas and quotes, never line ends.
std::vector<std::string> cells_of(std::string_view line);
// Where the start of a row ends: behind so many cells, or where the line does.
std::size_t end_of_cells(std::string_view line, std::size_t cells);

}  // namespace spyre::sweep
