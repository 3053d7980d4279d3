// Gathers what the rules report: equal findings of many cores or many operations become one.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/check/finding.hpp"

namespace spyre::check {

class Collector {
 public:
  // The text "{cores}" in a message is replaced by the cores once all of them are known.
  void add(Finding finding, const std::vector<int>& cores);

  // Errors first, then by launch, operation, rule, tensor and message.
  [[nodiscard]] std::vector<Finding> findings() const;

 private:
  using Key = std::tuple<Severity, int, int, std::string, std::string, std::string>;
  struct Entry {
    Finding finding;
    std::set<int> cores;
  };
  std::map<Key, Entry> entries_;
};

}  // namespace spyre::check
