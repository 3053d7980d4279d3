// Program images and correction buffers as bytes.
#include "sim/target/image.hpp"

#include "models/base/error.hpp"
#include "sim/number/bytes.hpp"

#include <fmt/format.h>

#include <string_view>

namespace spyre::target {
namespace {

constexpr std::string_view kMagic = "SPYRESIM";
constexpr std::string_view kCorrectionMagic = "SPYREARG";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 32;  // magic, version, bytes, checksum
constexpr std::size_t kCorrectionHeaderBytes = 16;
constexpr std::uint64_t kAlignment = 128;

[[noreturn]] void refuse(const std::string& what, const std::string& expected) {
  throw Error(ErrorKind::Input, "program image", what, expected);
}

class Writer {
 public:
  void number(std::uint64_t value) {
    bytes_.resize(bytes_.size() + 8);
    number::store(value, bytes_.data() + bytes_.size() - 8);
  }
  void raw(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }
  void text(std::string_view text) {
    number(text.size());
    raw(text);
  }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    require(8);
    const auto value = number::load<std::uint64_t>(bytes_.data());
    bytes_ = bytes_.subspan(8);
    return value;
  }
  std::string text() {
    const std::uint64_t length = number();
    require(length);
    std::string value(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(length));
    bytes_ = bytes_.subspan(length);
    return value;
  }

 private:
  void require(std::uint64_t count) const {
    if (count > bytes_.size()) refuse("ends too early", "a whole image");
  }
  std::span<const std::uint8_t> bytes_;
};

bool starts_with(std::span<const std::uint8_t> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() &&
         std::equal(magic.begin(), magic.end(), bytes.begin(),
                    [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) {
  // FNV-1a over words of eight bytes, the last one padded with zeros.
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t state = 14695981039346656037ULL;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    state = (state ^ number::load<std::uint64_t>(bytes.data())) * kPrime;
    state ^= state >> 32;
  }
  std::uint64_t rest = bytes.size();
  for (const std::uint8_t byte : bytes) rest = rest << 8 | byte;
  return (state ^ rest) * kPrime;
}

std::vector<std::uint8_t> write_image(const Image& image) {
  Writer body;
  body.text(image.name);
  body.number(image.arguments);
  body.number(image.texts.size());
  for (const auto& [name, text] : image.texts) {
    body.text(name);
    body.text(text);
  }
  Writer whole;
  whole.raw(kMagic);
  whole.number(kVersion);
  whole.number(kHeaderBytes + body.bytes().size());
  whole.number(checksum_of(body.bytes()));
  std::vector<std::uint8_t>& bytes = whole.bytes();
  bytes.insert(bytes.end(), body.bytes().begin(), body.bytes().end());
  return std::move(bytes);
}

ImageHeader read_header(std::span<const std::uint8_t> memory) {
  if (!starts_with(memory, kMagic))
    refuse("no program at this address", "one written by spyre-dxp");
  Reader reader(memory.subspan(kMagic.size()));
  const std::uint64_t version = reader.number();
  if (version != kVersion)
    refuse(fmt::format("version {}", version), fmt::format("version {}", kVersion));
  const ImageHeader header{reader.number(), reader.number()};
  if (header.bytes < kHeaderBytes || header.bytes > memory.size())
    refuse(fmt::format("{} bytes", header.bytes),
           fmt::format("{} to {}", kHeaderBytes, memory.size()));
  return header;
}

Image read_image(std::span<const std::uint8_t> memory) {
  const ImageHeader header = read_header(memory);
  const auto body = memory.subspan(kHeaderBytes, header.bytes - kHeaderBytes);
  const std::uint64_t found = checksum_of(body);
  if (found != header.checksum)
    refuse(fmt::format("checksum {:016x}", found), fmt::format("{:016x}", header.checksum));
  Reader reader(body);
  Image image;
  image.name = reader.text();
  image.arguments = reader.number();
  for (std::uint64_t n = reader.number(); n > 0; --n) {
    std::string name = reader.text();
    image.texts.emplace(std::move(name), reader.text());
  }
  return image;
}

std::uint64_t correction_bytes(std::uint64_t arguments) {
  const std::uint64_t bytes = kCorrectionHeaderBytes + 8 * arguments;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

void write_correction(std::span<const std::int64_t> addresses, std::uint8_t* to) {
  Writer writer;
  writer.raw(kCorrectionMagic);
  writer.number(addresses.size());
  for (const std::int64_t address : addresses) writer.number(static_cast<std::uint64_t>(address));
  writer.bytes().resize(correction_bytes(addresses.size()));
  std::copy(writer.bytes().begin(), writer.bytes().end(), to);
}

std::vector<std::int64_t> read_correction(std::span<const std::uint8_t> buffer,
                                          std::uint64_t arguments) {
  if (!starts_with(buffer, kCorrectionMagic))
    refuse("the addresses of its arguments are missing", "a correction before the launch");
  Reader reader(buffer.subspan(kCorrectionMagic.size()));
  const std::uint64_t count = reader.number();
  if (count != arguments) refuse(fmt::format("{} addresses", count), fmt::format("{}", arguments));
  std::vector<std::int64_t> addresses;
  for (std::uint64_t i = 0; i < count; ++i)
    addresses.push_back(static_cast<std::int64_t>(reader.number()));
  return addresses;
}

}  // namespace spyre::target
