// Does the text report say, line by line, what a reader at a terminal looks for?
#include "sim/report/report_text.hpp"

#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"
#include "tests/report/example.hpp"
#include "tests/support/catch.hpp"

#include <sstream>

using namespace spyre;
using namespace spyre::report;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string line_with(const std::string& text, const std::string& part) {
  for (const std::string& line : lines_of(text)) {
    if (line.find(part) != std::string::npos) return line;
  }
  return "";
}

}  // namespace

TEST_CASE("each operation is one line with time, share, bound and rates", "[arithmetic]") {
  const std::string line = line_with(report_text(example::report(), Colour::No), "batchmatmul");
  CHECK_THAT(line, Contains("4.000"));  // us
  CHECK_THAT(line, Contains("80.0"));   // of the kernel's 5 us
  CHECK_THAT(line, Contains("memory"));
  CHECK_THAT(line, Contains("50.0"));    // share of the bound
  CHECK_THAT(line, Contains(" 12.5 "));  // 50,000 B written in 4 us
}

TEST_CASE("one line says what limits the run and by how much", "[arithmetic]") {
  const std::string line = line_with(report_text(example::report(), Colour::No), "limited by");
  CHECK_THAT(line, Contains("limited by memory: for 2.000 us, 40.0 % of the time"));
  CHECK_THAT(line, Contains("next: compute 30.0 %"));
  CHECK_THAT(line, Contains("operation 0 batchmatmul of kernel 0"));
}

TEST_CASE("equal warnings are folded into one line", "[arithmetic]") {
  const std::string text = report_text(example::report(), Colour::No);
  CHECK_THAT(line_with(text, "SYM-07"),
             Contains("bundle.mlir:3: SYM-07 symbol bound by default (and 1 more)"));
}

TEST_CASE("totals name both sides of the memory rate", "[arithmetic]") {
  const std::string line = line_with(report_text(example::report(), Colour::No), "memory       ");
  const double rate = (200'000 + 50'000 + 8192 + 4096) / 5e-6 / 1e9;
  CHECK_THAT(line, Contains(fixed(rate, 1) + " of 204.8 GB/s"));
}

TEST_CASE("a long table is followed by its longest operations", "[arithmetic]") {
  Report report = example::report();
  CHECK(line_with(report_text(report, Colour::No), "longest").empty());
  report.plan.operations = 300;
  CHECK_THAT(
      line_with(report_text(report, Colour::No), "longest"),
      Contains("0 batchmatmul of kernel 0 4.000 us (80.0 %), 1 add of kernel 0 1.000 us (20.0 %)"));
}

TEST_CASE("colour is only there when asked for", "[arithmetic]") {
  CHECK(report_text(example::report(), Colour::No).find('\x1b') == std::string::npos);
  CHECK(report_text(example::report(), Colour::Yes).find('\x1b') != std::string::npos);
}

TEST_CASE("a report without operations says that nothing limits it", "[arithmetic]") {
  Report empty;
  CHECK_THAT(report_text(empty, Colour::No), Contains("limited by nothing"));
}

TEST_CASE("columns align and lines have no trailing blanks", "[arithmetic]") {
  Table table({{"n"}, {"name", Align::Left}});
  table.add({"1", "a"});
  table.add({"100", "long"});
  CHECK(table.text(">") == ">  n  name\n>  1  a\n>100  long\n");
}

TEST_CASE("bytes are told in binary units and counts stay whole below a million", "[arithmetic]") {
  CHECK(bytes_text(1023) == "1023 B");
  CHECK(bytes_text(1536) == "1.50 KiB");
  CHECK(bytes_text(std::int64_t{3} << 30) == "3.00 GiB");
  CHECK(count_text(999'999) == "999999");
  CHECK(count_text(8'589'934'592) == "8.59e+09");
}
