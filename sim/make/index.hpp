// Ids are ints, containers count with std::size_t.
#pragma once

#include <cstddef>

namespace spyre::make {

constexpr std::size_t at(int id) { return static_cast<std::size_t>(id); }

}  // namespace spyre::make
