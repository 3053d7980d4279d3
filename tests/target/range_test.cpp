// Does the card keep, between kernels, values that its host type cannot hold?
#include "sim/bundle/write.hpp"
#include "sim/config/config.hpp"
#include "sim/make/make.hpp"
#include "sim/target/compile.hpp"
#include "tests/support/catch.hpp"
#include "tests/target/driver.hpp"

#include "spyrecode-host-functions/sendataconvert/sen_data_convert.h"

#include <cstring>
#include <filesystem>

using namespace spyre;
using namespace spyre::target::test;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kRows = 64, kColumns = 128;
constexpr std::size_t kElements = kRows * kColumns;

using Words = std::vector<std::uint16_t>;

// The spyreCodeDir of an element-wise operation on rows × columns.
fs::path compiled(const std::string& op, const fs::path& folder) {
  make::Request request;
  request.op = op;
  request.rows = kRows;
  request.cols = kColumns;
  request.cores = 4;
  bundle::write_plan(make::make(request), folder / op);
  const fs::path bundle = folder / op / ("k00_" + op);
  target::compile(bundle, config::load({fs::path(SPYRE_SOURCE_DIR) / "configs/spyre.yaml"}, {}));
  return bundle / "spyreCodeDir";
}

// A tensor all of whose elements are equal: the same bytes in any layout.
flex::CompositeAddress filled(flex::RuntimeContext& runtime, double value) {
  flex::CompositeAddress memory = allocate(runtime, kElements * 2);
  runtime.getDefaultStream()->fillAsync(&memory, value, DataFormats::SEN169_FP16, true);
  return memory;
}

Words on_card(flex::RuntimeContext& runtime, const flex::CompositeAddress& memory) {
  const std::vector<std::uint8_t> bytes = fetch(*runtime.getDefaultStream(), memory);
  Words words(kElements);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

std::shared_ptr<data_conversion_info> fp16_transfer(bool to_device) {
  auto dci = std::make_shared<data_conversion_info>();
  dci->isHostToSen_ = to_device;
  dci->dataformat_src_ = to_device ? DataFormats::IEEE_FP16 : DataFormats::SEN169_FP16;
  dci->dataformat_dst_ = to_device ? DataFormats::SEN169_FP16 : DataFormats::IEEE_FP16;
  dci->dcsi_ = {{{static_cast<std::int64_t>(kElements)}, {1}, {1}, 0, 0}};
  return dci;
}

// What the host gets to see of it as fp16.
Words as_fp16(flex::RuntimeContext& runtime, const flex::CompositeAddress& memory) {
  Words words(kElements);
  flex::DmaParams* params =
      flex::createDmaParams(words.data(), kElements * 2, false, &memory, fp16_transfer(false));
  runtime.getDefaultStream()->launchOperationD2H(params);
  flex::destroyDmaParams(params);
  runtime.getDefaultStream()->synchronize();
  return words;
}

void launch(flex::RuntimeContext& runtime, const Kernel& kernel,
            const std::vector<const flex::CompositeAddress*>& tensors) {
  std::vector<std::int64_t> addresses;
  for (const flex::CompositeAddress* tensor : tensors)
    addresses.push_back(
        static_cast<std::int64_t>(runtime.getAllocator()->compositeAddressToDmva(*tensor)));
  kernel.launch(*runtime.getDefaultStream(), addresses);
}

}  // namespace

// fp16 ends at 65504, SEN169 near 2^33: x + x overflows on a host that computes in fp16, not here.
TEST_CASE("a sum beyond fp16 that is halved again comes back whole", "[unit]") {
  const float value = -65472;
  flex::RuntimeContext runtime(0);
  const Scratch scratch;
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const Kernel add(compiled("add", scratch.path()), runtime, stream);
  const Kernel multiply(compiled("mul", scratch.path()), runtime, stream);
  const flex::CompositeAddress x = filled(runtime, value), half = filled(runtime, 0.5),
                               sum = filled(runtime, 0), halved = filled(runtime, 0);
  launch(runtime, add, {&x, &x, &sum});
  launch(runtime, multiply, {&sum, &half, &halved});
  CHECK(on_card(runtime, sum) == Words(kElements, deeptools::FloatToFp16Bin(2 * value)));
  CHECK(as_fp16(runtime, sum) == Words(kElements, 0xFC00));     // minus infinity
  CHECK(as_fp16(runtime, halved) == Words(kElements, 0xFBFE));  // -65472
}

// fp16 has one fraction bit more than SEN169: 0x3C01 is 1 + 2^-10, 0x3C03 is 1 + 3 · 2^-10, half
// way between two codes each. 65504 lies half way between 65472 and 65536.
TEST_CASE("transfers to the card cut off what fills round to nearest", "[unit]") {
  flex::RuntimeContext runtime(0);
  const flex::CompositeAddress memory = filled(runtime, 65504);
  CHECK(on_card(runtime, memory) == Words(kElements, deeptools::FloatToFp16Bin(65536)));
  for (const std::uint16_t half : Words{0x3C01, 0x3C03}) {
    Words host(kElements, half);
    flex::DmaParams* params =
        flex::createDmaParams(host.data(), kElements * 2, true, &memory, fp16_transfer(true));
    runtime.getDefaultStream()->launchOperationH2D(params);
    flex::destroyDmaParams(params);
    CHECK(as_fp16(runtime, memory) == Words(kElements, static_cast<std::uint16_t>(half - 1)));
  }
}
