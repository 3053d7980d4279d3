// Hands points to processes and writes their rows as they come.
#include "sim/sweep/sweep.hpp"

#include "models/base/error.hpp"
#include "models/base/hash.hpp"
#include "sim/config/config.hpp"
#include "sim/sweep/card.hpp"
#include "sim/workers/workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace spyre::sweep {
namespace {

std::string plan_identity(const Point& point, const Identity& identity) {
  if (point.plan) return identity.plan_hashes[*point.plan];
  std::string request;
  for (const auto& [field, value] : point.build) request += field + "=" + value + ";";
  return request;
}

// Values that contradict each other make no card, but still a point.
std::string card_identity(const Point& point, const params::ChipParams& card) {
  CardTable table(card);
  for (const auto& [path, value] : point.card) table.set(path, value);
  return config::config_hash(table.card());
}

class Run {
 public:
  Run(const Sweep& sweep, Ledger& ledger) : sweep_(sweep), ledger_(ledger) {
    done_.of = sweep.points.size();
  }

  Done run() {
    workers::run_stream(
        sweep_.at_once,
        {[this] { return next(); }, [this](std::size_t) { return row_rest(sweep_.run(point_)); },
         [this](std::size_t number, workers::Answer answer) { ended(number, std::move(answer)); },
         sweep_.stop});
    return done_;
  }

 private:
  std::optional<std::size_t> next() {
    for (; number_ < sweep_.points.size() && !stopped(); ++number_) {
      point_ = sweep_.points.at(number_);
      const std::string key = key_of(point_, sweep_.identity);
      if (runs(key)) return std::nullopt;  // its result will do for this point as well
      const std::string start = row_start(key, point_);
      if (settle(key, start)) continue;
      running_[number_] = {key, start};
      return static_cast<std::size_t>(number_++);
    }
    return std::nullopt;
  }

  // True when the point needs no simulation.
  bool settle(const std::string& key, const std::string& start) {
    if (ledger_.has(start)) {
      ++done_.kept;
    } else if (const std::optional<std::string> rest = ledger_.rest_of(key)) {
      ledger_.append(start, *rest);
    } else {
      return false;
    }
    tell();
    return true;
  }

  void ended(std::size_t number, workers::Answer answer) {
    const auto at = running_.find(number);
    const std::string rest =
        answer.fault.empty() ? std::move(answer.text) : row_rest(crashed(answer.fault));
    ledger_.append(at->second.start, rest);
    running_.erase(at);
    ++done_.simulated;
    tell();
  }

  void tell() {
    ++done_.points;
    if (sweep_.tell) sweep_.tell(done_);
  }
  [[nodiscard]] bool stopped() const { return sweep_.stop && sweep_.stop(); }
  [[nodiscard]] bool runs(const std::string& key) const {
    return std::any_of(running_.begin(), running_.end(),
                       [&](const auto& entry) { return entry.second.key == key; });
  }

  struct Running {
    std::string key, start;
  };

  const Sweep& sweep_;
  Ledger& ledger_;
  Done done_;
  std::uint64_t number_ = 0;
  Point point_;  // the one that is being handed out
  std::map<std::uint64_t, Running> running_;
};

}  // namespace

std::string key_of(const Point& point, const Identity& identity) {
  std::string text = plan_identity(point, identity) + '\n' + card_identity(point, identity.card) +
                     '\n' + identity.version;
  if (identity.strict) text += "\nstrict";
  return hex(fnv1a(text));
}

void refuse_strangers(const Points& points, const Identity& identity, const Ledger& ledger) {
  std::vector<bool> expected(ledger.rows());
  std::size_t left = expected.size();
  for (std::uint64_t i = 0; i < points.size() && left > 0; ++i) {
    const Point point = points.at(i);
    const auto place = ledger.place(row_start(key_of(point, identity), point));
    if (!place || expected[*place]) continue;
    expected[*place] = true;
    --left;
  }
  if (left == 0) return;
  throw Error(
      ErrorKind::Input, ledger.file().string(),
      fmt::format("holds {} of {} rows that are no points of this sweep", left, expected.size()),
      "the same specification or one with more points, the same plans, card and version; "
      "or another directory");
}

Done run_sweep(const Sweep& sweep, Ledger& ledger) { return Run(sweep, ledger).run(); }

}  // namespace spyre::sweep
