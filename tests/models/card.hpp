// The card of configs/spyre.yaml, for tests to change single members of.
#pragma once

#include "models/params/params.hpp"
#include "sim/config/config.hpp"

namespace spyre::test {

inline params::ChipParams card() {
  return config::load({SPYRE_SOURCE_DIR "/configs/spyre.yaml"}, {});
}

}  // namespace spyre::test
