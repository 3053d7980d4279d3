// Runs the operations of all streams, one at a time, on a thread of its own.
//
// Operations of one stream run in order. Of those at the head of their stream that may start, the
// one of the highest priority runs first, then the one submitted first.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace spyre::target {

// Done when the stream has finished its first `number` operations.
struct Event {
  int stream = 0;
  std::uint64_t number = 0;
};

class Executor {
 public:
  using Work = std::function<void()>;

  Executor() = default;
  // Finishes the running operation and drops those that wait.
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  int add_stream(int priority);
  // Throws what made the stream fail, if anything did.
  Event submit(int stream, Work work);
  // Everything submitted to the stream so far.
  Event record(int stream);
  // What is submitted to the stream from now on starts after the event.
  void wait_before(int stream, Event event);
  // Waits on the caller's thread; throws what made the event's stream fail.
  void synchronize(Event event);
  void synchronize(int stream) { synchronize(record(stream)); }

  [[nodiscard]] bool idle(int stream) const;
  [[nodiscard]] bool idle() const;
  [[nodiscard]] bool failed(int stream) const;
  [[nodiscard]] bool any_failed() const;
  // Throws std::runtime_error with the stream's failure, if it has one.
  void require_healthy(int stream) const;

 private:
  struct Item {
    Work work;
    std::uint64_t sequence = 0;
    std::vector<Event> after;
  };
  struct Stream {
    int priority = 0;
    std::deque<Item> items;
    std::uint64_t submitted = 0, done = 0;
    std::vector<Event> gates;  // of the next submission
    std::optional<std::string> error;
  };

  void serve();
  Stream& stream(int id) { return streams_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const Stream& stream(int id) const {
    return streams_[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] bool reached(Event event) const {
    return stream(event.stream).done >= event.number;
  }
  [[nodiscard]] bool runnable(const Stream& stream) const;
  [[nodiscard]] Stream* next();
  void run_head(Stream& stream, std::unique_lock<std::mutex>& lock);
  static void throw_failure(const Stream& stream);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Stream> streams_;
  std::uint64_t sequence_ = 0;
  bool stopping_ = false;
  std::thread thread_;  // begins with the first submission
};

}  // namespace spyre::target
