// The operations the builder knows: what each needs and how it is put together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/make/draft.hpp"
#include "sim/make/make.hpp"

namespace spyre::make {

struct Entry {
  OperationHelp help;
  std::function<void(const Request&, Draft&)> build;
};

// In the order of the help. Each family is a file of its own.
void add_elementwise(std::vector<Entry>& entries);
void add_reductions(std::vector<Entry>& entries);
void add_movement(std::vector<Entry>& entries);
void add_matmuls(std::vector<Entry>& entries);
void add_softmax(std::vector<Entry>& entries);
void add_norms(std::vector<Entry>& entries);
void add_mlps(std::vector<Entry>& entries);
void add_attention(std::vector<Entry>& entries);
void add_decoder(std::vector<Entry>& entries);

}  // namespace spyre::make
