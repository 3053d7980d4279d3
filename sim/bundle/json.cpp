// Checked access to JSON values.
#include "sim/bundle/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <utility>

namespace spyre::bundle {
namespace {

constexpr std::uint32_t kRoot = 0;

std::string_view type_name(const Json& value) {
  if (value.is_number_float()) return "a fractional number";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a string";
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return value.is_boolean() ? "a boolean" : "null";
}

std::optional<std::int64_t> decimal(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> whole(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53: above it a double is no exact integer
  if (!(std::abs(value) <= kExact) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string escaped(std::string_view key) {
  std::string out;
  for (char c : key) {
    if (c == '~')
      out += "~0";
    else if (c == '/')
      out += "~1";
    else
      out += c;
  }
  return out;
}

}  // namespace

Document::Document(std::string file, std::shared_ptr<const Json> root, Problems& problems)
    : file_(std::move(file)), root_(std::move(root)), problems_(&problems) {
  steps_.push_back({kRoot, {}, 0});
}

Item Document::root() { return Item(*this, root_.get(), kRoot); }

void Document::note(std::string id, std::string message, std::string pointer) {
  notes_.push_back({std::move(id), std::move(message), std::move(pointer)});
}

std::uint32_t Document::step(std::uint32_t parent, std::string_view key, std::size_t index) {
  steps_.push_back({parent, key, index});
  return static_cast<std::uint32_t>(steps_.size() - 1);
}

bool Item::is_object() const { return exists() && value_->is_object(); }
bool Item::is_array() const { return exists() && value_->is_array(); }
bool Item::is_string() const { return exists() && value_->is_string(); }
bool Item::is_number() const { return exists() && value_->is_number(); }
std::size_t Item::size() const { return exists() ? value_->size() : 0; }

bool Item::same_as(const Item& other) const {
  return exists() && other.exists() && *value_ == *other.value_;
}

std::string Item::shown() const {
  if (!exists()) return "nothing";
  if (!value_->is_primitive()) return std::string(type_name(*value_));
  return value_->dump(-1, ' ', true, Json::error_handler_t::replace);
}

void Item::for_each_member(
    const std::function<void(const std::string&, const Item&)>& visit) const {
  if (!require_object()) return;
  for (const auto& [key, value] : value_->get_ref<const Json::object_t&>())
    visit(key, member(key, value));
}

void Item::for_each_entry(const std::function<void(std::size_t, const Item&)>& visit) const {
  if (!require_array()) return;
  for (std::size_t i = 0; i < value_->size(); ++i) visit(i, entry(i));
}

bool Item::require_object() const {
  if (is_object()) return true;
  if (exists()) wrong(fmt::format("found {}", type_name(*value_)), "an object");
  return false;
}

bool Item::require_array() const {
  if (is_array()) return true;
  if (exists()) wrong(fmt::format("found {}", type_name(*value_)), "an array");
  return false;
}

Item Item::member(const std::string& key, const Json& value) const {
  return {*document_, value.is_null() ? nullptr : &value, document_->step(step_, key, 0)};
}

Item Item::entry(std::size_t index) const {
  const Json& value = (*value_)[index];
  return {*document_, value.is_null() ? nullptr : &value, document_->step(step_, {}, index)};
}

Item Item::at(std::string_view key) const {
  if (!require_object()) return {*document_, nullptr, step_};
  const Item found = find(key);
  if (!found.exists()) wrong(fmt::format("key \"{}\" is missing", key));
  return found;
}

Item Item::find(std::string_view key) const {
  if (!is_object()) return {*document_, nullptr, step_};
  const auto& object = value_->get_ref<const Json::object_t&>();
  const auto found = object.find(std::string(key));
  if (found == object.end()) return {*document_, nullptr, step_};
  return member(found->first, found->second);
}

Item Item::at(std::size_t index) const {
  if (!require_array()) return {*document_, nullptr, step_};
  if (index < value_->size()) return entry(index);
  wrong(fmt::format("found {} entries", value_->size()), fmt::format("at least {}", index + 1));
  return {*document_, nullptr, step_};
}

std::optional<std::int64_t> Item::try_integer() const {
  if (!exists()) return std::nullopt;
  if (value_->is_boolean()) return value_->get<bool>() ? 1 : 0;
  if (value_->is_string()) return decimal(value_->get_ref<const std::string&>());
  if (value_->is_number_float()) return whole(value_->get<double>());
  if (!value_->is_number()) return std::nullopt;
  if (value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) {
    return std::nullopt;
  }
  return value_->get<std::int64_t>();
}

std::int64_t Item::integer(std::int64_t low, std::int64_t high) const {
  if (!exists()) return low;
  const auto value = try_integer();
  if (value && *value >= low && *value <= high) return *value;
  wrong("found " + shown(), fmt::format("an integer from {} to {}", low, high));
  return low;
}

double Item::number(double low, double high) const {
  if (!exists()) return low;
  const double value = value_->is_number() ? value_->get<double>() : low - 1;
  if (value >= low && value <= high) return value;
  wrong(fmt::format("found {}", type_name(*value_)),
        fmt::format("a number from {} to {}", low, high));
  return low;
}

std::string Item::text() const {
  if (is_string()) return value_->get<std::string>();
  if (exists()) wrong(fmt::format("found {}", type_name(*value_)), "a string");
  return {};
}

std::vector<std::string> Item::texts() const {
  std::vector<std::string> out;
  for_each_entry([&](std::size_t, const Item& item) { out.push_back(item.text()); });
  return out;
}

std::vector<std::int64_t> Item::integers(std::int64_t low, std::int64_t high) const {
  std::vector<std::int64_t> out;
  for_each_entry([&](std::size_t, const Item& item) { out.push_back(item.integer(low, high)); });
  return out;
}

std::string Item::pointer() const {
  std::vector<std::string> parts;
  for (std::uint32_t s = step_; s != kRoot; s = document_->steps_[s].parent) {
    const Document::Step& step = document_->steps_[s];
    parts.push_back(step.key.data() != nullptr ? escaped(step.key) : std::to_string(step.index));
  }
  std::string out;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) out += "/" + *part;
  return out;
}

std::string Item::where() const { return document_->file_ + "#" + pointer(); }

void Item::wrong(std::string what, std::string expected) const {
  document_->problems_->input(where(), std::move(what), std::move(expected));
}

void Item::breaks(std::string what, std::string expected) const {
  document_->problems_->plan(where(), std::move(what), std::move(expected));
}

void Item::unsupported(std::string what, std::string expected) const {
  document_->problems_->unsupported(where(), std::move(what), std::move(expected));
}

}  // namespace spyre::bundle
