// sweep: simulates the points of a specification, or writes the page about a finished sweep.
#include "sim/bundle/read.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/interrupt.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/timing_log.hpp"
#include "sim/cli/usage.hpp"
#include "sim/files/output_file.hpp"
#include "sim/files/text.hpp"
#include "sim/sweep/simulate.hpp"
#include "sim/sweep/summary.hpp"
#include "sim/sweep/sweep.hpp"
#include "sim/workers/workers.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>

namespace spyre::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  Many many;
  std::optional<std::string> spec, directory, summary, figures, points;
  bool resume = false;
};

std::vector<plan::Plan> read_plans(const std::vector<fs::path>& files) {
  std::vector<plan::Plan> plans;
  std::vector<Problem> problems;
  for (const fs::path& file : files) {
    try {
      plans.push_back(bundle::read_plan(file));
    } catch (const Error& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw Error(ErrorKind::Input, std::move(problems));
  return plans;
}

// What every point stands on.
struct Base {
  std::string text;  // of the specification
  sweep::Points points;
  sweep::Ground ground;
  sweep::Identity identity;
};

Base base_of(const Options& options) {
  std::string text = files::text_of(*options.spec, sweep::kSpecification);
  sweep::Points points(sweep::parse_spec(text, *options.spec));
  const sweep::Spec& spec = points.spec();
  sweep::Ground ground{load(options.many.card), read_plans(spec.plan_files), spec.keep,
                       options.many.judgement.strict};
  sweep::Identity identity{ground.card, {}, SPYRE_VERSION, options.many.judgement.strict};
  for (const plan::Plan& plan : ground.plans) identity.plan_hashes.push_back(plan.content_hash);
  return {std::move(text), std::move(points), std::move(ground), std::move(identity)};
}

sweep::Outcome timed_point(const Base& base, const sweep::Point& point, TimingLog& log) {
  Stopwatch watch;
  sweep::Outcome outcome = sweep::run_point(point, base.ground);
  watch.lap("point");
  log.append(fmt::format("{} {}", point.plan_name, point.number), watch, 0);
  return outcome;
}

// Rows that were filtered by other words would stand beside those that are to come.
void check_filter(const fs::path& before, const sweep::Filter& keep) {
  std::error_code ignored;
  if (!fs::exists(before, ignored)) return;
  const std::string text = sweep::keep_text(files::text_of(before, sweep::kSpecification));
  if (text != keep.text())
    throw Error(ErrorKind::Input, before.string(), fmt::format("was run with keep: \"{}\"", text),
                "the same filter, or another directory");
}

sweep::Done swept(const Options& options, const Base& base, sweep::Ledger& ledger,
                  const Interrupt& interrupt, const Console& console) {
  TimingLog log(options.many.judgement.timing_log);
  const std::string& name = base.points.spec().name;
  Progress progress(console, name.empty() ? "sweep" : name);
  const sweep::Sweep sweep{
      base.points,
      base.identity,
      options.many.jobs.value_or(all_cores()),
      [&](const sweep::Point& point) { return timed_point(base, point, log); },
      [&](const sweep::Done& d) { progress.tell_rate(d.points, d.of, d.simulated, "points"); },
      [&] { return interrupt.came(); }};
  const sweep::Done done = sweep::run_sweep(sweep, ledger);
  log.finish();
  return done;
}

int run_all(const Options& options, const Console& console) {
  const Base base = base_of(options);
  const fs::path directory = *options.directory;
  std::error_code error;
  fs::create_directories(directory, error);
  if (options.resume) check_filter(directory / "spec.yaml", base.ground.keep);
  sweep::Ledger ledger(directory / "points.csv", base.points.axes(), options.resume);
  sweep::refuse_strangers(base.points, base.identity, ledger);
  files::write_file(directory / "spec.yaml", base.text);
  Interrupt interrupt;
  const sweep::Done done = swept(options, base, ledger, interrupt, console);
  console.message(fmt::format("{}{} of {} points in {}: {} simulated, {} there before\n",
                              interrupt.came() ? "stopped, --resume goes on; " : "", done.points,
                              done.of, (directory / "points.csv").string(), done.simulated,
                              done.kept));
  if (interrupt.came()) interrupt.pass_on();
  return 0;
}

// "3-17" or "3": the first, and the one behind the last.
std::pair<std::size_t, std::size_t> range_of(const std::string& text, std::uint64_t size) {
  std::size_t first = 0, last = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, first);
  last = first;
  const bool range = error == std::errc{} && stop != end && *stop == '-';
  const auto [stop2, error2] =
      range ? std::from_chars(stop + 1, end, last) : std::from_chars_result{stop, error};
  if (error2 != std::errc{} || stop2 != end || last < first || last >= size)
    throw usage_error(fmt::format("--points: found '{}'", text),
                      fmt::format("N or FIRST-LAST below {}, the number of points", size));
  return {first, last + 1};
}

int print_points(const Options& options, Console& console) {
  const Base base = base_of(options);
  const auto [first, end] = range_of(*options.points, base.points.size());
  TimingLog log(options.many.judgement.timing_log);
  const auto row = [&, begin = first](std::size_t i) {
    const sweep::Point point = base.points.at(begin + i);
    return sweep::row_start(sweep::key_of(point, base.identity), point) +
           sweep::row_rest(timed_point(base, point, log));
  };
  const std::vector<workers::Answer> answers =
      workers::in_processes(end - first, options.many.jobs.value_or(all_cores()), row);
  log.finish();
  console.print(sweep::header(base.points.axes()) + '\n');
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const sweep::Point point = base.points.at(first + i);
    const bool well = answers[i].fault.empty();
    console.print(well ? answers[i].text + '\n'
                       : sweep::row_start(sweep::key_of(point, base.identity), point) +
                             sweep::row_rest(sweep::crashed(answers[i].fault)) + '\n');
  }
  return 0;
}

