// The thread behind all streams.
#include "sim/target/executor.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace spyre::target {
namespace {

// What an operation threw, in words; nothing when it did not.
std::optional<std::string> failure_of(const Executor::Work& work) {
  try {
    work();
    return std::nullopt;
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an operation failed";
  }
}

}  // namespace

Executor::~Executor() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

int Executor::add_stream(int priority) {
  const std::lock_guard lock(mutex_);
  streams_.emplace_back().priority = priority;
  return static_cast<int>(streams_.size()) - 1;
}

Event Executor::submit(int id, Work work) {
  const std::lock_guard lock(mutex_);
  Stream& to = stream(id);
  throw_failure(to);
  to.items.push_back({std::move(work), sequence_++, std::exchange(to.gates, {})});
  if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  changed_.notify_all();
  return {id, ++to.submitted};
}

Event Executor::record(int id) {
  const std::lock_guard lock(mutex_);
  return {id, stream(id).submitted};
}

void Executor::wait_before(int id, Event event) {
  const std::lock_guard lock(mutex_);
  stream(id).gates.push_back(event);
}

void Executor::synchronize(Event event) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return reached(event); });
  throw_failure(stream(event.stream));
}

bool Executor::idle(int id) const {
  const std::lock_guard lock(mutex_);
  return stream(id).done == stream(id).submitted;
}

bool Executor::idle() const {
  const std::lock_guard lock(mutex_);
  return std::all_of(streams_.begin(), streams_.end(),
                     [](const Stream& s) { return s.done == s.submitted; });
}

bool Executor::failed(int id) const {
  const std::lock_guard lock(mutex_);
  return stream(id).error.has_value();
}

bool Executor::any_failed() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(streams_.begin(), streams_.end(),
                     [](const Stream& s) { return s.error.has_value(); });
}

void Executor::require_healthy(int id) const {
  const std::lock_guard lock(mutex_);
  throw_failure(stream(id));
}

void Executor::throw_failure(const Stream& stream) {
  if (stream.error) throw std::runtime_error(*stream.error);
}

bool Executor::runnable(const Stream& stream) const {
  if (stream.items.empty()) return false;
  const std::vector<Event>& after = stream.items.front().after;
  return std::all_of(after.begin(), after.end(), [this](Event event) { return reached(event); });
}

Executor::Stream* Executor::next() {
  Stream* best = nullptr;
  for (Stream& candidate : streams_) {
    if (!runnable(candidate)) continue;
    const bool first = best == nullptr || candidate.priority > best->priority ||
                       (candidate.priority == best->priority &&
                        candidate.items.front().sequence < best->items.front().sequence);
    if (first) best = &candidate;
  }
  return best;
}

void Executor::run_head(Stream& stream, std::unique_lock<std::mutex>& lock) {
  std::optional<std::string> failure;
  {
    const Item item = std::move(stream.items.front());
    stream.items.pop_front();
    lock.unlock();
    failure = failure_of(item.work);
  }
  lock.lock();
  ++stream.done;
  if (!failure) return;
  stream.error = std::move(failure);
  stream.done = stream.submitted;
  std::deque<Item> dropped;
  dropped.swap(stream.items);
  // What they own may ask the executor something when it goes.
  lock.unlock();
  dropped.clear();
  lock.lock();
}

void Executor::serve() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    Stream* stream = next();
    if (stream == nullptr) {
      changed_.wait(lock);
      continue;
    }
    run_head(*stream, lock);
    changed_.notify_all();
  }
}

}  // namespace spyre::target
