#include "models/params/params.hpp"

namespace spyre::params {

std::int64_t port_of(const ChipParams& p, std::int64_t core) { return core * p.hmi.ports / p.chip.cores; }

Bytes staging_bytes(const ChipParams& p) {
  const std::int64_t usable = (p.lx.capacity - p.lx.reserved).count();
  const std::int64_t front_end = usable * (1000 - p.lx.backend_share.count()) / 1000;
  return Bytes(usable - round_up(front_end, p.chip.stick.count()));
}

}  // namespace spyre::params
