// What earlier operations of a plan left behind that changes how the next one is scheduled.
#pragma once

#include <set>
#include <tuple>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::schedule {

class History {
 public:
  // True when an input in memory was written by an earlier operation.
  [[nodiscard]] bool rereads(const plan::Operation& operation) const;
  // True when nothing is read again, but beside what comes from memory an input in LX was written by an earlier operation.
  // Such operations are about 13 % slower on the card; the cause is open.
  [[nodiscard]] bool continues_in_lx(const plan::Operation& operation) const;
  // Whether an earlier operation of the same bundle loop has read exactly this tensor from memory.
  [[nodiscard]] bool just_read(const plan::Operation& operation, const plan::Tensor& tensor) const;

  void begin_launch();
  // From now on inputs in memory are what the round before wrote.
  void begin_later_rounds();
  void add(const plan::Operation& operation);

 private:
  using Place = std::tuple<plan::StorageId, std::int64_t, std::int64_t>;  // storage, first core's start, second's
  [[nodiscard]] static Place place_of(const plan::Tensor& tensor);

  std::set<Place> written_;
  bool chained_ = false;
  std::set<std::pair<int, std::vector<std::int64_t>>> read_;  // loop, starts
};

// A launch repeated without arguments of its own is a chain: every round but the first reads what the one before wrote.
bool chained(const plan::Launch& launch);

}  // namespace spyre::schedule
