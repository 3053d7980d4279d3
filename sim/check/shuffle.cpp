// A shuffle: an LX tensor divided anew over the cores (RLY-01 … RLY-04).
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

constexpr std::size_t kMaximumFragments = 8;  // address registers of a core's load unit

// What one core holds of a tensor: first and last element plus one of each dimension both sides
// have.
using Piece = std::vector<Range>;

bool on_both_sides(const plan::Operation& op, plan::DimId dim) {
  return present(tensor_of(op, op.inputs[0]), dim) && present(tensor_of(op, op.outputs[0]), dim);
}

Piece piece_of_core(const plan::Operation& op, const plan::Tensor& tensor, std::size_t core) {
  Piece piece(op.dims.size(), Range{0, 1});
  for (const plan::LayoutLevel& level : tensor.layout) {
    const auto d = static_cast<std::size_t>(level.dim);
    if (!on_both_sides(op, level.dim)) continue;
    const std::int64_t first =
        times(slice_of(op, tensor, core, level.dim), tensor.dims[d].core_alpha);
    const std::int64_t size = times(level.core_units, stick_elements(tensor, level.dim));
    piece[d] = {first, plus(first, size)};
  }
  return piece;
}

std::int64_t volume(const Piece& piece) {
  std::int64_t elements = 1;
  for (const Range range : piece) {
    elements = times(elements, std::max<std::int64_t>(range.end - range.begin, 0));
  }
  return elements;
}

Piece common(const Piece& a, const Piece& b) {
  Piece piece = a;
  for (std::size_t d = 0; d < piece.size(); ++d) {
    piece[d] = {std::max(a[d].begin, b[d].begin), std::min(a[d].end, b[d].end)};
  }
  return piece;
}

bool before(const Piece& a, const Piece& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](Range x, Range y) {
    return std::pair(x.begin, x.end) < std::pair(y.begin, y.end);
  });
}

// Different pieces of the source; cores that hold the same one are copies.
std::vector<Piece> source_pieces(const plan::Operation& op, const plan::Tensor& source) {
  std::vector<Piece> pieces;
  for (std::size_t core = 0; core < op.cores.size(); ++core) {
    pieces.push_back(piece_of_core(op, source, core));
  }
  std::sort(pieces.begin(), pieces.end(), before);
  pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
  return pieces;
}

void check_disjoint(const Site& site, const plan::Tensor& source, const plan::Tensor& target) {
  if (!source.in_lx() || !target.in_lx()) return;
  const Range from{source.start[0], source.start[0] + source.allocated_bytes()};
  const Range to{target.start[0], target.start[0] + target.allocated_bytes()};
  if (!from.meets(to)) return;
  site.report("RLY-01", Severity::Error,
              {.message = fmt::format("{} ({} to {}) and {} ({} to {}) of a shuffle overlap",
                                      titled(source), grouped(from.begin), grouped(from.end),
                                      titled(target), grouped(to.begin), grouped(to.end)),
               .tensor = &target,
               .cores = site.cores(),
               .found = fmt::format("{}-{}", grouped(to.begin), grouped(to.end)),
               .expected = fmt::format("outside {}-{}", grouped(from.begin), grouped(from.end))});
}

void report_cover(const Site& site, const plan::Tensor& target, std::size_t core,
                  std::int64_t found, std::int64_t wanted) {
  site.report("RLY-02", Severity::Error,
              {.message = fmt::format(
                   "{{cores}} take {} elements of {} from the source pieces, but need {}",
                   grouped(found), titled(target), grouped(wanted)),
               .tensor = &target,
               .cores = {site.core(core)},
               .found = grouped(found),
               .expected = grouped(wanted),
               .elements = grouped(std::abs(wanted - found))});
}

void check_target(const Site& site, const plan::Tensor& target, std::size_t core,
                  const std::vector<Piece>& sources) {
  const Piece wanted = piece_of_core(site.op, target, core);
  std::int64_t found = 0;
  std::size_t fragments = 0;
  for (const Piece& source : sources) {
    const std::int64_t elements = volume(common(source, wanted));
    found = plus(found, elements);
    fragments += elements > 0 ? 1U : 0U;
  }
  if (found != volume(wanted)) report_cover(site, target, core, found, volume(wanted));
  if (fragments <= kMaximumFragments) return;
  site.report("RLY-03", Severity::Warning,
              {.message = fmt::format("{{cores}} gather {} from {} source pieces", titled(target),
                                      fragments),
               .tensor = &target,
               .cores = {site.core(core)},
               .found = fmt::format("{}", fragments),
               .expected = fmt::format("at most {}", kMaximumFragments)});
}

void check_broadcast(const Site& site, const plan::Tensor& target, std::size_t sources) {
  const std::size_t targets = source_pieces(site.op, target).size();
  const std::size_t cores = site.op.cores.size();
  if (targets >= cores || cores % targets == 0) return;
  site.report("RLY-04", Severity::Error,
              {.message = fmt::format(
                   "{} pieces of {} go to {} cores, some would get more copies than others",
                   targets, titled(target), cores),
               .tensor = &target,
               .cores = site.cores(),
               .found = fmt::format("{} source and {} destination pieces", sources, targets),
               .expected = "a multiple of the pieces"});
}

}  // namespace

void check_shuffle(const Site& site) {
  if (site.op.op != plan::OpCode::Shuffle) return;
  if (site.op.inputs.size() != 1 || site.op.outputs.size() != 1) return;
  const plan::Tensor& source = tensor_of(site.op, site.op.inputs[0]);
  const plan::Tensor& target = tensor_of(site.op, site.op.outputs[0]);
  check_disjoint(site, source, target);
  const std::vector<Piece> sources = source_pieces(site.op, source);
  for (std::size_t core = 0; core < site.op.cores.size(); ++core) {
    check_target(site, target, core, sources);
  }
  check_broadcast(site, target, sources.size());
}

}  // namespace spyre::check
