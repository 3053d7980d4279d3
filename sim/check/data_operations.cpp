// Data operations: moves of rectangular pieces within and between scratchpads (LX-01, LX-11,
// ADR-01, RLY-02).
#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

using Dims = std::set<std::string>;

Dims dims_of(const plan::Piece& piece) {
  Dims dims;
  for (const auto& [name, size] : piece.size) dims.insert(name);
  return dims;
}

void check_piece(const Site& site, const plan::DataOp& op, const plan::Piece& piece) {
  const params::Lx& lx = site.context.chip.lx;
  const std::int64_t usable = (lx.capacity - lx.reserved).count();
  const std::int64_t end = plus(piece.address, times(sticks_of(op, piece), plan::kStickBytes));
  if (piece.address % plan::kStickBytes != 0) {
    site.report(
        "ADR-01", Severity::Error,
        {.message = fmt::format("a piece of {} starts at {} on {{cores}}, {} bytes past a stick",
                                op.name, grouped(piece.address), piece.address % plan::kStickBytes),
         .cores = {piece.core},
         .found = grouped(piece.address),
         .expected = "a multiple of 128"});
  }
  if (piece.component != plan::Component::Lx || end <= usable) return;
  site.report(
      "LX-01", Severity::Error,
      {.message = fmt::format("a piece of {} ends at byte {} of {{cores}}, beyond the {} bytes the "
                              "card leaves to tensors",
                              op.name, grouped(end), grouped(usable)),
       .cores = {piece.core},
       .found = grouped(end),
       .expected = "at most " + grouped(usable)});
}

// First and last element plus one of the valid runs of a piece along one dimension.
std::vector<Range> valid_runs(const plan::Piece& piece, const std::string& dim) {
  const std::int64_t first = piece.start.count(dim) != 0 ? piece.start.at(dim) : 0;
  const auto gaps = piece.valid_gap.find(dim);
  if (gaps == piece.valid_gap.end()) return {{first, first + piece.size.at(dim)}};
  std::vector<Range> runs;
  std::int64_t at = first;
  for (const auto& [valid, gap] : gaps->second) {
    if (valid > 0) runs.push_back({at, at + valid});
    at += valid + gap;
  }
  return runs;
}

std::int64_t common_length(const std::vector<Range>& a, const std::vector<Range>& b) {
  std::int64_t length = 0;
  for (const Range x : a) {
    for (const Range y : b) {
      length += std::max<std::int64_t>(std::min(x.end, y.end) - std::max(x.begin, y.begin), 0);
    }
  }
  return length;
}

std::int64_t common_elements(const plan::Piece& a, const plan::Piece& b) {
  std::int64_t elements = 1;
  for (const auto& [dim, size] : a.size) {
    if (b.size.count(dim) == 0) return 0;
    elements = times(elements, common_length(valid_runs(a, dim), valid_runs(b, dim)));
  }
  return elements;
}

bool same_piece(const plan::Piece& a, const plan::Piece& b) {
  return a.start == b.start && a.size == b.size && a.valid_gap == b.valid_gap;
}

// Source pieces without the copies that several cores hold.
std::vector<plan::Piece> distinct(const std::vector<plan::Piece>& pieces) {
  std::vector<plan::Piece> kept;
  for (const plan::Piece& piece : pieces) {
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const plan::Piece& k) { return same_piece(k, piece); });
    if (!known) kept.push_back(piece);
  }
  return kept;
}

void check_cover(const Site& site, const plan::DataOp& op, const std::vector<plan::Piece>& sources,
                 const plan::Piece& target) {
  std::int64_t found = 0;
  for (const plan::Piece& source : sources) {
    found = plus(found, common_elements(target, source));
  }
  const std::int64_t wanted = common_elements(target, target);
  if (found == wanted) return;
  site.report("RLY-02", Severity::Error,
              {.message = fmt::format(
                   "the sources of {} give {} elements of a piece on {{cores}} that has {}",
                   op.name, grouped(found), grouped(wanted)),
               .cores = {target.core},
               .found = grouped(found),
               .expected = grouped(wanted),
               .elements = grouped(std::abs(wanted - found))});
}

void check_pieces(const Site& site, const plan::DataOp& op) {
  for (const plan::Piece& piece : op.input) check_piece(site, op, piece);
  const std::vector<plan::Piece> sources = distinct(op.input);
  for (const plan::Piece& piece : op.output) {
    check_piece(site, op, piece);
    const bool comparable = !sources.empty() && dims_of(sources.front()) == dims_of(piece);
    if (comparable) check_cover(site, op, sources, piece);
  }
}

Range reach(std::int64_t address, std::int64_t stride, std::int64_t count, std::int64_t bytes) {
  const std::int64_t last = address + (count - 1) * stride;
  return {std::min(address, last), std::max(address, last) + bytes};
}

void check_range(const Site& site, const plan::DataOp& op, const plan::RemapRange& range) {
  const Range from = reach(range.source_address, range.source_stride, range.count, range.bytes);
  const Range to =
      reach(range.destination_address, range.destination_stride, range.count, range.bytes);
  if (range.source_core != range.destination_core || !from.meets(to)) return;
  site.report("LX-11", Severity::Error,
              {.message = fmt::format("{} moves {} to {} of {{cores}} over {} to {}", op.name,
                                      grouped(from.begin), grouped(from.end), grouped(to.begin),
                                      grouped(to.end)),
               .cores = {range.source_core},
               .found = fmt::format("{}-{}", grouped(to.begin), grouped(to.end)),
               .expected = fmt::format("outside {}-{}", grouped(from.begin), grouped(from.end))});
}

}  // namespace

void check_data_operations(const Site& site) {
  for (const plan::DataOp& op : site.op.data_ops) {
    check_pieces(site, op);
    for (const plan::RemapRange& range : op.ranges) check_range(site, op, range);
  }
}

}  // namespace spyre::check
