// Tries every division in processes of their own.
#include "sim/cli/best_split.hpp"

#include "models/base/error.hpp"
#include "sim/check/check.hpp"
#include "sim/report/limit.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/report.hpp"
#include "sim/report/table.hpp"
#include "sim/report/verdict.hpp"
#include "sim/run/run.hpp"
#include "sim/schedule/schedule.hpp"
#include "sim/workers/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

namespace spyre::cli {
namespace {

using make::Request, make::Split;

bool is_legal(Request request, const Split& split) {
  request.split = split;
  try {
    make::make(request);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Internal) throw;
    return false;
  }
  return true;
}

// Slices that one dimension may have next to `taken` others; one where the operation lacks it.
std::int64_t most(std::int64_t extent, std::int64_t cores, std::int64_t taken) {
  return extent > 1 ? std::min(extent, cores / taken) : 1;
}

std::vector<Split> divisions(const Request& r) {
  const std::int64_t rows = std::max(r.m, r.rows), columns = std::max(r.n, r.cols);
  std::vector<Split> found;
  for (std::int64_t batch = 1; batch <= most(r.batch, r.cores, 1); ++batch) {
    for (std::int64_t m = 1; m <= most(rows, r.cores, batch); ++m) {
      for (std::int64_t n = 1; n <= most(columns, r.cores, batch * m); ++n) {
        for (std::int64_t k = 1; k <= most(r.k, r.cores, batch * m * n); ++k)
          found.push_back({batch, m, n, k});
      }
    }
  }
  return found;
}

// With an operation that cannot be built at all, its own complaint is the answer.
std::vector<Split> legal_divisions(const Request& request) {
  std::vector<Split> legal;
  for (const Split& s : divisions(request)) {
    const bool many = 2 * s.batch * s.m * s.n * s.k > request.cores;
    if (many && is_legal(request, s)) legal.push_back(s);
  }
  if (!legal.empty()) return legal;
  make::make(request);
  throw Error(ErrorKind::Input, "--split", "no division uses more than half of the cores",
              "another shape, or --split MxNxK");
}

std::string simulated(Request request, const Split& split, const params::ChipParams& params) {
  request.split = split;
  const plan::Plan plan = make::make(request);
  report::refuse_forbidden(check::check_plan(plan, params, check::Mode::Run), false);
  const observe::Result result = run::simulate(schedule::make_program(plan, params), params);
  const report::Report report = report::make_report(plan, result, params, {});
  const std::optional<report::Limit> limit = report::limit_of(report);
  return fmt::format("{} {}", result.kernel.count(), limit ? report::name(limit->bound) : "-");
}

Candidate candidate_of(const Split& split, const std::string& text) {
  const std::size_t space = text.find(' ');
  Time::rep ps = 0;
  std::from_chars(text.data(), text.data() + space, ps);
  return {split, Time(ps), text.substr(space + 1)};
}

}  // namespace

std::vector<Candidate> ranked_splits(const Request& request, const params::ChipParams& params,
                                     std::size_t at_once) {
  const std::vector<Split> splits = legal_divisions(request);
  const auto job = [&](std::size_t i) { return simulated(request, splits[i], params); };
  const std::vector<workers::Answer> answers = workers::in_processes(splits.size(), at_once, job);
  std::vector<Candidate> ranking;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    if (answers[i].fault.empty()) ranking.push_back(candidate_of(splits[i], answers[i].text));
  }
  if (ranking.empty())
    throw Error(ErrorKind::Plan, "--split",
                "no division can be simulated: " + answers.front().fault);
  std::stable_sort(ranking.begin(), ranking.end(),
                   [](const Candidate& a, const Candidate& b) { return a.kernel < b.kernel; });
  return ranking;
}

std::string ranking_text(const std::vector<Candidate>& ranking, std::size_t shown) {
  using report::Align;
  report::Table table(
      {{"batch"}, {"m"}, {"n"}, {"k"}, {"cores"}, {"kernel us"}, {"limited by", Align::Left}});
  for (std::size_t i = 0; i < std::min(shown, ranking.size()); ++i) {
    const auto& [split, kernel, bound] = ranking[i];
    table.add({std::to_string(split.batch), std::to_string(split.m), std::to_string(split.n),
               std::to_string(split.k), std::to_string(split.batch * split.m * split.n * split.k),
               report::fixed(report::microseconds(kernel), 3), bound});
  }
  return table.text() + fmt::format("of {}\n", report::counted(std::ssize(ranking), "division"));
}

}  // namespace spyre::cli
