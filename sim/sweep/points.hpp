// The points of a sweep, made from their number: no list of them is ever held.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/make/make.hpp"
#include "sim/sweep/spec.hpp"

namespace spyre::sweep {

struct Point {
  std::uint64_t number = 0;
  std::optional<std::size_t> plan;           // of the listed ones; else it is built from
  std::map<std::string, std::string> build;  // these fields by name
  std::map<std::string, std::string> card;   // parameters that differ from the card of the sweep
  std::string plan_name;                     // the listed plan as written, or the operation built
  std::vector<std::string> cells;            // one per axis; empty where the axis does not apply
};

class Points {
 public:
  // Throws Error (Input) when there are more points than anybody can simulate.
  explicit Points(Spec spec);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  // The listed plans come first, then the built ones; in a product later axes vary faster, axes of
  // the plan before those of the card. A sample has an order of its own.
  [[nodiscard]] Point at(std::uint64_t number) const;
  [[nodiscard]] const std::vector<std::string>& axes() const { return names_; }
  [[nodiscard]] const Spec& spec() const { return spec_; }

 private:
  // Points that have the same axes: those of the listed plans, or those of the built ones.
  struct Group {
    bool built = false;
    std::vector<Axis> axes;  // a listed plan's first one counts plans
    std::uint64_t size = 0;
  };
  void add_group(Group group);
  void assign(const Group& group, std::size_t axis, std::size_t value, Point& point) const;

  Spec spec_;
  std::vector<Group> groups_;
  std::vector<std::string> names_;
  std::uint64_t all_ = 0, size_ = 0;
};

// The request of a point that is built.
make::Request request_of(const Point& point);

}  // namespace spyre::sweep
