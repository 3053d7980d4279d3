// Small programs written by hand: steps, phases and operations with the least that a test needs.
#pragma once

#include <string>
#include <vector>

#include "models/observe/result.hpp"
#include "models/params/params.hpp"
#include "models/program/program.hpp"

namespace spyre::test {

inline constexpr std::int64_t kBurst = 4096;
inline constexpr std::int64_t kApart = 1 << 22;  // between the shares of two cores

// A contiguous stream: `bytes` a step, the strides of the loops it runs under.
program::Step load_step(std::vector<std::int64_t> base, std::int64_t bytes,
                        const std::vector<std::int64_t>& strides = {});
program::Step store_step(std::vector<std::int64_t> base, std::int64_t bytes,
                         const std::vector<std::int64_t>& strides = {});
program::Step vector_step(std::int64_t elements, int depth = 0);
program::Step multiply_step(std::int64_t m, std::int64_t n, std::int64_t k, int depth = 0);
// Waits for `step` to be done; `ahead` as in Dependence.
void wait_for(program::Step& step, program::StepId other, std::int64_t ahead = 0);

// Counts the work and finds the computing unit.
program::Operation operation(const std::string& label, int cores,
                             std::vector<program::Phase> phases);
program::Program program_of(std::vector<program::Operation> operations);

// Start addresses of `cores` cores, one share each.
std::vector<std::int64_t> shares(int cores, std::int64_t first = 0);

// Every core reads, or writes, or copies `bursts` bursts; a chunk is a burst.
program::Operation read_only(int cores, std::int64_t bursts);
program::Operation write_only(int cores, std::int64_t bursts);
program::Operation copy(int cores, std::int64_t bursts);
// Core index `to` receives `bytes` in `runs` pieces from core index `from`.
program::Operation move(int cores, int from, int to, std::int64_t bytes, std::int64_t runs = 1);

}  // namespace spyre::test
