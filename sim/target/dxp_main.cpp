// spyre-dxp, also installed as dxp_standalone: the compiler process that torch-spyre calls.
#include "sim/config/config.hpp"
#include "sim/config/kept_files.hpp"
#include "sim/target/compile.hpp"
#include "sim/target/program_main.hpp"

#include <CLI/CLI.hpp>

#include <string>

int main(int argc, char** argv) {
  CLI::App app("compiles a bundle directory for the simulated Spyre card", "spyre-dxp");
  std::string directory;
  app.set_version_flag("--version", SPYRE_VERSION);
  app.add_option("-d", directory, "the bundle's directory; results go to its spyreCodeDir")
      ->required()
      ->type_name("DIR");
  return spyre::target::program_main(app, argc, argv, [&] {
    spyre::target::compile(directory, spyre::config::load({spyre::config::default_config()}, {}));
  });
}
