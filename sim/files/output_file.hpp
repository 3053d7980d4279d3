// A file that appears complete or not at all: written without a name, or beside its target, and
// given its name when it is committed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace spyre::files {

class OutputFile {
 public:
  // Opens for writing; throws Error{Input} when that is impossible. A target that exists and is no
  // regular file (a device, a pipe) is written directly.
  explicit OutputFile(const std::filesystem::path& target);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;

  void write(std::string_view text);
  void commit();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& name() const { return name_; }  // as the user wrote it
  [[noreturn]] void fail(int error_number) const;

 private:
  void open_beside();
  void give_name();
  void replace_target();
  void remove_written() const;
  void close();

  std::string name_;
  std::filesystem::path target_, written_;
  bool named_ = true;  // written_ exists
  int descriptor_ = -1;
};

// A whole file at once.
void write_file(const std::filesystem::path& target, std::string_view text);

// Writes all bytes to an open file; returns 0 or the error number.
int write_all(int descriptor, std::string_view text);

}  // namespace spyre::files
