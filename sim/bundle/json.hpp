// JSON documents read with care: every access checks type and range and names file and JSON
// pointer.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bundle/problems.hpp"

namespace spyre::bundle {

using Json = nlohmann::json;

class Item;

// A parsed file. Items point into it, so it neither moves nor changes once read.
class Document {
 public:
  Document(std::string file, std::shared_ptr<const Json> root, Problems& problems);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  [[nodiscard]] Item root();
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] Problems& problems() { return *problems_; }

  // Something worth telling that is no error.
  struct Note {
    std::string id, message, pointer;
  };
  void note(std::string id, std::string message, std::string pointer);
  [[nodiscard]] const std::vector<Note>& notes() const { return notes_; }

 private:
  friend class Item;
  struct Step {  // one step of a JSON pointer, towards the root
    std::uint32_t parent;
    std::string_view key;   // lives in the JSON tree or in a literal
    std::size_t index = 0;  // used when key is null
  };
  std::uint32_t step(std::uint32_t parent, std::string_view key, std::size_t index);

  std::string file_;
  std::shared_ptr<const Json> root_;
  Problems* problems_;
  std::vector<Step> steps_;
  std::vector<Note> notes_;
};

// A place in a document, possibly one that does not exist. Wrong accesses are recorded and give a
// neutral value, so that reading goes on and finds the remaining problems.
class Item {
 public:
  [[nodiscard]] bool exists() const { return value_ != nullptr; }
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_string() const;
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] const Json& json() const { return *value_; }
  // True when both exist and hold the same.
  [[nodiscard]] bool same_as(const Item& other) const;
  // The value for a message: a number or string as written, else what it is.
  [[nodiscard]] std::string shown() const;
  [[nodiscard]] Document& document() const { return *document_; }

  // A member that must exist; its absence is recorded.
  [[nodiscard]] Item at(std::string_view key) const;
  // A member that may be missing (null counts as missing).
  [[nodiscard]] Item find(std::string_view key) const;
  [[nodiscard]] Item at(std::size_t index) const;
  // Calls visit for every member; anything but an object is recorded.
  void for_each_member(const std::function<void(const std::string&, const Item&)>& visit) const;
  // Calls visit for every entry; anything but an array is recorded.
  void for_each_entry(const std::function<void(std::size_t, const Item&)>& visit) const;

  // Integers may be written as numbers, decimal strings or booleans.
  [[nodiscard]] std::int64_t integer(std::int64_t low, std::int64_t high) const;
  [[nodiscard]] std::optional<std::int64_t> try_integer() const;
  [[nodiscard]] double number(double low, double high) const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] std::vector<std::int64_t> integers(std::int64_t low, std::int64_t high) const;

  [[nodiscard]] std::string pointer() const;
  [[nodiscard]] std::string where() const;                         // "file#/pointer"
  void wrong(std::string what, std::string expected = {}) const;   // Input
  void breaks(std::string what, std::string expected = {}) const;  // Plan
  void unsupported(std::string what, std::string expected = {}) const;

 private:
  friend class Document;
  Item(Document& document, const Json* value, std::uint32_t step)
      : document_(&document), value_(value), step_(step) {}
  [[nodiscard]] bool require_object() const;
  [[nodiscard]] bool require_array() const;
  [[nodiscard]] Item member(const std::string& key, const Json& value) const;
  [[nodiscard]] Item entry(std::size_t index) const;

  Document* document_;
  const Json* value_;
  std::uint32_t step_;
};

// The parsed text, or nothing after recording the syntax error with line and column. Tokens of
// backend dumps that are no JSON (inf, nan, empty values) become null; `repaired` then says so.
std::unique_ptr<Json> parse_json(const std::string& file, const std::string& text,
                                 Problems& problems, bool* repaired = nullptr);

// Extent, address and count limits that keep arithmetic on read numbers far from overflow.
inline constexpr std::int64_t kLargestExtent = std::int64_t{1} << 40;
inline constexpr std::int64_t kLargestAddress = std::int64_t{1} << 40;

}  // namespace spyre::bundle
