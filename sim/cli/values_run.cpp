// Hands a plan to the value interpreter and its results to files and text.
#include "sim/cli/values_run.hpp"

#include "sim/cli/console.hpp"
#include "sim/cli/options.hpp"
#include "sim/cli/usage.hpp"
#include "sim/execute/values_file.hpp"
#include "sim/report/findings.hpp"
#include "sim/report/verdict.hpp"

#include <CLI/CLI.hpp>

namespace spyre::cli {
namespace {

bool needs_values(const ValueOptions& o) {
  return !o.inputs.empty() || !o.dumps.empty() || o.seed || o.atol || o.rtol;
}

std::map<std::string, std::filesystem::path> named_files(const std::vector<std::string>& pairs) {
  std::map<std::string, std::filesystem::path> files;
  for (const std::string& pair : pairs) {
    const std::size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == pair.size())
      throw usage_error("--input " + pair + ": names no tensor and file", "NAME=FILE.npy");
    if (!files.emplace(pair.substr(0, equals), pair.substr(equals + 1)).second)
      throw usage_error("--input " + pair + ": the tensor is named twice", "each tensor once");
  }
  return files;
}

// The message with what the finding keeps beside it: found in what, by whom, how much.
check::Finding told(check::Finding finding) {
  std::string where = finding.tensor;
  if (!finding.cores.empty()) where += (where.empty() ? "cores " : ", cores ") + finding.cores;
  if (!finding.elements.empty()) where += (where.empty() ? "" : ", ") + finding.elements;
  if (!where.empty()) finding.message += " (" + where + ")";
  if (!finding.found.empty()) finding.message += ": " + finding.found;
  return finding;
}

std::string findings_text(const std::vector<check::Finding>& findings) {
  std::string text;
  for (const check::Finding& finding : findings) {
    const std::string place = report::place_of(finding);
    text += std::string(report::name(finding.severity)) + ": " + place +
            (place.empty() ? "" : ": ") + report::sentence_of(told(finding)) + '\n';
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

void add_values(CLI::App& command, ValueOptions& options) {
  command
      .add_option("--values", options.directory,
                  "compute values too: results as .npy and values.json in this directory")
      ->type_name("OUT")
      ->check(not_empty);
  command
      .add_option("--input", options.inputs, "read this tensor from a file instead of the plan's")
      ->type_name("NAME=FILE.npy")
      ->check(not_empty)
      ->allow_extra_args(false);
  command.add_option("--seed", options.seed, "seed of inputs that have no file")
      ->check(whole)
      ->type_name("N");
  command.add_option("--atol", options.atol, "absolute tolerance instead of the plan's")
      ->check(not_negative)
      ->type_name("X");
  command.add_option("--rtol", options.rtol, "relative tolerance instead of the plan's")
      ->check(not_negative)
      ->type_name("X");
  command
      .add_option("--dump-tensor", options.dumps,
                  "write this as well, in logical order: a tensor of a launch, or the result of an "
                  "operation (3_exp)")
      ->type_name("NAME")
      ->check(not_empty)
      ->allow_extra_args(false);
}

execute::Options value_settings(const ValueOptions& options) {
  if (!options.directory && needs_values(options))
    throw usage_error("--input, --seed, --atol, --rtol and --dump-tensor belong to values",
                      "--values OUT beside them");
  execute::Options settings;
  settings.inputs = named_files(options.inputs);
  settings.seed = options.seed.value_or(0);
  settings.atol = options.atol;
  settings.rtol = options.rtol;
  settings.dump_tensors = options.dumps;
  return settings;
}

int run_values(const plan::Plan& plan, const execute::Options& options,
               const std::filesystem::path& directory, bool strict, bool print_table,
               Console& console) {
  const execute::Values values = execute::execute(plan, options);
  execute::write_values(plan, values, directory, report::finding_json);
  if (print_table)
    console.print("\n" + execute::values_text(values) + findings_text(values.findings));
  const std::vector<check::Finding> forbidden = report::forbidding(values.findings, strict);
  for (const check::Finding& finding : forbidden) console.error(report::problem_of(told(finding)));
  if (!forbidden.empty()) return 3;
  return values.agree() ? 0 : 5;
}

}  // namespace spyre::cli
