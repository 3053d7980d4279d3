// Coordinates are rounded to tenths, so that equal sweeps give equal pages.
#include "sim/sweep/drawing.hpp"

#include "sim/report/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace spyre::sweep {
namespace {

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

}  // namespace

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string scatter(const Summary& summary) {
  const auto& [a, b] = summary.figures;
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
  const double left = 20 + 7.5 * static_cast<double>(widest(dimension.values));
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
  constexpr double kCell = 26;
  const Dimension &down = results.dimensions[rows], &across = results.dimensions[columns];
  const double left = 40 + 7.5 * static_cast<double>(widest(down.values));
  const double width = std::max(64.0, 7.5 * static_cast<double>(widest(across.values)) + 8);
  const auto cells = fastest_cells(results, rows, columns);
  std::vector<double> times;
  for (const auto& row : cells) {
    for (const std::size_t i : row) {
      if (i < results.simulated.size()) times.push_back(results.simulated[i].kernel_us);
    }
  }
  const Scale share(times, 0, 1);
  std::string out = text(left, 14, "start", across.name);
  for (std::size_t c = 0; c < across.values.size(); ++c)
    out += text(left + (static_cast<double>(c) + 0.5) * width, 34, "middle", across.values[c]);
  out += text(left - 8, 34, "end", down.name);
  double y = 42;
  for (std::size_t r = 0; r < cells.size(); ++r, y += kCell) {
    out += text(left - 8, y + 17, "end", down.values[r]);
    for (std::size_t c = 0; c < cells[r].size(); ++c) {
      if (cells[r][c] >= results.simulated.size()) continue;
      const double x = left + static_cast<double>(c) * width;
      const double us = results.simulated[cells[r][c]].kernel_us;
      out += fmt::format(
          "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'>"
          "<title>{}</title></rect>\n",
          x, y, width - 2, kCell - 2, colour(share.at(us)),
          escaped(point_text(results, cells[r][c])));
      out += text(x + width / 2 - 1, y + 17, "middle", number(us));
    }
  }
  const double named = left + static_cast<double>(across.values.size()) * width;
  return svg(std::max(named, left + 7.5 * static_cast<double>(across.name.size())) + 8, y + 4, out);
}

}  // namespace spyre::sweep
