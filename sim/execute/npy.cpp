// Arrays of host values in files of NumPy's .npy format.
#include "sim/execute/npy.hpp"

#include "models/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string_view>

namespace spyre::execute {
namespace {

using number::HostType;

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;

struct Descr {
  std::string_view text;
  HostType type;
};
constexpr Descr kDescrs[] = {{"<f2", HostType::Float16}, {"<f4", HostType::Float32},
                             {"|i1", HostType::Int8},    {"<i2", HostType::Int16},
                             {"<i4", HostType::Int32},   {"<i8", HostType::Int64},
                             {"|u1", HostType::Uint8},   {"|b1", HostType::Bool}};

bool is_float8(HostType type) {
  return type == HostType::Float8E4m3fn || type == HostType::Float8E5m2 ||
         type == HostType::Float8E5m2fnuz;
}

class Reader {
 public:
  Reader(const std::filesystem::path& path, HostType wanted)
      : name_(path.string()), wanted_(wanted), file_(path, std::ios::binary | std::ios::ate) {
    if (!file_) fail("cannot be opened", "a .npy file");
    left_ = file_.tellg();
    if (left_ < 0 || !std::filesystem::is_regular_file(path))
      fail("is no regular file", "a .npy file");
    file_.seekg(0);
  }

  HostArray run() {
    read_header();
    HostArray array;
    array.type = type_of(quoted_after("'descr'"));
    if (after("'fortran_order'").substr(0, 4) == "True")
      fail("is in Fortran order", "row-major order");
    array.shape = shape_of(after("'shape'"));
    const std::int64_t bytes = array.elements() * number::host_bytes(array.type);
    if (left_ != bytes)
      fail(fmt::format("holds {} bytes of data", left_), fmt::format("{} for its shape", bytes));
    array.bytes.resize(static_cast<std::size_t>(bytes));
    read(reinterpret_cast<char*>(array.bytes.data()), bytes);
    return array;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& expected) const {
    throw Error(ErrorKind::Input, name_, what, expected);
  }

  void read(char* to, std::int64_t bytes) {
    file_.read(to, bytes);
    if (!file_) fail("cannot be read", "a .npy file");
    left_ -= bytes;
  }

  std::string take(std::int64_t bytes) {
    if (bytes > left_) fail("ends inside its header", fmt::format("{} more bytes", bytes));
    std::string text(static_cast<std::size_t>(bytes), '\0');
    read(text.data(), bytes);
    return text;
  }

  void read_header() {
    const std::string start = left_ < 10 ? std::string() : take(8);
    if (start.substr(0, 6) != kMagic) fail("is not a .npy file", "the magic bytes \\x93NUMPY");
    const int version = start[6];
    if (version != 1 && version != 2)
      fail(fmt::format("has version {}.{}", version, int{start[7]}), "1.0 or 2.0");
    const std::string size = take(version == 1 ? 2 : 4);
    std::int64_t length = 0;
    for (std::size_t i = size.size(); i-- > 0;)
      length = length << 8 | static_cast<unsigned char>(size[i]);
    header_ = take(length);
  }

  // What follows a key and its colon.
  [[nodiscard]] std::string_view after(std::string_view key) const {
    const std::size_t found = header_.find(key);
    if (found == std::string_view::npos)
      fail(fmt::format("has no {} in its header", key), "'descr', 'fortran_order' and 'shape'");
    std::size_t at = found + key.size();
    while (at < header_.size() && (header_[at] == ':' || header_[at] == ' ')) ++at;
    return std::string_view(header_).substr(at);
  }

  [[nodiscard]] std::string quoted_after(std::string_view key) const {
    const std::string_view rest = after(key);
    const std::size_t end = rest.find('\'', 1);
    if (rest.empty() || rest.front() != '\'' || end == std::string_view::npos)
      fail(fmt::format("has no text for {}", key), "a type such as '<f2'");
    return std::string(rest.substr(1, end - 1));
  }

