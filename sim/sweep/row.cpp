// Writes and cuts comma separated values.
#include "sim/sweep/row.hpp"

#include "models/base/error_text.hpp"
#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace spyre::sweep {
namespace {

constexpr int kDecimals = 6;  // down to a picosecond

std::string cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

Status status_of(ErrorKind kind) {
  return kind == ErrorKind::Internal || kind == ErrorKind::Deadlock ? Status::Failed
                                                                    : Status::Refused;
}

}  // namespace

const char* name(Status status) {
  switch (status) {
    case Status::Ok: return "ok";
    case Status::Filtered: return "filtered";
    case Status::Refused: return "refused";
    case Status::Failed: return "failed";
  }
  return "";
}

std::optional<Status> status_named(std::string_view name) {
  for (const Status status : {Status::Ok, Status::Filtered, Status::Refused, Status::Failed}) {
    if (name == sweep::name(status)) return status;
  }
  return std::nullopt;
}

Outcome outcome_of(const Error& error) {
  Outcome outcome;
  outcome.status = status_of(error.kind());
  outcome.message = one_line(error);
  return outcome;
}

Outcome crashed(const std::string& how) {
  Outcome outcome;
  outcome.message = how;
  return outcome;
}

std::string header(const std::vector<std::string>& axes) {
  std::string text = "point,plan,";
  for (const std::string& axis : axes) text += cell(axis) + ",";
  return text + "status,kernel_us,device_us,bound,message";
}

std::string row_start(const std::string& key, const Point& point) {
  std::string text = key + "," + cell(point.plan_name) + ",";
  for (const std::string& value : point.cells) text += cell(value) + ",";
  return text;
}

std::string row_rest(const Outcome& outcome) {
  const bool simulated = outcome.status == Status::Ok || outcome.status == Status::Filtered;
  const auto us = [&](Time time) {
    return simulated ? report::decimal(report::microseconds(time), kDecimals) : "";
  };
  return fmt::format("{},{},{},{},{}", name(outcome.status), us(outcome.kernel), us(outcome.device),
                     outcome.bound, cell(outcome.message));
}

std::size_t end_of_cells(std::string_view line, std::size_t cells) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ',' && !quoted && --cells == 0) return i + 1;
  }
  return line.size();
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line.substr(i, 2) == "\"\"";
    if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else if (line[i] == '"' && !doubled) {
      quoted = !quoted;
    } else {
      cells.back() += line[i];
      if (doubled) ++i;
    }
  }
  return cells;
}

}  // namespace spyre::sweep
