#include "sim/check/ownership.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>
#include <boost/icl/interval_map.hpp>

namespace spyre::check {
namespace {

using Interval = boost::icl::interval<std::int64_t>;

// Whether one writer fills in a part of what another has prepared: by its strides, or as a plain
// copy.
bool updates(const plan::Plan& plan, const Writer& part, const Writer& whole) {
  const bool copy = operation_of(plan, part).op == plan::OpCode::Identity;
  return piece_of(part.box, whole.box) || (copy && whole.box.bounds().holds(part.box.bounds()));
}

}  // namespace

struct Ownership::Map {
  boost::icl::interval_map<std::int64_t, std::size_t> owners;  // number of the writer, from 1
  std::deque<Writer> writers;
  std::int64_t maximum_runs = 0;
};

Ownership::Ownership(std::int64_t maximum_runs) : map_(std::make_unique<Map>()) {
  map_->maximum_runs = maximum_runs;
}
Ownership::~Ownership() = default;
Ownership::Ownership(Ownership&&) noexcept = default;
Ownership& Ownership::operator=(Ownership&&) noexcept = default;

void Ownership::write(Writer writer) {
  if (run_count(writer.box) > map_->maximum_runs) {
    const Range all = writer.box.bounds();
    map_->owners.erase(Interval::right_open(all.begin, all.end));
    return;
  }
  const std::size_t number = map_->writers.size() + 1;
  for (const Range r : runs(writer.box)) {
    map_->owners.set({Interval::right_open(r.begin, r.end), number});
  }
  map_->writers.push_back(std::move(writer));
}

std::vector<const Writer*> Ownership::owners(const Box& box) const {
  std::vector<std::size_t> numbers;
  if (run_count(box) > map_->maximum_runs) return {};
  for (const Range r : runs(box)) {
    const auto [first, last] = map_->owners.equal_range(Interval::right_open(r.begin, r.end));
    for (auto segment = first; segment != last; ++segment) numbers.push_back(segment->second);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::vector<const Writer*> writers;
  for (const std::size_t number : numbers) writers.push_back(&map_->writers[number - 1]);
  return writers;
}

std::int64_t Ownership::first_unwritten(const Box& box) const {
  for (const Range r : runs(box)) {
    std::int64_t next = r.begin;
    const auto [first, last] = map_->owners.equal_range(Interval::right_open(r.begin, r.end));
    for (auto segment = first; segment != last && segment->first.lower() <= next; ++segment) {
      next = segment->first.upper();
    }
    if (next < r.end) return next;
  }
  return -1;
}

std::vector<Clobber> clobbers(const plan::Plan& plan, const Box& read,
                              const std::vector<const Writer*>& owners) {
  const auto producer = std::find_if(owners.begin(), owners.end(),
                                     [&](const Writer* w) { return covers(w->box, read); });
  std::vector<Clobber> found;
  if (producer == owners.end()) return found;
  for (auto later = producer + 1; later != owners.end(); ++later) {
    if (covers((*later)->box, read) || updates(plan, **later, **producer)) continue;
    found.push_back({*producer, *later});
  }
  return found;
}

const plan::Operation& operation_of(const plan::Plan& plan, const Writer& writer) {
  return plan.launches[static_cast<std::size_t>(writer.launch)]
      .operations[static_cast<std::size_t>(writer.operation)];
}

std::string described(const plan::Plan& plan, const Writer& writer, int launch) {
  const std::string what = writer.tensor == nullptr ? "a data operation" : writer.tensor->name;
  const std::string where = writer.launch == launch ? "" : " of an earlier launch";
  return fmt::format("{} of {} (operation {}{})", what, plan::name(operation_of(plan, writer).op),
                     writer.operation, where);
}

}  // namespace spyre::check
