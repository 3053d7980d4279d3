// spyre-process-times: reads a process log on standard input, simulates its kernels, and writes the
// report of the process. The runtime library starts it.
#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "sim/config/kept_files.hpp"
#include "sim/report/json_text.hpp"
#include "sim/files/output_file.hpp"
#include "sim/target/kernel_time.hpp"
#include "sim/target/process_report.hpp"
#include "sim/target/program_main.hpp"
#include "sim/validate/errors.hpp"
#include "sim/workers/workers.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <thread>

namespace {

using spyre::report::Json;

nlohmann::json read_log() {
  const std::string text((std::istreambuf_iterator<char>(std::cin)),
                         std::istreambuf_iterator<char>());
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& e) {
    throw spyre::Error(spyre::ErrorKind::Input, "standard input", e.what(), "a process log");
  }
}

Json answer_of(const spyre::workers::Answer& answer) {
  return answer.fault.empty() ? Json::parse(answer.text) : Json{{"error", answer.fault}};
}

// The table that comes with the program, beside the data sheets.
spyre::target::Measured measured(const spyre::params::ChipParams& chip) {
  const auto file = spyre::config::kept_errors();
  if (!file) return {};
  return {spyre::interval::Table(spyre::validate::read_errors(*file)),
          !spyre::config::is_kept_card(chip)};
}

std::vector<Json> kernel_times(const nlohmann::json& log, const spyre::params::ChipParams& chip) {
  const spyre::target::Measured table = measured(chip);
  const nlohmann::json& kernels = log.at("kernels");
  const auto answers = spyre::workers::in_processes(
      kernels.size(), std::max(1U, std::thread::hardware_concurrency()), [&](std::size_t i) {
        return spyre::target::kernel_time(
                   kernels[i].at("name").get<std::string>(),
                   kernels[i].at("files").get<std::map<std::string, std::string>>(), chip, table)
            .dump();
      });
  std::vector<Json> times;
  for (const auto& answer : answers) times.push_back(answer_of(answer));
  return times;
}

void run(const std::string& file) {
  const auto chip = spyre::config::load({spyre::config::default_config()}, {});
  const nlohmann::json log = read_log();
  const Json report = spyre::target::process_report(log, kernel_times(log, chip), chip);
  if (file.empty()) {
    std::cerr << spyre::target::process_summary(report);
    return;
  }
  spyre::files::OutputFile output(file);
  output.write(spyre::report::json_text(report, spyre::report::Layout::Pretty) + '\n');
  output.commit();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("times what a process asked of its card", "spyre-process-times");
  std::string file;
  app.add_option("--report", file, "file of the report; a summary is printed without")
      ->type_name("FILE");
  return spyre::target::program_main(app, argc, argv, [&] { run(file); });
}
