// Shows quantities with their numbers when an expectation fails.
#pragma once

#include <string>

#include "models/base/quantity.hpp"
#include "tests/support/catch.hpp"

namespace Catch {

template <class Tag>
struct StringMaker<spyre::Quantity<Tag>> {
  static std::string convert(const spyre::Quantity<Tag>& quantity) {
    return std::to_string(quantity.count());
  }
};

}  // namespace Catch
