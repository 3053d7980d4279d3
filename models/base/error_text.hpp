// An error in one line, for tables whose cells hold no more.
#pragma once

#include <string>

#include "models/base/error.hpp"

namespace spyre {

// The first problem as "WHERE: WHAT (expected …)", and how many more there are.
std::string one_line(const Error& error);

}  // namespace spyre
