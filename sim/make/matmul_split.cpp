// The front end's choice of a matmul's division: every division is priced, the cheapest wins.
//
// The price is an estimate in microseconds for comparing divisions, not a time; its terms and
// constants are those of the planner that wrote the measured plans (torch-spyre, August 2026).
#include "sim/make/split.hpp"

#include "sim/make/index.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace spyre::make {
namespace {

constexpr double kMacsPerUs = 98.304e6 / 2 / 32;  // one core's fp16 peak
constexpr double kBytesPerUs = 204.8e3;
constexpr double kElementBytes = 2;
constexpr double kArrayRows = 8;
constexpr double kFullRows = 5 * kArrayRows;  // rows per core from which the array stays full
constexpr double kSharers = 8;        // cores that share a broadcast without contending for it
constexpr double kWideColumns = 512;  // columns per core beyond which the schedule suffers
constexpr double kShortRows = 16;     // rows per core below which start-up shows

struct Role {
  double size = 1, slices = 1;
  [[nodiscard]] double share() const { return std::floor(size / slices); }
};

struct Division {
  Role batch, m, n, k;
  bool shared_weight = false;  // the weight has no batch dimension
  double cores = 32;

  [[nodiscard]] double used() const { return batch.slices * m.slices * n.slices * k.slices; }
};

// Doublings by which `value` exceeds `limit`.
double doublings(double value, double limit = 1) { return std::max(0.0, std::log2(value / limit)); }

double compute(const Division& d) {
  const double rows = d.m.share();
  const double fill = rows >= kFullRows ? 1 : kFullRows / std::max(rows, kArrayRows);
  return std::pow(fill, 0.25) * d.batch.size * d.m.size * d.n.size * d.k.size / d.used() /
         kMacsPerUs;
}

double memory(const Division& d) {
  const double weights = (d.shared_weight ? 1 : d.batch.size) * d.k.size * d.n.size;
  const double moved = d.batch.size * d.m.size * (d.k.size + d.n.size) + weights;
  const double sharers = d.shared_weight ? std::max(d.m.slices, d.n.slices) : d.n.slices;
  const double contention = std::max(1.0, std::pow(sharers / kSharers, 0.75));
  return moved * kElementBytes / kBytesPerUs * contention;
}

double partial_sums(const Division& d) {
  const double outputs =
      d.batch.size * d.m.size * d.n.size / (d.batch.slices * d.m.slices * d.n.slices);
  return (d.k.slices - 1) * outputs * (d.shared_weight ? 1e-3 : 1e-4);
}

// Preferences between divisions of about equal time.
double preferences(const Division& d) {
  const double wanted_rows = std::max(
      kArrayRows / 2, std::min(std::floor(d.cores / 2), std::max(1.0, std::floor(d.m.size / 32))));
  const double rows = std::max(1.0, d.m.share()), columns = std::max(1.0, d.n.share());
  double price = doublings(wanted_rows, d.m.slices) * 10 + doublings(kShortRows, rows) * 30 +
                 doublings(columns, kWideColumns) * 25 + doublings(d.cores, d.used()) * 150;
  const bool filled = rows >= kShortRows;
  const double deep = doublings(d.k.size, d.n.size) * std::log2(d.n.slices);
  if (d.shared_weight) {
    const double narrow =
        doublings(kWideColumns * kSharers, d.n.size) * doublings(columns, kWideColumns / 4);
    return price + (filled ? narrow * 5 : 0) + deep * 10;
  }
  price += filled ? deep * 20 : 0;
  return price + std::log2(d.batch.slices) * 10;
}

double price(const Division& d) {
  return compute(d) + memory(d) + partial_sums(d) + preferences(d);
}

class Planner {
 public:
  Planner(Step& step, const MatmulAxes& axes, bool shared_weight, int cores)
      : step_(step), axes_{axes.batch, axes.m, axes.n, axes.k}, cores_(cores) {
    for (std::size_t i = 0; i < axes_.size(); ++i) role(i).size = size(i);
    division_.shared_weight = shared_weight || division_.batch.size <= 1;
    division_.cores = cores;
  }

  // The cheapest division, unless the default one uses more cores.
  void run() {
    visit(0);
    if (best_.empty() || product(best_) < product(current())) return;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i] >= 0) step_.axes[at(axes_[i])].slices = best_[i];
    }
  }

 private:
  using Slices = std::vector<std::int64_t>;

  Role& role(std::size_t i) {
    return *std::array{&division_.batch, &division_.m, &division_.n, &division_.k}[i];
  }
  [[nodiscard]] double size(std::size_t i) const {
    return axes_[i] < 0 ? 1 : static_cast<double>(step_.axes[at(axes_[i])].padded());
  }
  [[nodiscard]] std::int64_t parts(std::size_t i) const {
    return axes_[i] < 0 ? 1 : step_.axes[at(axes_[i])].parts();
  }
  [[nodiscard]] Slices current() const {
    Slices slices;
    for (const AxisId axis : axes_) slices.push_back(axis < 0 ? 1 : step_.axes[at(axis)].slices);
    return slices;
  }
  static std::int64_t product(const Slices& slices) {
    std::int64_t cores = 1;
    for (const std::int64_t count : slices) cores *= count;
    return cores;
  }

  void visit(std::size_t i) {
    if (i == axes_.size()) return consider();
    for (const std::int64_t count : divisors(parts(i))) {
      chosen_.push_back(count);
      role(i).slices = static_cast<double>(count);
      if (product(chosen_) <= cores_) visit(i + 1);
      chosen_.pop_back();
    }
  }
  void consider() {
    const double cost = price(division_);
    if (!best_.empty() && cost >= best_price_) return;
    best_ = chosen_;
    best_price_ = cost;
  }

  Step& step_;
  std::array<AxisId, 4> axes_;
  int cores_;
  Division division_;
  Slices chosen_, best_;
  double best_price_ = 0;
};

}  // namespace

void divide_matmul(const Kernel& kernel, Step& step, const MatmulAxes& axes, bool shared_weight,
                   int cores) {
  divide_by_default(kernel, step, cores);
  const std::vector<std::int64_t> spans = slices_for_spans(kernel, step, cores);
  const bool bound =
      std::any_of(spans.begin(), spans.end(), [](std::int64_t count) { return count > 1; });
  if (bound || axes.m < 0)
    return;  // the planner leaves single rows and divisions forced by spans alone
  Planner(step, axes, shared_weight, cores).run();
}

}  // namespace spyre::make
