// The card's memories in host memory.
#include "sim/execute/memory.hpp"

#include "models/base/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace spyre::execute {

using plan::kStickBytes;

Memory::Memory(const std::vector<plan::Storage>& storages, Lender lender)
    : storages_(storages), lender_(std::move(lender)), regions_(storages.size()) {}

Region& Memory::storage(plan::StorageId id) {
  ensure(id >= 0 && static_cast<std::size_t>(id) < regions_.size(), "storage of an unknown number");
  auto& region = regions_[static_cast<std::size_t>(id)];
  const plan::Storage& storage = storages_[static_cast<std::size_t>(id)];
  if (region) return *region;
  const std::int64_t bytes = round_up(storage.bytes, kStickBytes);
  std::uint8_t* lent = lender_ ? lender_(storage) : nullptr;
  region = lent != nullptr ? std::make_unique<Region>(storage.address, bytes, lent)
                           : std::make_unique<Region>(storage.address, bytes);
  return *region;
}

Region& Memory::lx(int core) {
  ensure(core >= 0 && core < kCores, "core number beyond the card");
  auto& region = lx_[static_cast<std::size_t>(core)];
  if (!region) region = std::make_unique<Region>(0, kLxBytes);
  return *region;
}

Region& Memory::home(const plan::Tensor& tensor, int core) {
  return tensor.in_lx() ? lx(core) : storage(tensor.storage);
}

std::vector<Region*> Memory::crossed(const plan::Tensor& tensor, int core, std::int64_t first,
                                     std::int64_t last) {
  if (tensor.in_lx()) return {&lx(core)};
  std::vector<Region*> regions;
  for (auto page = outside_.lower_bound(first - kPageBytes);
       page != outside_.end() && page->first < last; ++page)
    regions.push_back(page->second.get());
  for (std::size_t i = 0; i < storages_.size(); ++i) {
    const plan::Storage& storage = storages_[i];
    if (storage.address >= last || storage.address + storage.bytes <= first) continue;
    regions.push_back(&this->storage(static_cast<plan::StorageId>(i)));
  }
  return regions;
}

Region Memory::picture(const plan::Tensor& tensor, int core, std::int64_t first,
                       std::int64_t last) {
  constexpr std::int64_t kMost = std::int64_t{1} << 30;
  if (last - first > kMost)
    throw Error(ErrorKind::Plan, tensor.source.file + tensor.source.pointer,
                "SPN-01: a core reaches over " + std::to_string(last - first) +
                    " bytes of its tensor, not all of them allocated",
                "at most 256 MiB per core");
  const std::int64_t base =
      first >= 0 ? first / kStickBytes * kStickBytes : -round_up(-first, kStickBytes);
  Region copy(base, round_up(last - base, kStickBytes));
  for (const Region* region : crossed(tensor, core, first, last)) {
    const std::int64_t from = std::max(base, region->base());
    const std::int64_t to = std::min(copy.end(), region->end());
    if (to > from) copy.copy(from, *region, from, to - from);
  }
  return copy;
}

Region* Memory::region_of(const plan::Tensor& tensor, int core, std::int64_t stick) {
  if (tensor.in_lx()) return stick >= 0 && stick < kLxBytes ? &lx(core) : nullptr;
  for (std::size_t i = 0; i < storages_.size(); ++i) {
    const plan::Storage& storage = storages_[i];
    if (stick >= storage.address && stick < storage.address + storage.bytes)
      return &this->storage(static_cast<plan::StorageId>(i));
  }
  const std::int64_t page = stick & ~(kPageBytes - 1);
  auto& region = outside_[page];
  if (!region) region = std::make_unique<Region>(page, kPageBytes);
  return region.get();
}

void Memory::take_over(const plan::Tensor& tensor, int core, const Region& picture, Event event) {
  for (std::int64_t stick = picture.base(); stick < picture.end(); stick += kStickBytes) {
    const StickWriter writer = picture.writer(stick);
    if (writer.event != event) continue;
    Region* region = region_of(tensor, core, stick);
    if (region == nullptr) continue;
    region->copy(stick + writer.first, picture, stick + writer.first, writer.last - writer.first);
    region->note_writer(stick + writer.first, writer.last - writer.first, event, core);
  }
}

}  // namespace spyre::execute
