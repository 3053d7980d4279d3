// The policies, one function per kind of code. Each turns an operation of the plan into phases; what it chooses, and on
// what evidence, stands beside it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/params/params.hpp"
#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::schedule {

// What an operation finds around it.
struct Surroundings {
  const params::ChipParams& params;
  std::int64_t scratch_free = 0;           // LX per core not held by the program or a resident tensor
  std::vector<std::int64_t> kept_permille; // per tensor: how much of this loop tile, just read, still stays in staging
  bool one_port = false;                   // all its cores sit on one memory port
  bool rereads = false;                    // reads from memory what an earlier operation wrote
  std::vector<std::string>* notes = nullptr;
};

std::vector<program::Phase> elementwise(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> reduction(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> permute(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> restickify(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> matmul(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> gather(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> shuffle(const plan::Operation& operation, const Surroundings& around);
std::vector<program::Phase> whole(const plan::Operation& operation, const Surroundings& around);
// Data operations beside the compute, as phases of their own before or after it.
std::vector<program::Phase> data_operations(const plan::Operation& operation, bool before_compute);
// Parts of LX operands that other cores hold (implicit gather), before the compute.
std::vector<program::Phase> implicit_gathers(const plan::Operation& operation);

}  // namespace spyre::schedule
