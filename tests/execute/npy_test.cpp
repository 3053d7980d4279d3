// Are .npy files read back as written, and damaged ones refused with what is wrong?
#include "sim/execute/npy.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace spyre::execute {
namespace {

using number::HostType;

class File {
 public:
  explicit File(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / "spyre_npy_test.npy") {
    std::ofstream(path_, std::ios::binary) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

HostArray sample(HostType type, std::vector<std::int64_t> shape) {
  HostArray array{type, std::move(shape), {}};
  array.bytes.resize(static_cast<std::size_t>(array.elements() * number::host_bytes(type)));
  for (std::size_t i = 0; i < array.bytes.size(); ++i)
    array.bytes[i] = static_cast<std::uint8_t>(i * 7);
  return array;
}

std::string refusal(const std::string& text) {
  const File file(text);
  try {
    read_npy(file.path(), HostType::Float16);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("arrays of every type and rank survive a file", "[unit]") {
  for (const HostType type : {HostType::Float16, HostType::Float32, HostType::Int64, HostType::Bool,
                              HostType::Bfloat16, HostType::Float8E4m3fn}) {
    for (const auto& shape : {std::vector<std::int64_t>{}, {5}, {2, 3}, {0, 4}, {1, 2, 3, 4}}) {
      const HostArray array = sample(type, shape);
      const std::string text = npy_text(array);
      CHECK(text.find('\n') % 64 == 63);  // data begin at a multiple of 64
      const HostArray back = read_npy(File(text).path(), type);
      CHECK(back.type == type);
      CHECK(back.shape == shape);
      CHECK(back.bytes == array.bytes);
    }
  }
}

TEST_CASE("bfloat16 is written as its bits in int16", "[unit]") {
  CHECK(npy_text(sample(HostType::Bfloat16, {2})).find("'<i2'") != std::string::npos);
}

TEST_CASE("a file of another type keeps its own", "[unit]") {
  CHECK(read_npy(File(npy_text(sample(HostType::Float32, {4}))).path(), HostType::Float16).type ==
        HostType::Float32);
}

TEST_CASE("damaged files are refused with what was found and what was expected", "[unit]") {
  const std::string good = npy_text(sample(HostType::Float16, {2, 3}));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(refusal("no array at all").find("not a .npy file") != std::string::npos);
  CHECK(refusal(good.substr(0, good.size() - 1)).find("11 bytes of data") != std::string::npos);
  CHECK(refusal(good.substr(0, 40)).find("ends inside its header") != std::string::npos);
  CHECK(refusal(changed("False", "True ")).find("Fortran") != std::string::npos);
  CHECK(refusal(changed("<f2", ">f2")).find("'>f2'") != std::string::npos);
  CHECK(refusal(changed("'shape'", "'forms'")).find("'shape'") != std::string::npos);
  CHECK(refusal(changed("(2, 3)", "(2,-3)")).find("impossible shape") != std::string::npos);
  CHECK(refusal(changed("(2, 3)", "(2, x)")).find("impossible shape") != std::string::npos);
}

TEST_CASE("a file that is not there is an input error", "[unit]") {
  try {
    read_npy("/nonexistent/in_0.npy", HostType::Float16);
    FAIL("read");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::Input);
  }
}

TEST_CASE("names of tensors cannot lead out of the directory", "[unit]") {
  CHECK(npy_name("out_0") == "out_0.npy");
  CHECK(npy_name("../out") == "_.._out.npy");
}

}  // namespace
}  // namespace spyre::execute
