// The filter of a sweep on results: "kernel_us < 5000 and bound != memory".
#pragma once

#include <string>
#include <vector>

namespace spyre::sweep {

// The figures of one simulated point.
struct Figures {
  double kernel_us = 0, device_us = 0;
  std::string bound;
};

class Filter {
 public:
  Filter() = default;  // keeps everything
  // Throws Error (Input) with all that is wrong; `where` is the place of the text.
  Filter(const std::string& text, const std::string& where);

  [[nodiscard]] bool keeps(const Figures& figures) const;
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  struct Term {
    std::string figure, comparison, word;
    double number = 0;
  };
  static bool holds(const Term& term, const Figures& figures);

  std::string text_;
  std::vector<Term> terms_;  // all of them must hold
};

}  // namespace spyre::sweep
