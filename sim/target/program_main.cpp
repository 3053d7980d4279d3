// Turns errors into messages and exit codes.
#include "sim/target/program_main.hpp"

#include "models/base/error.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <sstream>
#include <string>

namespace spyre::target {
namespace {

void tell(const std::string& program, const std::string& problems) {
  std::istringstream lines(problems);
  for (std::string line; std::getline(lines, line);)
    std::cerr << program << ": error: " << line << '\n';
}

}  // namespace

int program_main(CLI::App& app, int argc, char** argv, const std::function<void()>& body) {
  try {
    app.parse(argc, argv);
    body();
    return 0;
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : exit_code(ErrorKind::Input);
  } catch (const Error& e) {
    tell(app.get_name(), e.what());
    return exit_code(e.kind());
  } catch (const std::exception& e) {
    tell(app.get_name(), e.what());
    return exit_code(ErrorKind::Internal);
  }
}

}  // namespace spyre::target
