// An array of zeros that takes memory only where it is written: allocations may be far larger than
// what is used.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace spyre::execute {

template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements begin as zero bytes");

 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t count)
      : data_(static_cast<T*>(std::calloc(count > 0 ? count : 1, sizeof(T)))), count_(count) {
    if (!data_) throw std::bad_alloc();
  }

  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t count_ = 0;
};

}  // namespace spyre::execute
