// Redraws one line of standard error at most a few times per second, first after a second.
#include "sim/cli/progress.hpp"

#include "sim/cli/console.hpp"
#include "sim/report/number_text.hpp"

#include <fmt/format.h>

namespace spyre::cli {
namespace {

constexpr std::chrono::milliseconds kFirst{1000}, kBetween{200};
constexpr const char* kClear = "\r\x1b[K";

}  // namespace

Progress::Progress(const Console& console, std::string plan)
    : console_(console), plan_(std::move(plan)), next_(Clock::now() + kFirst) {}

Progress::~Progress() {
  if (shown_) console_.message(kClear);
}

bool Progress::due() {
  const Clock::time_point now = Clock::now();
  if (now < next_) return false;
  next_ = now + kBetween;
  return true;
}

void Progress::show(const std::string& line) {
  shown_ = true;
  console_.message(kClear + plan_ + ": " + line);
}

void Progress::tell(const run::Progress& progress) {
  if (progress.total == 0 || !due()) return;
  show(fmt::format("{} of {} operations ({} %), {} us simulated", progress.done, progress.total,
                   100 * progress.done / progress.total,
                   report::fixed(report::microseconds(progress.simulated), 1)));
}

void Progress::tell(std::size_t done, std::size_t total, const char* of) {
  if (seen() && due()) show(fmt::format("{} of {} {} ({} %)", done, total, of, 100 * done / total));
}

void Progress::tell_rate(std::size_t done, std::size_t total, std::size_t worked, const char* of) {
  if (!seen() || !due()) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  const double rate = static_cast<double>(worked) / seconds;
  const std::string left =
      worked == 0 ? "" : fmt::format(", {:.0f} s left", static_cast<double>(total - done) / rate);
  show(fmt::format("{} of {} {} ({} %), {:.1f} per second{}", done, total, of, 100 * done / total,
                   rate, left));
}

bool Progress::seen() const { return !console_.quiet() && console_.message_terminal(); }

run::ProgressFn Progress::function() {
  if (!seen()) return {};
  return [this](const run::Progress& progress) { tell(progress); };
}

}  // namespace spyre::cli
