// The command spyre-sim.
#include "sim/cli/app.hpp"

int main(int argc, char** argv) { return spyre::cli::run_app(argc, argv); }
