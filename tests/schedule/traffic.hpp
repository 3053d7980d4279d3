// What a program moves and computes, counted from its steps, and what the plan says it should.
#pragma once

#include <map>

#include "models/program/program.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::test {

struct Traffic {
  std::map<plan::TensorId, std::int64_t>
      bytes;  // of memory, by tensor; what cores share counted once
  std::int64_t macs = 0, elements = 0, ring_bytes = 0;
};

Traffic traffic_of(const program::Operation& operation);

// Bytes of a tensor that the operation's cores touch, shared ones counted once; 0 in the
// scratchpad.
std::int64_t touched_bytes(const plan::Tensor& tensor);

// Index or position of the operation's tensors that it reads or writes, indices included.
bool used(const plan::Operation& operation, plan::TensorId id);

// Elements of the dimensions that tensors have, the whole card.
std::int64_t elements_of(const plan::Operation& operation);

}  // namespace spyre::test
