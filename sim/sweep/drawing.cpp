// Coordinates are rounded to tenths, so that equal sweeps give equal pages.
#include "sim/sweep/drawing.hpp"

#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spyre::sweep {
namespace {

constexpr double kLetter = 7.5;  // width of most
constexpr double kWidth = 640, kHeight = 340, kLeft = 80, kRight = 20, kTop = 16, kBottom = 48;

// A linear scale over the values, a logarithmic one when they span more than a decade.
class Scale {
 public:
  Scale(const std::vector<double>& values, double from, double to) : from_(from), to_(to) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    low_ = *low;
    high_ = *high;
    logarithmic_ = low_ > 0 && high_ / low_ > 10;
    if (low_ == high_) high_ = low_ + (low_ == 0 ? 1 : std::abs(low_));
  }
  [[nodiscard]] double at(double value) const {
    const double share = logarithmic_ ? std::log(value / low_) / std::log(high_ / low_)
                                      : (value - low_) / (high_ - low_);
    return from_ + share * (to_ - from_);
  }
  [[nodiscard]] std::vector<double> ticks() const {
    constexpr int kTicks = 4;
    std::vector<double> found;
    for (int i = 0; i <= kTicks; ++i) {
      const double share = static_cast<double>(i) / kTicks;
      found.push_back(logarithmic_ ? low_ * std::pow(high_ / low_, share)
                                   : low_ + share * (high_ - low_));
    }
    return found;
  }

 private:
  double low_ = 0, high_ = 1, from_, to_;
  bool logarithmic_ = false;
};

std::string number(double value) {
  const double size = std::abs(value);
  if (size >= 1e6) return fmt::format("{:.3g}", value);
  return report::decimal(value, size >= 100 ? 0 : 2);
}

std::string text(double x, double y, const char* anchor, const std::string& words) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor,
                     escaped(words));
}

std::string svg(double width, double height, const std::string& inside) {
  return fmt::format(
      "<svg viewBox='0 0 {0:.0f} {1:.0f}' width='{0:.0f}' height='{1:.0f}' "
      "role='img'>\n{2}</svg>\n",
      width, height, inside);
}

std::string axes(const Scale& x, const Scale& y, const std::string& x_name,
                 const std::string& y_name) {
  const double bottom = kHeight - kBottom;
  std::string out;
  for (const double tick : x.ticks()) {
    out += fmt::format("<path class='grid' d='M{0:.1f} {1:.1f}V{2:.1f}'/>\n", x.at(tick), kTop,
                       bottom);
    out += text(x.at(tick), bottom + 16, "middle", number(tick));
  }
  for (const double tick : y.ticks()) {
    out += fmt::format("<path class='grid' d='M{0:.1f} {1:.1f}H{2:.1f}'/>\n", kLeft, y.at(tick),
                       kWidth - kRight);
    out += text(kLeft - 6, y.at(tick) + 4, "end", number(tick));
  }
  out += text((kLeft + kWidth - kRight) / 2, kHeight - 10, "middle", x_name);
  return out + fmt::format(
                   "<text transform='translate(14 {:.1f}) rotate(-90)' "
                   "text-anchor='middle'>{}</text>\n",
                   bottom / 2, escaped(y_name));
}

// From blue, fast, to orange, slow.
std::string colour(double share) {
  constexpr std::array<double, 3> kFast{49, 130, 189}, kMiddle{247, 247, 240}, kSlow{217, 95, 14};
  const bool lower = share < 0.5;
  const double part = lower ? share * 2 : share * 2 - 1;
  const auto& a = lower ? kFast : kMiddle;
  const auto& b = lower ? kMiddle : kSlow;
  const auto mix = [&](std::size_t i) { return std::lround(a[i] + part * (b[i] - a[i])); };
  return fmt::format("rgb({},{},{})", mix(0), mix(1), mix(2));
}

std::size_t widest(const std::vector<std::string>& words) {
  std::size_t most = 0;
  for (const std::string& word : words) most = std::max(most, word.size());
  return most;
}

std::string unit_of(const std::string& figure, const Results& results) {
  for (const Dimension& d : results.dimensions) {
    const bool words = d.name == figure && d.values.front().find(' ') != std::string::npos;
    if (words) return " (base units)";
  }
  return "";
}

// The squares of a heat map and what stands beside them.
class Grid {
 public:
  Grid(const Results& results, std::size_t rows, std::size_t columns)
      : results_(results),
        down_(results.dimensions[rows]),
        across_(results.dimensions[columns]),
        cells_(fastest_cells(results, rows, columns)),
        left_(40 + kLetter * static_cast<double>(widest(down_.values))),
        column_(std::max(64.0, kLetter * static_cast<double>(widest(across_.values)) + 8)) {}

