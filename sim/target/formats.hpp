// The runtime interface's number formats in terms of ours.
#pragma once

#include "sim/number/host_type.hpp"
#include "sim/plan/vocabulary.hpp"

#include "util/sendefs/sendefs.h"

#include <optional>

namespace spyre::target {

// Nothing for formats that host or card do not have.
std::optional<number::HostType> host_type(DataFormats format);
std::optional<plan::Format> device_format(DataFormats format);

// Bytes of one element on either side; 0 for formats that no transfer carries.
int host_element_bytes(DataFormats format);
int device_element_bytes(DataFormats format);

}  // namespace spyre::target
