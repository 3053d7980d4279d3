// Are program images and correction buffers read back as written, and refused when damaged?
#include "sim/target/image.hpp"

#include "models/base/error.hpp"
#include "tests/support/catch.hpp"

#include "spyrecode-host-functions/fast_process_hcm.h"
#include "spyrecode-host-functions/processSpyreCodeArtifacts.h"

#include <stdexcept>
#include <vector>

using namespace spyre::target;

namespace {

Image example() {
  Image image;
  image.name = "kernel";
  image.arguments = 3;
  image.texts = {{"bundle.mlir", "text"}, {"sdsc_0.json", std::string(1000, 'x')}};
  return image;
}

Hcm hcm_of(const std::string& text) {
  Hcm hcm;
  hcm.importJsonStr(text);
  return hcm;
}

}  // namespace

TEST_CASE("an image is read back as written, with memory behind it", "[unit]") {
  std::vector<std::uint8_t> bytes = write_image(example());
  CHECK(read_header(bytes).bytes == bytes.size());
  bytes.resize(bytes.size() + 4096, 0xCD);
  const Image image = read_image(bytes);
  CHECK(image.name == "kernel");
  CHECK(image.arguments == 3);
  CHECK(image.texts == example().texts);
}

TEST_CASE("memory without a program, a cut or a changed image are refused", "[unit]") {
  const std::vector<std::uint8_t> zeros(1024);
  CHECK_THROWS_WITH(read_image(zeros), Catch::Contains("no program at this address"));
  CHECK_THROWS_WITH(read_image({}), Catch::Contains("no program"));
  std::vector<std::uint8_t> bytes = write_image(example());
  CHECK_THROWS_AS(read_image({bytes.data(), bytes.size() - 1}), spyre::Error);
  bytes.back() ^= 1;
  CHECK_THROWS_WITH(read_image(bytes), Catch::Contains("checksum"));
  bytes[8] = 9;
  CHECK_THROWS_WITH(read_image(bytes), Catch::Contains("version 9"));
}

TEST_CASE("checksums differ where one byte, a length or an order differs", "[unit]") {
  const auto sum = [](std::vector<std::uint8_t> bytes) { return checksum_of(bytes); };
  CHECK(sum({1, 2, 3}) != sum({1, 3, 2}));
  CHECK(sum({1, 2, 3, 4, 5, 6, 7, 8, 9}) != sum({9, 2, 3, 4, 5, 6, 7, 8, 1}));
  CHECK(sum({1, 2, 3}) == sum({1, 2, 3}));
}

TEST_CASE("the host computation writes the addresses that the program reads", "[unit]") {
  const Hcm hcm = hcm_of(R"({"vdci": {"arguments": 2}, "senConstants": []})");
  deeptools::FastHcmPatchPlan plan;
  REQUIRE(deeptools::buildFastHcmPatchPlan(plan, hcm));
  CHECK(plan.num_input_symbols == 2);
  CHECK(plan.output_size == correction_bytes(2));
  CHECK(plan.patches.size() == 2);
  std::vector<std::uint8_t> buffer(plan.output_size);
  const std::vector<std::int64_t> addresses = {1 << 20, std::int64_t{3} << 34};
  CHECK(deeptools::processComputeOnHostCommandFast(plan, hcm, buffer.data(), addresses.data(), 2));
  CHECK(read_correction(buffer, 2) == addresses);
  deeptools::processComputeOnHostCommand(hcm, buffer.data(), addresses.data());
  CHECK(read_correction(buffer, 2) == addresses);
}

TEST_CASE("a launch with another number of addresses is refused", "[unit]") {
  const Hcm hcm = hcm_of(R"({"vdci": {"arguments": 2}, "senConstants": []})");
  deeptools::FastHcmPatchPlan plan;
  deeptools::buildFastHcmPatchPlan(plan, hcm);
  std::vector<std::uint8_t> buffer(plan.output_size);
  const std::vector<std::int64_t> addresses(3);
  CHECK_THROWS_WITH(
      deeptools::processComputeOnHostCommandFast(plan, hcm, buffer.data(), addresses.data(), 3),
      Catch::Contains("3 addresses (expected 2)"));
}

TEST_CASE("an empty host computation fails when it runs, not before", "[unit]") {
  const Hcm hcm = hcm_of(R"({"vdci": {}, "senConstants": []})");
  deeptools::FastHcmPatchPlan plan;
  CHECK_FALSE(deeptools::buildFastHcmPatchPlan(plan, hcm));
  std::vector<std::uint8_t> buffer(1024);
  CHECK_THROWS_WITH(
      deeptools::processComputeOnHostCommandFast(plan, hcm, buffer.data(), nullptr, 0),
      Catch::Contains("Expect one DCI"));
}

TEST_CASE("a malformed host computation is refused by the field that is wrong", "[unit]") {
  CHECK_THROWS_AS(hcm_of("\"text\""), std::runtime_error);
  CHECK_THROWS_WITH(hcm_of(R"({"vdci": "text", "senConstants": []})"),
                    Catch::Contains("vdci field"));
  CHECK_THROWS_WITH(hcm_of(R"({"senConstants": []})"), Catch::Contains("vdci field is missing"));
  CHECK_THROWS_WITH(hcm_of(R"({"vdci": {}, "senConstants": "text"})"),
                    Catch::Contains("senConstants field"));
}

TEST_CASE("a buffer that nobody wrote, or for another program, is refused", "[unit]") {
  std::vector<std::uint8_t> buffer(correction_bytes(2));
  CHECK_THROWS_WITH(read_correction(buffer, 2), Catch::Contains("addresses of its arguments"));
  write_correction(std::vector<std::int64_t>{1, 2}, buffer.data());
  CHECK_THROWS_WITH(read_correction(buffer, 3), Catch::Contains("2 addresses"));
}
