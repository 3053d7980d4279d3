// Does an output file appear complete or not at all?
#include "sim/files/output_file.hpp"

#include "models/base/error.hpp"
#include "tests/report/temporary.hpp"
#include "tests/support/catch.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

using namespace spyre;
using namespace spyre::files;
using report::content_of;
using report::TemporaryFolder;

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

// Where the file system knows no files without a name, a killed process leaves a hidden one.
TEST_CASE("a process that is killed while it writes leaves nothing behind", "[unit]") {
  const TemporaryFolder folder;
  std::ofstream(folder / "out.json") << "old";
  const int nameless = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFile file(folder / "out.json");
    file.write("new");
    ::raise(SIGKILL);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WTERMSIG(status) == SIGKILL);
  CHECK(content_of(folder / "out.json") == "old");
  const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
  CHECK(files == (nameless < 0 ? 2 : 1));
  ::close(nameless);
}

TEST_CASE("a file in the current folder and one that gets shorter are replaced whole", "[unit]") {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write_file("out.json", "a longer text");
  write_file("out.json", "short");
  std::filesystem::current_path(before);
  CHECK(content_of(folder / "out.json") == "short");
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
