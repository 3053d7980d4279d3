// An output file that is compressed with gzip when its name ends in .gz. Errors are kept until it
// is finished.
#pragma once

#include <string_view>

#include "sim/files/output_file.hpp"

struct gzFile_s;

namespace spyre::report {

class CompressedFile {
 public:
  explicit CompressedFile(const std::filesystem::path& target);
  ~CompressedFile();
  CompressedFile(const CompressedFile&) = delete;
  CompressedFile& operator=(const CompressedFile&) = delete;

  void write(std::string_view text) noexcept;
  // Throws Error{Input} when a write failed.
  void finish();

 private:
  files::OutputFile file_;
  gzFile_s* stream_ = nullptr;
  int error_ = 0;
};

}  // namespace spyre::report
