// The command line as a whole: which commands exist, usage errors, exit codes.
#pragma once

namespace spyre::cli {

// Exit code of the process (contract section 4).
int run_app(int argc, char** argv);

}  // namespace spyre::cli
