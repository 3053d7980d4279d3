// A folder of its own for one test: copies of plans to change and read again.
#pragma once

#include <nlohmann/json.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"

namespace spyre::bundle::test {

namespace fs = std::filesystem;
using Json = nlohmann::json;

inline fs::path workload(const std::string& name) {
  return fs::path(SPYRE_SOURCE_DIR) / "workloads" / name;
}
inline fs::path fixture(const std::string& name) {
  return fs::path(SPYRE_SOURCE_DIR) / "tests/bundle/fixtures" / name;
}

inline std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Workspace {
 public:
  Workspace() : root_(fs::temp_directory_path() / ("spyre_bundle_" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { fs::remove_all(root_); }

  [[nodiscard]] const fs::path& root() const { return root_; }
  // Copies a plan's folder and makes it writable.
  fs::path copy(const fs::path& from) {
    const fs::path to = root_ / from.filename();
    fs::copy(from, to, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(to)) {
      fs::permissions(entry, fs::perms::owner_all, fs::perm_options::add);
    }
    return to;
  }
  fs::path write(const fs::path& name, const std::string& text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
    return root_ / name;
  }

 private:
  fs::path root_;
};

// Changes a JSON file in place.
template <class Change>
void edit(const fs::path& file, Change&& change) {
  Json json = Json::parse(text_of(file));
  change(json);
  std::ofstream(file) << json.dump();
}

// Replaces the first occurrence of a piece of text in a file.
inline void replace(const fs::path& file, const std::string& from, const std::string& to) {
  std::string text = text_of(file);
  text.replace(text.find(from), from.size(), to);
  std::ofstream(file, std::ios::binary) << text;
}

struct Failure {
  bool failed = false;
  ErrorKind kind = ErrorKind::Internal;
  std::string text;
  std::size_t problems = 0;
};

inline Failure failure_of(const fs::path& path, const ReadOptions& options = {}) {
  try {
    (void)read_plan(path, options);
    return {};
  } catch (const Error& error) {
    return {true, error.kind(), error.what(), error.problems().size()};
  }
}

inline bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

}  // namespace spyre::bundle::test
