// explain: tells what a reported figure means.
#include "sim/cli/command.hpp"
#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/usage.hpp"
#include "sim/report/metrics.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

namespace spyre::cli {
namespace {

struct Options {
  Talk talk;
  std::string metric;
};

int run(const Options& options, Console& console) {
  apply(options.talk, console);
  const std::vector<report::Metric> found =
      options.metric.empty() ? report::metrics() : report::metrics_named(options.metric);
  if (found.empty()) {
    const std::vector<std::string> near = report::metrics_near(options.metric);
    throw usage_error(fmt::format("no metric '{}'", options.metric),
                      near.empty() ? "one that `spyre-sim explain` lists"
                                   : fmt::format("{}", fmt::join(near, ", ")));
  }
  std::string text;
  for (const report::Metric& metric : found)
    text += (text.empty() ? "" : "\n") + report::metric_text(metric);
  console.print(text);
  return 0;
}

}  // namespace

Command add_explain(CLI::App& app, Console& console) {
  CLI::App* command =
      app.add_subcommand("explain", "tell definition, unit and formula of a reported figure");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("METRIC", options->metric,
                   "a key of the report, as in utilisation.pt; all of them without it")
      ->check(not_empty);
  add_talk(*command, options->talk);
  return {command, [options, &console] { return run(*options, console); }};
}

}  // namespace spyre::cli
