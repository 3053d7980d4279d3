// Writes a file that has no name, which vanishes with the process however that ends. Where the file
// system knows no such files, a hidden one beside the target.
#include "sim/files/output_file.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

namespace spyre::files {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kMode = 0666;

// A link stays a link: the file it names is replaced, not the link.
fs::path resolved(const fs::path& target) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(target, ignored);
  return ignored || real.empty() ? target : real;
}

fs::path folder_of(const fs::path& target) {
  return target.has_parent_path() ? target.parent_path() : fs::path(".");
}

fs::path partial_name(const fs::path& target) {
  return folder_of(target) / fmt::format(".{}.{}.partial", target.filename().string(), ::getpid());
}

bool replaceable(const fs::path& target) {
  std::error_code ignored;
  return !fs::exists(target, ignored) || fs::is_regular_file(target, ignored);
}

// Where an open file can be found to be given a name.
fs::path open_file(int descriptor) { return fmt::format("/proc/self/fd/{}", descriptor); }

// Below 0 where there is no such file, or no way to name it later.
int open_nameless(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode);
  if (descriptor < 0 || ::access(open_file(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

OutputFile::OutputFile(const fs::path& target)
    : name_(target.string()), target_(resolved(target)), written_(target_) {
  std::error_code ignored;
  if (fs::is_directory(target_, ignored)) fail(EISDIR);
  if (target_.filename().empty()) fail(ENOENT);
  if (replaceable(target_))
    open_beside();
  else
    descriptor_ = ::open(written_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
}

void OutputFile::open_beside() {
  std::error_code ignored;
  if (fs::exists(target_, ignored) && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  written_ = partial_name(target_);
  descriptor_ = open_nameless(folder_of(target_));
  named_ = descriptor_ < 0;
  if (named_)
    descriptor_ = ::open(written_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)),
      target_(std::move(other.target_)),
      written_(std::move(other.written_)),
      named_(other.named_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  remove_written();
}

void OutputFile::write(std::string_view text) {
  if (const int error = write_all(descriptor_, text); error != 0) fail(error);
}

void OutputFile::commit() {
  if (!named_) give_name();
  close();
  if (written_ != target_) replace_target();
}

void OutputFile::give_name() {
  ::unlink(written_.c_str());  // of a process of this number that was killed in this moment
  const int linked = ::linkat(AT_FDCWD, open_file(descriptor_).c_str(), AT_FDCWD, written_.c_str(),
                              AT_SYMLINK_FOLLOW);
  if (linked != 0) fail(errno);
  named_ = true;
}

void OutputFile::replace_target() {
  std::error_code error;
  fs::rename(written_, target_, error);
  if (!error) return;
  remove_written();
  fail(error.value());
}

void OutputFile::remove_written() const {
  std::error_code ignored;
  if (named_ && written_ != target_) fs::remove(written_, ignored);
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
  remove_written();
  fail(error);
}

void write_file(const fs::path& target, std::string_view text) {
  OutputFile file(target);
  file.write(text);
  file.commit();
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

}  // namespace spyre::files
