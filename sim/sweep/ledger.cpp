// Reads the file once, piece by piece, then only appends.
#include "sim/sweep/ledger.hpp"

#include "models/base/error.hpp"
#include "models/base/hash.hpp"
#include "sim/sweep/row.hpp"
#include "sim/sweep/row_check.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace spyre::sweep {
namespace {

constexpr std::size_t kFewestAxes = 2;  // point and plan

template <class Entry>
void insert(std::vector<Entry>& sorted, const Entry& entry) {
  sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), entry), entry);
}

std::string_view key_in(std::string_view row) { return row.substr(0, row.find(',')); }

}  // namespace

void Ledger::fail(const std::string& what) const {
  throw Error(ErrorKind::Input, file_.string(), what);
}

Ledger::Ledger(const std::filesystem::path& file, const std::vector<std::string>& axes, bool resume)
    : file_(file), start_cells_(kFewestAxes + axes.size()) {
  refuse_irregular(file);
  descriptor_ = ::open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  try {
    lock();
    load(header(axes), resume);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

Ledger::~Ledger() { ::close(descriptor_); }

// Of this process alone: those that it forks hold nothing, however it ends.
void Ledger::lock() const {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(descriptor_, F_SETLK, &whole) != 0) fail("is being written by another sweep");
}

void Ledger::load(const std::string& header, bool resume) {
  RowCheck rows(file_, start_cells_ - kFewestAxes);
  size_ = scan(header, rows, resume);
  starts_ = rows.finish();
  std::sort(keys_.begin(), keys_.end());
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0)
    fail(fmt::format("cannot be shortened: {}", std::strerror(errno)));
  if (size_ == 0) write(header + "\n");
}

std::uint64_t Ledger::scan(const std::string& header, RowCheck& rows, bool resume) {
  std::array<char, 65536> buffer{};
  std::string text;
  std::uint64_t offset = 0;
  while (true) {
    const ssize_t n = ::read(descriptor_, buffer.data(), buffer.size());
    if (n < 0) fail(fmt::format("cannot be read: {}", std::strerror(errno)));
    if (n == 0) return offset;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', begin)) {
      const std::string_view found = std::string_view(text).substr(begin, end - begin);
      if (offset == 0)
        check_header(found, header);
      else if (resume)
        keys_.emplace_back(fnv1a(key_in(rows.take(found))), offset);
      else
        refuse_rows();
      offset += found.size() + 1;
      begin = end + 1;
    }
    text.erase(0, begin);
  }
}

void Ledger::check_header(std::string_view found, const std::string& header) const {
  if (found != header)
    throw Error(ErrorKind::Input, file_.string(), "holds points of other axes",
                "another directory, or columns " + header);
}

void Ledger::refuse_rows() const {
  throw Error(ErrorKind::Input, file_.string(), "holds points already",
              "--resume to go on with them, or another directory");
}

void Ledger::know(std::string_view start, std::uint64_t offset) {
  insert(starts_, fnv1a(start));
  insert(keys_, {fnv1a(key_in(start)), offset});
}

std::optional<std::size_t> Ledger::place(const std::string& start) const {
  const std::uint64_t hash = fnv1a(start);
  const auto found = std::lower_bound(starts_.begin(), starts_.end(), hash);
  if (found == starts_.end() || *found != hash) return std::nullopt;
  return static_cast<std::size_t>(found - starts_.begin());
}

std::optional<std::string> Ledger::rest_of(const std::string& key) const {
  const std::uint64_t hash = fnv1a(key);
  const auto found =
      std::lower_bound(keys_.begin(), keys_.end(), std::pair(hash, std::uint64_t{0}));
  if (found == keys_.end() || found->first != hash) return std::nullopt;
  std::array<char, 4096> buffer{};
  std::string text;
  while (text.find('\n') == std::string::npos) {
    const ssize_t n = ::pread(descriptor_, buffer.data(), buffer.size(),
                              static_cast<off_t>(found->second + text.size()));
    if (n <= 0) fail("has become shorter");
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  text.erase(text.find('\n'));
  return text.substr(end_of_cells(text, start_cells_));
}

void Ledger::append(const std::string& start, const std::string& rest) {
  const std::uint64_t offset = size_;
  write(start + rest + "\n");
  know(start, offset);
}

void Ledger::write(const std::string& text) {
  ssize_t n = -1;
  do {
    n = ::write(descriptor_, text.data(), text.size());
  } while (n < 0 && errno == EINTR);
  if (n < 0) fail(fmt::format("cannot be written: {}", std::strerror(errno)));
  if (static_cast<std::size_t>(n) != text.size()) fail("is full: the last row is cut off");
  size_ += text.size();
}

}  // namespace spyre::sweep
