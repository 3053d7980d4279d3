// The runtime library as torch-spyre includes it, served by a simulated card.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here. Callers rely on this header for the standard ones below.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "flex/addresses.hpp"
#include "flex/allocator.hpp"
#include "flex/operations.hpp"
#include "flex/runtime.hpp"
#include "flex/stream.hpp"
