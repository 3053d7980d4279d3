// Everything a run measured, in words, to compare runs with.
#pragma once

#include <string>

#include "models/observe/result.hpp"

namespace spyre::test {

std::string text_of(const observe::Result& result);

}  // namespace spyre::test
