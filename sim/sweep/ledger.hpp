// points.csv while a sweep writes it: rows go to the end, whole or not at all, and what is there is
// known by hashes, 24 bytes per row.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spyre::sweep {

class RowCheck;

class Ledger {
 public:
  // Opens or creates the file and keeps other sweeps from it. Rows that are there are only welcome
  // when `resume`; a last line that was torn is cut off. Throws Error (Input) for a file of another
  // header, one in use, one with rows that nobody expects, and rows that no sweep writes.
  Ledger(const std::filesystem::path& file, const std::vector<std::string>& axes, bool resume);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // The place of the row that starts so among all rows, in an order of their own, if it is there.
  [[nodiscard]] std::optional<std::size_t> place(const std::string& start) const;
  [[nodiscard]] bool has(const std::string& start) const { return place(start).has_value(); }
  // What the rows of this key say after their start, if there is one.
  [[nodiscard]] std::optional<std::string> rest_of(const std::string& key) const;
  // Appends a row by a single write.
  void append(const std::string& start, const std::string& rest);

  [[nodiscard]] std::size_t rows() const { return starts_.size(); }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  void lock() const;
  void load(const std::string& header, bool resume);
  // Everything up to the last line end; returns its length.
  std::uint64_t scan(const std::string& header, RowCheck& rows, bool resume);
  void check_header(std::string_view found, const std::string& header) const;
  [[noreturn]] void refuse_rows() const;
  void know(std::string_view start, std::uint64_t offset);
  void write(const std::string& text);
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::size_t start_cells_;
  std::uint64_t size_ = 0;
  std::vector<std::uint64_t> starts_;                          // hashes, in order
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keys_;  // of the key, and an offset of a row
};

}  // namespace spyre::sweep
