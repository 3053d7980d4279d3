// Are files, pipes and what never ends told apart?
#include "sim/files/text.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <sys/stat.h>

#include <thread>

using namespace spyre;
using files::text_of;

TEST_CASE("a file comes back byte for byte, an empty one as nothing", "[unit]") {
  const report::TemporaryFolder folder;
  const std::string text = std::string("a\0b\r\n", 5) + std::string(200'000, 'x');
  std::ofstream(folder / "a", std::ios::binary) << text;
  std::ofstream(folder / "empty").flush();
  CHECK(text_of(folder / "a", "") == text);
  CHECK(text_of(folder / "empty", "").empty());
}

TEST_CASE("a pipe is read to its end", "[unit]") {
  const report::TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << "keep: true\n"; });
  CHECK(text_of(pipe, "") == "keep: true\n");
  writer.join();
}

TEST_CASE("what has no end is refused instead of read for ever", "[unit]") {
  CHECK_THROWS_WITH(text_of("/dev/zero", "a table"),
                    Catch::Contains("/dev/zero: does not end within 64 MiB"));
}

TEST_CASE("what cannot be read is told with the reason", "[unit]") {
  CHECK_THROWS_WITH(text_of("no/such", ""), Catch::Contains("cannot be read: No such file"));
  CHECK_THROWS_WITH(text_of("/", ""), Catch::Contains("cannot be read: Is a directory"));
}