  [[nodiscard]] double width() const {
    const double title = kLetter * static_cast<double>(across_.name.size());
    return left_ + std::max(title, static_cast<double>(across_.values.size()) * column_) + 8;
  }
  [[nodiscard]] double height() const { return y(cells_.size()) + 4; }

  [[nodiscard]] std::string titles() const {
    std::string out = text(left_, 14, "start", across_.name);
    for (std::size_t c = 0; c < across_.values.size(); ++c)
      out += text(x(c) + column_ / 2, 34, "middle", across_.values[c]);
    out += text(left_ - 8, 34, "end", down_.name);
    for (std::size_t r = 0; r < down_.values.size(); ++r)
      out += text(left_ - 8, y(r) + 17, "end", down_.values[r]);
    return out;
  }

  [[nodiscard]] std::string squares() const {
    const Scale share(times(), 0, 1);
    std::string out;
    for (std::size_t r = 0; r < cells_.size(); ++r) {
      for (std::size_t c = 0; c < cells_[r].size(); ++c) {
        if (cells_[r][c] < results_.simulated.size()) out += square(r, c, share);
      }
    }
    return out;
  }

 private:
  static constexpr double kCell = 26;

  [[nodiscard]] double x(std::size_t c) const { return left_ + static_cast<double>(c) * column_; }
  [[nodiscard]] static double y(std::size_t r) { return 42 + static_cast<double>(r) * kCell; }

  [[nodiscard]] std::vector<double> times() const {
    std::vector<double> found;
    for (const auto& row : cells_) {
      for (const std::size_t i : row) {
        if (i < results_.simulated.size()) found.push_back(results_.simulated[i].kernel_us);
      }
    }
    return found;
  }

  [[nodiscard]] std::string square(std::size_t r, std::size_t c, const Scale& share) const {
    const double us = results_.simulated[cells_[r][c]].kernel_us;
    return fmt::format(
               "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'>"
               "<title>{}</title></rect>\n",
               x(c), y(r), column_ - 2, kCell - 2, colour(share.at(us)),
               escaped(point_text(results_, cells_[r][c]))) +
           text(x(c) + column_ / 2 - 1, y(r) + 17, "middle", number(us));
  }

  const Results& results_;
  const Dimension &down_, &across_;
  std::vector<std::vector<std::size_t>> cells_;
  double left_, column_;
};

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string scatter(const Summary& summary) {
  const Figure &a = summary.figures.first, &b = summary.figures.second;
  const Results& results = summary.results;
  const Scale x(a.values, kLeft, kWidth - kRight), y(b.values, kHeight - kBottom, kTop);
  std::string out =
      axes(x, y, a.name + unit_of(a.name, results), b.name + unit_of(b.name, results));
  const auto dot = [&](std::size_t i, const char* kind, double radius) {
    return fmt::format(
        "<circle class='{}' cx='{:.1f}' cy='{:.1f}' r='{:.1f}'><title>{}: {} us"
        "</title></circle>\n",
        kind, x.at(a.values[i]), y.at(b.values[i]), radius, escaped(point_text(results, i)),
        report::fixed(results.simulated[i].kernel_us, 3));
  };
  for (std::size_t i = 0; i < results.simulated.size(); ++i) {
    if (results.simulated[i].kept) out += dot(i, "point", 3);
  }
  std::string line;
  for (const std::size_t i : front_of(results, a, b)) {
    line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", x.at(a.values[i]),
                        y.at(b.values[i]));
    out += dot(i, "best", 5);
  }
  return svg(kWidth, kHeight, out + fmt::format("<path class='front' d='{}'/>\n", line));
}

std::string effect_bars(const Results& results, const Effect& effect) {
  constexpr double kBar = 18, kStep = 22, kLength = 360;
  const Dimension& dimension = results.dimensions[effect.dimension];
  const double left = 20 + kLetter * static_cast<double>(widest(dimension.values));
  const double most = *std::max_element(effect.relative.begin(), effect.relative.end());
  std::string out;
  double y = 4;
  for (std::size_t v = 0; v < dimension.values.size(); ++v, y += kStep) {
    const double relative = effect.relative[v];
    out += text(left - 6, y + 13, "end", dimension.values[v]);
    if (relative == 0) continue;
    const double length = relative / most * kLength;
    out += fmt::format("<rect class='bar' x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}'/>\n",
                       left, y, length, kBar);
    out += text(left + length + 6, y + 13, "start", fmt::format("{:.3f}", relative));
  }
  return svg(left + kLength + 70, y + 4, out);
}

std::string heat_map(const Results& results, std::size_t rows, std::size_t columns) {
  const Grid grid(results, rows, columns);
  return svg(grid.width(), grid.height(), grid.titles() + grid.squares());
}

}  // namespace spyre::sweep
