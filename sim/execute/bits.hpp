// A row of bits with fast questions and changes of whole ranges.
#pragma once

#include "sim/execute/zeroed_array.hpp"

#include <cstdint>

namespace spyre::execute {

class Bits {
 public:
  explicit Bits(std::int64_t count) : words_(static_cast<std::size_t>(count / kWord + 1)) {}

  [[nodiscard]] bool test(std::int64_t i) const { return (word(i) >> (i % kWord) & 1U) != 0; }

  [[nodiscard]] bool all(std::int64_t first, std::int64_t count) const {
    return for_words(first, count, [this](std::int64_t i, std::uint64_t mask) {
      return (words_[static_cast<std::size_t>(i)] & mask) == mask;
    });
  }

  [[nodiscard]] bool none(std::int64_t first, std::int64_t count) const {
    return for_words(first, count, [this](std::int64_t i, std::uint64_t mask) {
      return (words_[static_cast<std::size_t>(i)] & mask) == 0;
    });
  }

  void assign(std::int64_t first, std::int64_t count, bool value) {
    for_words(first, count, [&](std::int64_t i, std::uint64_t mask) {
      std::uint64_t& bits = words_[static_cast<std::size_t>(i)];
      bits = value ? bits | mask : bits & ~mask;
      return true;
    });
  }

  void clear() { words_ = ZeroedArray<std::uint64_t>(words_.size()); }

 private:
  static constexpr std::int64_t kWord = 64;

  [[nodiscard]] std::uint64_t word(std::int64_t i) const {
    return words_[static_cast<std::size_t>(i / kWord)];
  }

  // Calls visit(word, mask of the range in it) until it returns false; says whether it never did.
  template <class Visitor>
  static bool for_words(std::int64_t first, std::int64_t count, Visitor&& visit) {
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const std::int64_t end = first + count;
    for (std::int64_t i = first; i < end;) {
      const std::int64_t bit = i % kWord;
      const std::int64_t taken = end - i < kWord - bit ? end - i : kWord - bit;
      const std::uint64_t mask = kAll >> (kWord - taken) << bit;
      if (!visit(i / kWord, mask)) return false;
      i += taken;
    }
    return true;
  }

  ZeroedArray<std::uint64_t> words_;
};

}  // namespace spyre::execute