int summarize(const Options& options, Console& console) {
  const fs::path directory = *options.summary;
  const sweep::Summary summary =
      sweep::summary_of(directory / "points.csv", options.figures.value_or(""));
  files::write_file(directory / "summary.html", sweep::summary_page(summary));
  console.print(sweep::summary_text(summary));
  console.print(fmt::format("page: {}\n", (directory / "summary.html").string()));
  return 0;
}

// Does anything say how to simulate?
bool simulates(const Options& options) {
  const Many& many = options.many;
  return options.spec || options.directory || options.points || options.resume || many.jobs ||
         many.judgement.strict || many.judgement.timing_log || !many.card.files.empty() ||
         !many.card.sets.empty();
}

void check_together(const Options& options) {
  const auto need = [](bool holds, const char* what, const char* expected) {
    if (!holds) throw usage_error(what, expected);
  };
  if (options.summary) {
    return need(!simulates(options), "--summary is about a sweep that was run",
                "sweep --summary DIR [--figures A,B]");
  }
  need(!options.figures, "--figures is given without --summary",
       "sweep --summary DIR --figures A,B");
  need(options.spec.has_value(), "sweep names no specification", "sweep SPEC.yaml -o DIR");
  need(options.directory || options.points, "sweep needs a place for its rows",
       "-o DIR, or --points FIRST-LAST to print some");
  need(!options.directory || !options.points, "--points prints its rows and writes none to -o DIR",
       "-o DIR for all points, or --points FIRST-LAST for some");
  need(!options.resume || options.directory, "--resume goes on with rows that a directory holds",
       "-o DIR beside it");
}

int run(const Options& options, Console& console) {
  apply(options.many.talk, console);
  check_together(options);
  if (options.summary) return summarize(options, console);
  return options.points ? print_points(options, console) : run_all(options, console);
}

void add_options(CLI::App& command, Options& options) {
  command
      .add_option("SPEC", options.spec, "specification: plans, axes and how they combine (yaml)")
      ->check(not_empty);
  command.add_option("-o,--output", options.directory, "the directory of its rows: points.csv")
      ->type_name("DIR")
      ->check(not_empty);
  command.add_flag("--resume", options.resume, "go on with the rows that DIR holds");
  command
      .add_option("--points", options.points,
                  "simulate only these, by number, and print their rows")
      ->type_name("FIRST-LAST");
  command
      .add_option(
          "--summary", options.summary,
          "write DIR/summary.html about a sweep: best points, trade-offs, which axis matters")
      ->type_name("DIR")
      ->check(not_empty);
  command
      .add_option("--figures", options.figures,
                  "the two figures or axes whose trade-off --summary shows")
      ->type_name("A,B")
      ->check(not_empty);
}

}  // namespace

Command add_sweep(CLI::App& app, Console& console) {
  CLI::App* command = app.add_subcommand("sweep", "many points: plans, shapes, splits and cards");
  const auto options = std::make_shared<Options>();
  add_options(*command, *options);
  add_many(*command, options->many, "points");
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
