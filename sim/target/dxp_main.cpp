// spyre-dxp, also installed as dxp_standalone: the compiler process that torch-spyre calls.
#include "models/base/error.hpp"
#include "sim/config/config.hpp"
#include "sim/target/compile.hpp"
#include "sim/target/default_config.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

constexpr int kInternal = 1;
constexpr int kUsage = 2;

int report(const spyre::Error& error) {
  for (const spyre::Problem& problem : error.problems()) {
    const std::string expected =
        problem.expected.empty() ? "" : " (expected " + problem.expected + ")";
    std::fprintf(stderr, "spyre-dxp: error: %s: %s%s\n", problem.where.c_str(),
                 problem.what.c_str(), expected.c_str());
  }
  return spyre::exit_code(error.kind());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CLI::App app("compiles a bundle directory for the simulated Spyre card", "spyre-dxp");
    std::string directory;
    app.set_version_flag("--version", SPYRE_VERSION);
    app.add_option("-d", directory, "the bundle's directory; results go to its spyreCodeDir")
        ->required()
        ->type_name("DIR");
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      return app.exit(e) == 0 ? 0 : kUsage;
    }
    const auto chip = spyre::config::load({spyre::target::default_config()}, {});
    spyre::target::compile(directory, chip);
    return 0;
  } catch (const spyre::Error& e) {
    return report(e);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "spyre-dxp: error: %s\n", e.what());
    return kInternal;
  }
}
