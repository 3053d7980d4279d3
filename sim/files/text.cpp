// Reads block by block, because neither pipes nor devices tell their size.
#include "sim/files/text.hpp"

#include "models/base/error.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>

namespace spyre::files {
namespace {

constexpr std::size_t kLargest = std::size_t{64} << 20;

// Closes on every way out.
class Open {
 public:
  explicit Open(const std::filesystem::path& file)
      : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Open() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  [[nodiscard]] bool works() const { return descriptor_ >= 0; }
  // Appends what is there; 0 at the end, below 0 with errno set when it fails.
  ssize_t read(std::string& text) const {
    std::array<char, 65536> block{};
    ssize_t n = -1;
    do {
      n = ::read(descriptor_, block.data(), block.size());
    } while (n < 0 && errno == EINTR);
    if (n > 0) text.append(block.data(), static_cast<std::size_t>(n));
    return n;
  }

 private:
  int descriptor_;
};

}  // namespace

std::string text_of(const std::filesystem::path& file, const std::string& expected) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorKind::Input, file.string(), what, expected);
  };
  const auto unreadable = [&] { fail(std::string("cannot be read: ") + std::strerror(errno)); };
  const Open open(file);
  if (!open.works()) unreadable();
  std::string text;
  for (ssize_t n = 1; n > 0;) {
    n = open.read(text);
    if (n < 0) unreadable();
    if (text.size() > kLargest) fail("does not end within 64 MiB");
  }
  return text;
}

}  // namespace spyre::files
