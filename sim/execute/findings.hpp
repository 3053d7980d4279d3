// What went wrong while values were computed: equal findings of many cores and elements become one.
#pragma once

#include "sim/check/finding.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace spyre::execute {

class Findings {
 public:
  // `core` −1: no core; `elements` 0: no elements to name; `first`: where the first of them is.
  void add(check::Finding finding, int core = -1, std::int64_t elements = 0,
           const std::string& first = {});

  // Errors first, then by launch, operation, rule and tensor.
  [[nodiscard]] std::vector<check::Finding> list() const;

 private:
  using Key = std::tuple<check::Severity, int, int, std::string, std::string, std::string>;
  struct Entry {
    check::Finding finding;
    std::set<int> cores;
    std::int64_t elements = 0;
    std::string first;
  };
  std::map<Key, Entry> entries_;
};

// "0-3,7" of a set of numbers.
std::string ranges_text(const std::set<int>& numbers);

}  // namespace spyre::execute
