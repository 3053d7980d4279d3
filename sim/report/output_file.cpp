// Writes a hidden file beside the target and renames it at the end.
#include "sim/report/output_file.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

namespace spyre::report {
namespace {

namespace fs = std::filesystem;

// A link stays a link: the file it names is replaced, not the link.
fs::path resolved(const fs::path& target) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(target, ignored);
  return ignored || real.empty() ? target : real;
}

fs::path partial_name(const fs::path& target) {
  return target.parent_path() /
         fmt::format(".{}.{}.partial", target.filename().string(), ::getpid());
}

bool replaceable(const fs::path& target) {
  std::error_code ignored;
  return !fs::exists(target, ignored) || fs::is_regular_file(target, ignored);
}

}  // namespace

OutputFile::OutputFile(const fs::path& target)
    : name_(target.string()), target_(resolved(target)), written_(target_) {
  std::error_code ignored;
  if (fs::is_directory(target_, ignored)) fail(EISDIR);
  if (target_.filename().empty()) fail(ENOENT);
  const bool fresh = replaceable(target_);
  if (fresh && fs::exists(target_, ignored) && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  if (fresh) written_ = partial_name(target_);
  constexpr mode_t mode = 0666;
  descriptor_ = ::open(written_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (descriptor_ < 0) fail(errno);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      target_(std::move(other.target_)),
      written_(std::move(other.written_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  std::error_code ignored;
  if (written_ != target_) fs::remove(written_, ignored);
}

void OutputFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text); error != 0) fail(error);
}

void OutputFile::commit() {
  close();
  if (written_ == target_) return;
  std::error_code error;
  fs::rename(written_, target_, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(written_, ignored);
  fail(error.value());
}

void OutputFile::fail(int error_number) const {
  throw Error(ErrorKind::Input, name_,
              fmt::format("cannot be written: {}", std::strerror(error_number)),
              "a file in an existing, writable folder");
}

void OutputFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) == 0) return;
  const int error = errno;
  std::error_code ignored;
  if (written_ != target_) fs::remove(written_, ignored);
  fail(error);
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace spyre::report
