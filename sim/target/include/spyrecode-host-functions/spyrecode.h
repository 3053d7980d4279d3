// What spyrecode.json says about a host computation: here, the addresses a program takes.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here. The content is an agreement between our compiler and our runtime.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

class Hcm {
 public:
  // Throws std::runtime_error that names the field ("vdci field", "senConstants field") when it is
  // missing or of the wrong type.
  void importJsonStr(const std::string& text);

  // Addresses in the correction buffer, and its size; none when the file does not say.
  struct Correction {
    std::uint64_t arguments = 0;
    std::uint64_t bytes = 0;
  };
  [[nodiscard]] const std::optional<Correction>& correction() const { return correction_; }

 private:
  std::optional<Correction> correction_;
};
