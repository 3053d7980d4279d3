// Splits text into records one character at a time.
#include "sim/validate/csv.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spyre::validate {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::vector<Record> records() {
    while (at_ < text_.size()) read_record();
    return std::move(records_);
  }

 private:
  void read_record() {
    Record record;
    record.line = line_;
    do record.cells.push_back(read_cell());
    while (take(','));
    take('\r');
    if (take('\n')) ++line_;
    const bool empty = record.cells.size() == 1 && record.cells[0].empty();
    if (!empty) records_.push_back(std::move(record));
  }

  std::string read_cell() {
    if (take('"')) return read_quoted();
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string read_quoted() {
    const int began = line_;
    std::string cell;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"' && !take('"')) return cell + read_cell();
      if (c == '\n') ++line_;
      cell += c;
    }
    throw Error(ErrorKind::Input, fmt::format("{}:{}", name_, began), "a quoted cell never ends",
                "a closing \"");
  }

  bool take(char c) {
    const bool found = at_ < text_.size() && text_[at_] == c;
    if (found) ++at_;
    return found;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Record> records_;
};

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

}  // namespace

std::vector<Record> parse_csv(std::string_view text, const std::string& name) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
    text.remove_prefix(kByteOrderMark.size());
  return Parser(text, name).records();
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += quoted(cell) + ',';
  if (!line.empty()) line.pop_back();
  return line + '\n';
}

}  // namespace spyre::validate
