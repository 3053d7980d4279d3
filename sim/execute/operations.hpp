// The classes of operations. Each function runs one operation on all its cores.
#pragma once

#include "sim/execute/operation_run.hpp"

namespace spyre::execute {

// Any number of inputs, one output element per step: arithmetic, functions, comparisons, layer
// norm, conversions.
void run_elementwise(OperationRun& run);

// Sums, products, extrema, means, exx2; average pooling and depthwise convolution. Partial results
// of cores that share an output combine in fp32 in the order of their slices.
void run_reduction(OperationRun& run);

// Matrix products and direct convolutions.
void run_contraction(OperationRun& run);

void run_topk(OperationRun& run);

// Copies without change of value: identity of one format, changes of the stick dimension.
void run_copy(OperationRun& run);
// Rows picked or placed by an index tensor.
void run_indirect(OperationRun& run);
// From one division over scratchpads to another.
void run_shuffle(OperationRun& run);

// Data operations beside the compute operation of a SuperDSC file.
void run_data_operation(Machine& machine, const plan::DataOp& data_op);

// Elements of a dimension that one core holds of a tensor with a division of its own.
std::int64_t held_extent(const plan::Operation& operation, const plan::Tensor& tensor,
                         plan::DimId dim);

// How an operation walks its operands: conversions follow their wiring, restickify leaves out what
// one side lacks.
Walk walk_of(const plan::Operation& operation, const number::Rules& rules);
// Coordinates of a dimension that all tensors of a restickify have.
std::int64_t existing_extent(const plan::Operation& operation, plan::DimId dim);

}  // namespace spyre::execute
