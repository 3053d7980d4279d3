// Records of things in flight under small reusable numbers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace spyre {

template <class T>
class Pool {
 public:
  std::uint64_t add(T value) {
    ++live_;
    if (unused_.empty()) {
      values_.push_back(std::move(value));
      return values_.size() - 1;
    }
    const std::uint64_t tag = unused_.back();
    unused_.pop_back();
    values_[tag] = std::move(value);
    return tag;
  }
  T& operator[](std::uint64_t tag) { return values_[tag]; }
  T take(std::uint64_t tag) {
    --live_;
    unused_.push_back(tag);
    return std::move(values_[tag]);
  }
  [[nodiscard]] std::int64_t live() const { return live_; }

 private:
  std::vector<T> values_;
  std::vector<std::uint64_t> unused_;
  std::int64_t live_ = 0;
};

}  // namespace spyre
