// Serialises JSON with our own number format and line breaks.
#include "sim/report/json_text.hpp"

#include "sim/report/number_text.hpp"

#include <algorithm>

namespace spyre::report {
namespace {

class Writer {
 public:
  explicit Writer(Layout layout) : layout_(layout) {}

  void value(const Json& j, std::size_t level) {
    if (j.is_structured()) {
      container(j, level);
    } else if (j.is_number_float()) {
      text_ += decimal(j.get<double>(), 6);
    } else {
      text_ += j.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void container(const Json& j, std::size_t level) {
    const bool spread = layout_ == Layout::Pretty && !is_flat(j);
    bool first = true;
    text_ += j.is_object() ? '{' : '[';
    for (const auto& item : j.items()) {
      separate(first, spread, level + 1);
      first = false;
      if (j.is_object()) text_ += Json(item.key()).dump() + (layout_ == Layout::Line ? ":" : ": ");
      value(item.value(), level + 1);
    }
    if (spread) new_line(level);
    text_ += j.is_object() ? '}' : ']';
  }

  static bool is_flat(const Json& j) {
    return std::none_of(j.begin(), j.end(),
                        [](const Json& child) { return child.is_structured(); });
  }

  void separate(bool first, bool spread, std::size_t level) {
    if (!first) text_ += ',';
    if (spread)
      new_line(level);
    else if (!first && layout_ == Layout::Pretty)
      text_ += ' ';
  }

  void new_line(std::size_t level) { text_ += '\n' + std::string(2 * level, ' '); }

  Layout layout_;
  std::string text_;
};

}  // namespace

std::string json_text(const Json& document, Layout layout) {
  Writer writer(layout);
  writer.value(document, 0);
  return writer.take();
}

}  // namespace spyre::report
