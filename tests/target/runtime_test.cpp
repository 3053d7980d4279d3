// Does the runtime's interface behave as torch-spyre expects of it?
#include "tests/support/catch.hpp"
#include "tests/target/driver.hpp"

#include <sstream>
#include <stdexcept>
#include <thread>

using namespace spyre::target::test;

TEST_CASE("addresses of the card are eight segments, the last for programs", "[unit]") {
  CHECK(flex::PROG_OFFSET_BASE == 120259084288ULL);
  CHECK(flex::dmvaToSegmentId(34359738368ULL) == 2);
  CHECK(flex::dmvaToSegmentId(flex::PROG_OFFSET_BASE) == flex::PROG_SEGMENT);
}

TEST_CASE("a moved-from address still tells its size, and frees nothing", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::CompositeAddress first = allocate(runtime, 1000);
  const std::uint64_t place = runtime.getAllocator()->compositeAddressToDmva(first);
  flex::CompositeAddress second = std::move(first);
  CHECK(first.total_size() == 1024);  // NOLINT(bugprone-use-after-move): the point of the test
  CHECK(runtime.getAllocator()->compositeAddressToDmva(second) == place);
  { flex::CompositeAddress gone = std::move(second); }
  CHECK(runtime.getAllocator()->compositeAddressToDmva(allocate(runtime, 1000)) == place);
}

TEST_CASE("an address made from a chunk owns nothing and may go before its owner", "[unit]") {
  flex::RuntimeContext runtime(0);
  const flex::CompositeAddress owner = allocate(runtime, 256);
  const std::uint64_t place = runtime.getAllocator()->compositeAddressToDmva(owner);
  { const flex::CompositeAddress view(owner.chunks().front()); }
  CHECK(runtime.getAllocator()->compositeAddressToDmva(allocate(runtime, 256)) != place);
  std::ostringstream text;
  text << owner;
  CHECK(text.str().find("256 bytes") != std::string::npos);
}

TEST_CASE("memory may be freed after the runtime is gone", "[unit]") {
  flex::CompositeAddress late;
  {
    flex::RuntimeContext runtime(0);
    late = allocate(runtime, 1 << 20);
  }
  late = {};
  SUCCEED("nothing crashed");
}

TEST_CASE("bytes sent are bytes fetched, and the source may change after sending", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const flex::CompositeAddress memory = allocate(runtime, 256);
  std::vector<std::uint8_t> bytes(256);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i);
  send(stream, bytes, memory);
  CHECK(fetch(stream, memory) == bytes);
  CHECK(stream.query());
}

TEST_CASE("a fill sets an allocation to one value", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const flex::CompositeAddress memory = allocate(runtime, 128);
  stream.fillAsync(&memory, 7, DataFormats::IEEE_INT32, true);
  const std::vector<std::uint8_t> bytes = fetch(stream, memory);
  for (std::size_t i = 0; i < 128; i += 4) CHECK(bytes[i] == 7);
}

TEST_CASE("host callbacks run on the caller's thread and their exceptions reach it", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  std::thread::id ran;
  int argument = 5;
  flex::HostCallbackParams* good = flex::createHostCallbackParams(
      [&](void* given) {
        ran = std::this_thread::get_id();
        ++*static_cast<int*>(given);
      },
      &argument, true);
  stream.launchOperationHostCallback(good);
  flex::destroyHostCallbackParams(good);
  CHECK(ran == std::this_thread::get_id());
  CHECK(argument == 6);
  flex::HostCallbackParams* bad = flex::createHostCallbackParams(
      [](void*) { throw std::runtime_error("from the callback"); }, nullptr, false);
  CHECK_THROWS_WITH(stream.launchOperationHostCallback(bad), "from the callback");
  flex::destroyHostCallbackParams(bad);
  CHECK_FALSE(stream.needsShutdown());
}

TEST_CASE("the callback of a transfer is called when the bytes are there", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const flex::CompositeAddress memory = allocate(runtime, 128);
  bool told = false;
  std::vector<std::uint8_t> host(128, 0xFF);
  flex::DmaParams* params = flex::createDmaParams(host.data(), 128, false, &memory);
  params->callback = [&](void*) { told = host[0] == 0; };
  stream.launchOperationD2H(params);
  flex::destroyDmaParams(params);
  stream.synchronize();
  CHECK(told);
}

TEST_CASE("memory without a program loads as any bytes and fails only when started", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream& stream = *runtime.getDefaultStream();
  const flex::CompositeAddress program = allocate(runtime, 1024, flex::MemoryType::Program);
  send(stream, std::vector<std::uint8_t>(1024), program);
  flex::ComputeParams* params = flex::createComputeParams(&program, {}, "zeros", 0);
  CHECK_THROWS_WITH(stream.launchOperationCompute(params),
                    Catch::Contains("no program at this address"));
  flex::destroyComputeParams(params);
  CHECK_FALSE(stream.needsShutdown());
}

TEST_CASE("the process has one context, and it must be opened first", "[unit]") {
  CHECK_THROWS_WITH(flex::getFlexRuntimeContext(), Catch::Contains("not been initialised"));
  std::shared_ptr<flex::RuntimeContext> first, second;
  CHECK_FALSE(flex::initializeRuntime(&first, 0).empty());
  flex::initializeRuntime(&second, 0);
  CHECK(first == second);
  CHECK(flex::getFlexRuntimeContext() == first);
}

TEST_CASE("a device that does not exist cannot be opened", "[unit]") {
  CHECK_THROWS_WITH(flex::RuntimeContext(static_cast<int>(flex::getNumDevices())),
                    Catch::Contains("expected 0 to"));
}

TEST_CASE("streams are made on demand and all are healthy at first", "[unit]") {
  flex::RuntimeContext runtime(0);
  flex::RuntimeStream* high = runtime.createStream(flex::RuntimeStreamPriority::HIGH);
  CHECK(high != runtime.getDefaultStream());
  CHECK(high->query());
  CHECK_FALSE(high->needsShutdown());
  CHECK_FALSE(runtime.hasStreamError());
}
