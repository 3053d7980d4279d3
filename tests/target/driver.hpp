// Loads and launches kernels the way torch-spyre does: from spyreCodeDir, through the runtime's
// interface alone.
#pragma once

#include "flex/flex.hpp"
#include "spyrecode-host-functions/fast_process_hcm.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace spyre::target::test {

// A directory that is gone after the test.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::filesystem::path case_folder(const std::string& name);
// Copies the only bundle of a case into `to` and compiles it there; returns its spyreCodeDir.
std::filesystem::path compile_case(const std::string& name, const std::filesystem::path& to);

class Kernel {
 public:
  // Allocates the program and sends its image.
  Kernel(const std::filesystem::path& folder, flex::RuntimeContext& runtime,
         flex::RuntimeStream& stream);

  // Correction, its transfer, computation. `addresses` in launch order.
  void launch(flex::RuntimeStream& stream, const std::vector<std::int64_t>& addresses) const;
  // With tensors at the launch instead of a correction.
  void launch_bound(flex::RuntimeStream& stream,
                    const std::vector<const flex::CompositeAddress*>& tensors) const;

 private:
  void compute(flex::RuntimeStream& stream,
               const std::vector<const flex::CompositeAddress*>& tensors) const;

  nlohmann::json code_;
  flex::CompositeAddress program_;
  std::uint64_t bootstrap_ = 0;
};

flex::CompositeAddress allocate(flex::RuntimeContext& runtime, std::size_t bytes,
                                flex::MemoryType type = flex::MemoryType::Tensor);
void send(flex::RuntimeStream& stream, const std::vector<std::uint8_t>& bytes,
          const flex::CompositeAddress& to);
std::vector<std::uint8_t> fetch(flex::RuntimeStream& stream, const flex::CompositeAddress& from);

}  // namespace spyre::target::test
