// Requests behind rows of the measured tables.
#include "sim/make/make.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spyre::make {
namespace {

using Row = std::map<std::string, std::string>;

std::string cell(const Row& row, const std::string& column) {
  const auto found = row.find(column);
  return found == row.end() ? std::string() : found->second;
}

// Columns and the fields they fill; an empty cell leaves the default.
void take(Request& request, const Row& row,
          const std::vector<std::pair<const char*, const char*>>& columns) {
  for (const auto& [column, field] : columns) {
    const std::string text = cell(row, column);
    if (!text.empty()) set_field(request, field, text);
  }
}

std::int64_t product(const Split& split) { return split.batch * split.m * split.n * split.k; }

// A table gives m × n × k; the cores beyond their product divide the batch. A single batch takes
// the place of the rows, which then stay on one core.
void settle_batch(Request& request) {
  const bool batched = request.op.rfind("bmm", 0) == 0;
  if (!batched || !request.split) return;
  Split& split = *request.split;
  if (request.batch == 1)
    split.m = 1;
  else if (request.cores % product(split) == 0)
    split.batch = request.cores / product(split);
}

// The planner had all cores when it was told a division.
void free_cores(Request& request) {
  if (request.split) request.cores = 32;
}

Request sweep_row(const Row& row) {
  Request request;
  take(request, row,
       {{"op", "op"},
        {"batch", "batch"},
        {"M", "m"},
        {"K", "k"},
        {"N", "n"},
        {"rows", "rows"},
        {"cols", "cols"},
        {"middle", "middle"},
        {"cores", "cores"},
        {"lx_planning", "lx_planning"},
        {"split_mxnxk", "split"}});
  const std::string tiles = cell(row, "tiles");
  if (!tiles.empty() && tiles != "0") set_field(request, "tiles", tiles);
  const std::string layouts = cell(row, "layout_a_b");
  const std::size_t bar = layouts.find('|');
  if (bar != std::string::npos) {
    request.layout_a = layouts.substr(0, bar);
    request.layout_b = layouts.substr(bar + 1);
  }
  settle_batch(request);
  free_cores(request);
  return request;
}

// The table of forced divisions writes the rows of some score matrices in the column of the batch:
// the heads, 32 in this model, are the batch.
constexpr std::int64_t kHeads = 32;

Request splits_row(const Row& row) {
  Request request;
  request.split.emplace();
  take(request, row, {{"batch", "batch"}, {"M", "m"}, {"K", "k"}, {"N", "n"}});
  set_field(request, "split",
            fmt::format("{}x{}x{}x{}", cell(row, "split_batch"), cell(row, "split_m"),
                        cell(row, "split_n"), cell(row, "split_k")));
  if (request.m == kHeads && request.batch != kHeads && request.batch > 1) {
    std::swap(request.batch, request.m);
    std::swap(request.split->batch, request.split->m);
  }
  request.op = request.batch > 1 ? "bmm" : "mm";
  return request;
}

}  // namespace

Request request_for_row(const Row& row) {
  if (row.count("split_m") != 0) return splits_row(row);
  if (row.count("op") != 0) return sweep_row(row);
  throw Error(ErrorKind::Input, "table", "neither 'op' nor 'split_m' is a column",
              "the columns of a measured table");
}

}  // namespace spyre::make
