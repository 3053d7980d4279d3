// Does damaged input end in an error message and nothing else?
#include <random>

#include "tests/bundle/workspace.hpp"
#include "tests/support/catch.hpp"

using namespace spyre;
using namespace spyre::bundle;
using namespace spyre::bundle::test;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t limit) { return random() % limit; }

std::string truncated(const std::string& text, Random& random) {
  return text.substr(0, below(random, text.size()));
}

std::string flipped(std::string text, Random& random) {
  for (std::size_t i = 1 + below(random, 4); i > 0; --i) {
    text[below(random, text.size())] ^= static_cast<char>(1U << below(random, 8));
  }
  return text;
}

// Numbers are where a reader's arithmetic can go wrong.
std::string with_other_digits(std::string text, Random& random) {
  const std::size_t from = text.find_first_of("0123456789", below(random, text.size()));
  if (from == std::string::npos) return text;
  static const std::string kNumbers[] = {
      "-1", "0", "9223372036854775807", "1e300", "4294967296", "-9223372036854775808", "null"};
  const std::size_t length =
      std::min(text.find_first_not_of("0123456789", from), text.size()) - from;
  return text.replace(from, length, kNumbers[below(random, std::size(kNumbers))]);
}

void damage(const fs::path& plan, const fs::path& file, int rounds) {
  const std::string original = text_of(file);
  Random random(1);
  int failures = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string text = round % 3 == 0   ? truncated(original, random)
                             : round % 3 == 1 ? flipped(original, random)
                                              : with_other_digits(original, random);
    std::ofstream(file, std::ios::binary) << text;
    if (failure_of(plan).failed) ++failures;  // anything but spyre::Error ends the test
  }
  CHECK(failures > rounds / 4);
}

}  // namespace

TEST_CASE("a damaged SuperDSC file gives an error and nothing else", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("embedding_i64_2d"));
  damage(copy, copy / "k00_sdsc_fused_embedding_0/sdsc_1.json", 300);
}

TEST_CASE("a damaged bundle text gives an error and nothing else", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("mm_nested_m2_k2"));
  damage(copy, copy / "k00_sdsc_fused_mm_0/bundle.mlir", 300);
}

TEST_CASE("a damaged plan.json gives an error and nothing else", "[unit]") {
  Workspace space;
  const fs::path copy = space.copy(fixture("transpose_unaligned"));
  damage(copy, copy / "plan.json", 300);
}
