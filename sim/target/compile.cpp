// Reads, checks and packs one bundle.
#include "sim/target/compile.hpp"

#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/check/check.hpp"
#include "sim/files/output_file.hpp"
#include "sim/report/verdict.hpp"
#include "sim/target/image.hpp"
#include "sim/target/program.hpp"
#include "sim/target/spyrecode.hpp"

#include <fstream>
#include <iterator>
#include <vector>

namespace spyre::target {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "spyreCodeDir";

bool belongs_to_bundle(const fs::path& file) {
  return file.extension() == ".json" || file.extension() == ".mlir";
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (stream.bad()) throw Error(ErrorKind::Input, file.string(), "cannot be read");
  return text;
}

std::map<std::string, std::string> texts_of(const fs::path& directory) {
  if (!fs::is_directory(directory))
    throw Error(ErrorKind::Input, directory.string(), "no such directory", "a bundle directory");
  std::map<std::string, std::string> texts;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file() && belongs_to_bundle(entry.path()))
      texts.emplace(entry.path().filename().string(), text_of(entry.path()));
  return texts;
}

std::string name_of(const fs::path& directory) {
  const fs::path whole = fs::absolute(directory).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

void compile(const fs::path& directory, const params::ChipParams& chip) {
  Image image;
  image.name = name_of(directory);
  image.texts = texts_of(directory);
  const plan::Plan plan = bundle::read_bundle(directory.string(), image.texts);
  report::refuse_forbidden(check::check_plan(plan, chip, check::Mode::Run), false);
  image.arguments = arguments_of(plan);
  const std::vector<std::uint8_t> bytes = write_image(image);
  const std::string spyrecode = spyrecode_text({image.arguments, bytes.size()});
  const fs::path folder = directory / kFolder;
  fs::create_directories(folder);
  files::write_file(folder / kImageFile,
                    {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  files::write_file(folder / "spyrecode.json", spyrecode);
}

}  // namespace spyre::target
