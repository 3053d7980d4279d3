// Passes text through zlib into an output file.
#include "sim/report/compressed_file.hpp"

#include <zlib.h>

#include <unistd.h>
#include <cerrno>
#include <utility>

namespace spyre::report {
namespace {

constexpr unsigned kBuffer = 1U << 17U;

// "3": a trace shrinks little more at higher levels, which take twice the time. "T": written as it
// is.
const char* mode_of(const std::filesystem::path& target) {
  return target.extension() == ".gz" ? "wb3" : "wbT";
}

}  // namespace

CompressedFile::CompressedFile(const std::filesystem::path& target) : file_(target) {
  const int descriptor = ::dup(file_.descriptor());
  if (descriptor < 0) file_.fail(errno);
  stream_ = gzdopen(descriptor, mode_of(target));
  if (stream_ == nullptr) {
    ::close(descriptor);
    file_.fail(ENOMEM);
  }
  gzbuffer(stream_, kBuffer);
}

CompressedFile::~CompressedFile() {
  if (stream_ != nullptr) gzclose(stream_);
}

void CompressedFile::write(std::string_view text) noexcept {
  if (error_ != 0 || text.empty()) return;
  errno = 0;
  if (gzwrite(stream_, text.data(), static_cast<unsigned>(text.size())) > 0) return;
  error_ = errno != 0 ? errno : EIO;
}

void CompressedFile::finish() {
  errno = 0;
  const int closed = gzclose(std::exchange(stream_, nullptr));
  if (error_ == 0 && closed != Z_OK) error_ = errno != 0 ? errno : EIO;
  if (error_ != 0) file_.fail(error_);
  file_.commit();
}

}  // namespace spyre::report
