// Who wrote the bytes of an address space last, and reads of what somebody else has written over
// since.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/check/geometry.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::check {

struct Writer {
  int launch = -1, operation = -1;
  const plan::Tensor* tensor = nullptr;  // none for a data operation
  Box box;
  int pass = 1;  // of the innermost loop, see walk_twice
};

class Ownership {
 public:
  // Strided boxes of more pieces than this are not followed: their bytes belong to nobody.
  explicit Ownership(std::int64_t maximum_runs);
  ~Ownership();
  Ownership(Ownership&&) noexcept;
  Ownership& operator=(Ownership&&) noexcept;

  void write(Writer writer);
  // The last writers of the bytes of a box, in the order they wrote.
  [[nodiscard]] std::vector<const Writer*> owners(const Box& box) const;
  // The first byte nobody has written, -1 when there is none.
  [[nodiscard]] std::int64_t first_unwritten(const Box& box) const;

 private:
  struct Map;
  std::unique_ptr<Map> map_;
};

// A writer that had prepared all of a read, and a later one that wrote over a part of it.
struct Clobber {
  const Writer* producer = nullptr;
  const Writer* other = nullptr;
};
std::vector<Clobber> clobbers(const plan::Plan& plan, const Box& read,
                              const std::vector<const Writer*>& owners);

const plan::Operation& operation_of(const plan::Plan& plan, const Writer& writer);

// "Tensor1 of exp (operation 3)", seen from a launch.
std::string described(const plan::Plan& plan, const Writer& writer, int launch);

}  // namespace spyre::check
