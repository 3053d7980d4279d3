// How a transfer between host and card rearranges and converts elements.
//
// Written from the names and argument types that torch-spyre's open sources use; nothing of the
// vendor's headers is known here.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "util/sendefs/sendefs.h"

// One rectangle of elements: sizes and strides innermost first, strides and offsets in elements of
// the respective side.
struct data_conversion_stride_info {
  std::vector<std::int64_t> size_;
  std::vector<std::int64_t> stride_src_;
  std::vector<std::int64_t> stride_dst_;
  std::int64_t offset_src_ = 0;
  std::int64_t offset_dst_ = 0;
};

struct data_conversion_info {
  std::string dci_dsName_;
  bool isHostToSen_ = true;
  DataFormats dataformat_src_ = DataFormats::INVALID;
  DataFormats dataformat_dst_ = DataFormats::INVALID;
  std::vector<data_conversion_stride_info> dcsi_;
  std::vector<std::int64_t> input_shape_;
  std::vector<std::int64_t> output_shape_;

  void exportJson(std::ostream& stream) const;
};
