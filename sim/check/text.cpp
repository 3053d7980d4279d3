#include "sim/check/text.hpp"

#include <fmt/format.h>

namespace spyre::check {

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > sign + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string folded(const std::set<int>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    auto next = std::next(first);
    while (next != numbers.end() && *next == *last + 1) last = next++;
    text += fmt::format("{}{}", text.empty() ? "" : ",", *first);
    if (*last != *first) text += fmt::format("-{}", *last);
    first = next;
  }
  return text;
}

std::string cores_phrase(const std::set<int>& cores) {
  return (cores.size() == 1 ? "core " : "cores ") + folded(cores);
}

std::string counted(std::int64_t number, const std::string& noun) {
  return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string titled(const plan::Tensor& tensor) {
  return tensor.name + (tensor.in_lx() ? " (LX)" : " (memory)");
}

}  // namespace spyre::check
