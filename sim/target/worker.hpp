// Starts the program that computes times, and hands it a process log.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace spyre::target {

// The log goes through a pipe: nothing is left behind when either side dies. Without a report file
// a summary is printed on standard error. Throws std::runtime_error when the worker is missing or
// fails.
void run_worker(const std::string& log, const std::optional<std::filesystem::path>& report);

}  // namespace spyre::target
