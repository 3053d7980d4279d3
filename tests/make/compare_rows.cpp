// Compares built plans with real ones, row by row of a measured table: `compare_rows TABLE.csv
// PLANS_DIR [-v] [-w DIR]`; -v tells every difference, -w keeps the built plans.
//
// For whoever has the compiled plans of the measured rows at hand, a folder per id with a
// plan.json; not a test.
#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/bundle/write.hpp"
#include "sim/make/make.hpp"
#include "tests/make/plan_lines.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      out.emplace_back();
    else if (c != '\r')
      out.back() += c;
  }
  return out;
}

std::vector<Row> read_table(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> columns = cells(line);
  std::vector<Row> rows;
  while (std::getline(in, line)) {
    const std::vector<std::string> values = cells(line);
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < columns.size() && i < values.size(); ++i)
      row[columns[i]] = values[i];
  }
  return rows;
}

struct Options {
  std::filesystem::path plans, keep;
  bool verbose = false;
};

struct Family {
  int rows = 0, equal = 0;
  std::vector<std::string> notes;
};

bool is_equal(const spyre::plan::Plan& real, const spyre::make::Request& request) {
  try {
    return spyre::test::differences(real, spyre::make::make(request)).empty();
  } catch (const spyre::Error&) {
    return false;  // the operation has no such copies
  }
}

// Nothing if the plans are equal; else what differs first, and the copies with which they would be
// equal.
std::string compare(const Row& row, const Options& options) {
  using namespace spyre;
  try {
    const plan::Plan real = bundle::read_plan(options.plans / row.at("id") / "plan.json");
    make::Request request = make::request_for_row(row);
    const plan::Plan built = make::make(request);
    if (!options.keep.empty()) bundle::write_plan(built, options.keep / row.at("id"));
    const std::vector<std::string> found = test::differences(real, built);
    if (found.empty()) return {};
    std::string text =
        fmt::format("{}: {} differences, first {}", row.at("id"), found.size(), found.front());
    for (std::size_t i = 1; options.verbose && i < found.size(); ++i) text += "\n    " + found[i];
    for (const auto& [name, copies] :
         {std::pair("out", make::Copies::Out), std::pair("both", make::Copies::Both)}) {
      request.copies = copies;
      if (is_equal(real, request)) text += fmt::format("; equal with copies {}", name);
    }
    return text;
  } catch (const Error& error) {
    return fmt::format("{}: {}", row.at("id"), error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "-w" && i + 1 < argc)
      options.keep = argv[++i];
    else
      options.verbose = options.verbose || argument == "-v";
  }
  if (argc < 3) {
    std::cerr << "compare_rows TABLE.csv PLANS_DIR [-v] [-w DIR]\n";
    return 2;
  }
  options.plans = argv[2];
  std::map<std::string, Family> families;
  for (const Row& row : read_table(argv[1])) {
    const auto op = row.find("op");
    Family& family = families[op == row.end() ? "granite_splits" : op->second];
    const std::string note = compare(row, options);
    ++family.rows;
    if (note.empty())
      ++family.equal;
    else
      family.notes.push_back(note);
  }
  for (const auto& [name, family] : families) {
    std::cout << fmt::format("{}: {} of {} rows equal\n", name, family.equal, family.rows);
    for (const std::string& note : family.notes) std::cout << "  " << note << "\n";
  }
}