  [[nodiscard]] HostType type_of(const std::string& descr) const {
    const std::string known = descr == "<u2" ? "<i2" : descr;
    for (const Descr& entry : kDescrs) {
      if (entry.text != known) continue;
      const bool bits = entry.type == stored_type(wanted_) ||
                        (entry.type == HostType::Int8 && is_float8(wanted_));
      return bits ? wanted_ : entry.type;
    }
    std::string types;
    for (const Descr& entry : kDescrs)
      types += fmt::format("{}{}", types.empty() ? "" : ", ", entry.text);
    fail(fmt::format("has elements of type '{}'", descr), "one of " + types);
  }

  [[nodiscard]] std::vector<std::int64_t> shape_of(std::string_view text) const {
    std::vector<std::int64_t> shape;
    std::int64_t elements = 1;
    if (text.empty() || text.front() != '(') fail("has no shape", "a tuple of sizes");
    for (std::size_t at = 1; at < text.size() && text[at] != ')';) {
      if (text[at] == ',' || text[at] == ' ') {
        ++at;
        continue;
      }
      std::int64_t size = 0;
      const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), size);
      if (error != std::errc{} || size < 0 || (size > 0 && elements > kMostElements / size))
        fail("has an impossible shape", "sizes of 0 and more");
      shape.push_back(size);
      elements *= std::max<std::int64_t>(size, 1);
      at = static_cast<std::size_t>(end - text.data());
    }
    return shape;
  }

  std::string name_;
  HostType wanted_;
  std::ifstream file_;
  std::int64_t left_ = 0;  // bytes of the file not yet read
  std::string header_;
};

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) text += fmt::format("{}, ", size);
  if (shape.size() > 1) text.resize(text.size() - 2);
  if (shape.size() == 1) text.pop_back();
  return text;
}

}  // namespace

HostType stored_type(HostType type) {
  if (type == HostType::Bfloat16) return HostType::Int16;
  return is_float8(type) ? HostType::Uint8 : type;
}

std::int64_t HostArray::elements() const {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

void HostArray::read(std::size_t first, std::size_t count, double* to) const {
  constexpr std::size_t kBlock = 1024;
  const auto size = static_cast<std::size_t>(number::host_bytes(type));
  const std::uint8_t* from = bytes.data() + first * size;
  if (number::is_integer(type)) {
    for (std::size_t i = 0; i < count; ++i)
      to[i] = static_cast<double>(number::host_integer(type, from + i * size));
    return;
  }
  std::array<float, kBlock> block;
  for (std::size_t i = 0; i < count; i += kBlock) {
    const std::size_t taken = std::min(kBlock, count - i);
    number::host_to_float(type, from + i * size, 1, block.data(), taken);
    std::copy_n(block.begin(), taken, to + i);
  }
}

std::vector<double> HostArray::values() const {
  std::vector<double> out(static_cast<std::size_t>(elements()));
  read(0, out.size(), out.data());
  return out;
}

HostArray read_npy(const std::filesystem::path& path, HostType wanted) {
  return Reader(path, wanted).run();
}

std::string npy_name(const std::string& tensor) {
  const auto misleads = [](char c) { return c == '/' || c == '\\' || c == '\0'; };
  std::string name = tensor;
  std::replace_if(name.begin(), name.end(), misleads, '_');
  return (name.empty() || name.front() == '.' ? "_" : "") + name + ".npy";
}

std::string npy_text(const HostArray& array) {
  const HostType stored = stored_type(array.type);
  const auto* descr = std::find_if(std::begin(kDescrs), std::end(kDescrs),
                                   [&](const Descr& d) { return d.type == stored; });
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   descr->text, shape_text(array.shape));
  // The data begin at a multiple of 64 bytes.
  constexpr std::size_t kBefore = 10, kAlign = 64;
  header.append(kAlign - 1 - (kBefore + header.size()) % kAlign, ' ');
  header += '\n';
  std::string text(kMagic);
  text += {'\x01', '\x00', static_cast<char>(header.size() & 0xFF),
           static_cast<char>(header.size() >> 8)};
  text += header;
  text.append(array.bytes.begin(), array.bytes.end());
  return text;
}

}  // namespace spyre::execute
