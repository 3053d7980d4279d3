// Tables of measured kernel times, as files of comma separated values: one configuration per row.
//
// Two sets of columns are known: the sweep over operations (category, op, cores, …) and the forced
// divisions of matmuls (batch, M, N, K, split_batch, split_m, split_n, split_k).
#pragma once

#include <filesystem>
#include <vector>

#include "sim/validate/row.hpp"

namespace spyre::validate {

// Throws Error (Input) with all problems of all tables.
std::vector<Row> read_tables(const std::vector<std::filesystem::path>& files);

}  // namespace spyre::validate
