// Does an output file appear complete or not at all?
#include "sim/report/output_file.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::report;

TEST_CASE("a committed file holds what was written and leaves nothing beside it", "[arithmetic]") {
  const TemporaryFolder folder;
  OutputFile file(folder / "out.json");
  file.write("one ");
  file.write("two");
  CHECK_FALSE(std::filesystem::exists(folder / "out.json"));
  file.commit();
  CHECK(content_of(folder / "out.json") == "one two");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a file that is not committed leaves the old one alone", "[arithmetic]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "out.json") << "old";
  { OutputFile(folder / "out.json").write("new"); }
  CHECK(content_of(folder / "out.json") == "old");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a missing folder and a folder as target are input errors that name the path",
          "[arithmetic]") {
  const TemporaryFolder folder;
  for (const std::filesystem::path& target : {folder / "missing/out.json", folder.path()}) {
    try {
      OutputFile file(target);
      FAIL("opened " << target);
    } catch (const Error& e) {
      CHECK(e.kind() == ErrorKind::Input);
      CHECK(e.problems().at(0).where == target.string());
    }
  }
}

TEST_CASE("a link keeps pointing at the file that is replaced", "[arithmetic]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "real.json") << "old";
  std::filesystem::create_symlink("real.json", folder / "link.json");
  OutputFile file(folder / "link.json");
  file.write("new");
  file.commit();
  CHECK(std::filesystem::is_symlink(folder / "link.json"));
  CHECK(content_of(folder / "real.json") == "new");
}

TEST_CASE("a device is written, not replaced", "[arithmetic]") {
  OutputFile file("/dev/null");
  file.write("gone");
  file.commit();
  CHECK(std::filesystem::is_character_file("/dev/null"));
}

TEST_CASE("a full device is an input error", "[arithmetic]") {
  OutputFile file("/dev/full");
  CHECK_THROWS_AS(file.write("text"), Error);
}
