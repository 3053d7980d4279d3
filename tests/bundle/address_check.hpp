// Recomputes each core's start address from base, slice, alpha and stride, independently of the
// reader's own code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "sim/plan/plan.hpp"

namespace spyre::bundle::test {

struct AddressCheck {
  std::int64_t nodes = 0;
  std::vector<std::string> wrong;
};

inline std::int64_t unit_of(const plan::Tensor& tensor, plan::DimId dim) {
  for (const plan::StickDim& stick : tensor.sticks) {
    if (stick.dim == dim) return stick.elements;
  }
  return 1;
}

// Start of a core's share relative to slice 0. Scratchpad addresses are per core and do not move.
inline std::int64_t expected_offset(const plan::Operation& op, const plan::Tensor& tensor,
                                    std::size_t core) {
  if (tensor.in_lx()) return 0;
  std::int64_t offset = 0, stride = 128;
  for (const plan::LayoutLevel& level : tensor.layout) {
    const auto dim = static_cast<std::size_t>(level.dim);
    const plan::TensorDim& view = tensor.dims[dim];
    const auto& slices = tensor.own_slice ? (*tensor.own_slice)[core] : op.slice[core];
    if (view.core_factor > 1)
      offset += slices[dim] * view.core_alpha / unit_of(tensor, level.dim) * stride;
    stride *= level.units;
  }
  return offset;
}

inline AddressCheck check_addresses(const plan::Plan& plan) {
  AddressCheck check;
  for (const plan::Launch& launch : plan.launches) {
    for (const plan::Operation& op : launch.operations) {
      for (const plan::Tensor& tensor : op.tensors) {
        ++check.nodes;
        const std::int64_t base = tensor.start.front() - expected_offset(op, tensor, 0);
        for (std::size_t core = 0; core < tensor.start.size(); ++core) {
          const std::int64_t expected = base + expected_offset(op, tensor, core);
          if (tensor.start[core] == expected && tensor.start[core] % 128 == 0) continue;
          check.wrong.push_back(fmt::format("{} {} core {}: {} instead of {}", op.key, tensor.name,
                                            op.cores[core], tensor.start[core], expected));
          break;
        }
      }
    }
  }
  return check;
}

}  // namespace spyre::bundle::test
