// The parts of a written bundle.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// Keeps the order of members, as the front end writes them.
using OrderedJson = nlohmann::ordered_json;

// An address as a bundle's text computes it: base of an argument (-1: the pool), offset, bytes per
// trip of each loop.
using SymbolicAddress = std::tuple<int, std::int64_t, std::vector<std::int64_t>>;

// Symbols of one call: equal addresses share one, numbered -1, -2 … in order of first use.
class Symbols {
 public:
  std::int64_t id(const SymbolicAddress& address);
  [[nodiscard]] const std::vector<SymbolicAddress>& addresses() const { return addresses_; }

 private:
  std::map<SymbolicAddress, std::int64_t> ids_;
  std::vector<SymbolicAddress> addresses_;
};

// Address of every core's share of a tensor in device memory, relative to the launch's arguments.
std::vector<SymbolicAddress> addresses_of(const plan::Plan& plan, const plan::Launch& launch,
                                          const plan::Tensor& tensor);

// The SuperDSC file of one operation; addresses become symbols.
OrderedJson write_sdsc(const plan::Plan& plan, const plan::Launch& launch,
                       const plan::Operation& operation, Symbols& symbols);

// Node, entry of labeledDs_ and layout class of one tensor.
OrderedJson write_node(const plan::Operation& operation, std::size_t tensor,
                       const std::vector<std::int64_t>& starts);
OrderedJson write_labeled(const plan::Operation& operation, std::size_t tensor);
OrderedJson write_classes(const plan::Operation& operation);

// The text of bundle.mlir; `symbols` are those of each operation.
std::string write_mlir(const plan::Launch& launch, const std::vector<Symbols>& symbols);

// A fold over (core, corelet, time) or over the levels of a dimension (plan-format 3.4).
OrderedJson fold_attribute(const std::string& label, std::int64_t factor);
OrderedJson affine(std::int64_t alpha);

}  // namespace spyre::bundle
