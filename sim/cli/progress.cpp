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

void Progress::tell(const run::Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (now < next_ || progress.total == 0) return;
  next_ = now + kBetween;
  shown_ = true;
  console_.message(fmt::format("{}{}: {} of {} operations ({} %), {} us simulated", kClear, plan_,
                               progress.done, progress.total, 100 * progress.done / progress.total,
                               report::fixed(report::microseconds(progress.simulated), 1)));
}

run::ProgressFn Progress::function() {
  if (console_.quiet() || !console_.message_terminal()) return {};
  return [this](const run::Progress& progress) { tell(progress); };
}

}  // namespace spyre::cli
