// One SuperDSC file read into a template: an operation whose start addresses may still be symbols.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/bundle/json.hpp"
#include "sim/plan/plan.hpp"

namespace spyre::bundle {

// A symbol id of a dimension whose size is known only at launch.
struct SymbolicDim {
  plan::DimId dim = -1;
  std::int64_t symbol = 0;
};

struct SdscTemplate {
  // Complete but for addresses: `start` of each tensor holds byte addresses, or symbol ids where
  // negative.
  plan::Operation operation;
  std::vector<SymbolicDim> symbolic_dims;
  std::map<std::int64_t, std::string> symbol_tags;  // symbol id → name in PyTorch, where written
  std::int64_t index = 0;                           // of the key "<index>_<opfunc>"
};

// True when the document looks like a SuperDSC file at all.
bool looks_like_sdsc(const Json& root);

// Records every problem of the file in the document's list; the template is usable only if there
// was none.
SdscTemplate read_sdsc(Document& document);

}  // namespace spyre::bundle
