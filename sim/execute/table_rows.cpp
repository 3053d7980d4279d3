// What index tensors may hold, and which tensors a scatter leaves partly as they were.
#include "sim/execute/table_rows.hpp"

#include <algorithm>

namespace spyre::execute {
namespace {

using plan::Operation;
using plan::Tensor;

std::size_t at(int id) { return static_cast<std::size_t>(id); }

template <class Visitor>
void for_each_operation(const plan::Plan& plan, Visitor&& visit) {
  for (const plan::Launch& launch : plan.launches)
    for (const Operation& operation : launch.operations) visit(launch, operation);
}

std::int64_t page_bytes(const Tensor& table) {
  std::int64_t page = plan::kStickBytes;
  for (const plan::LayoutLevel& level : table.layout) page *= level.units;
  return page;
}

// Bytes an operation has put where the table begins, 0 when it writes something else.
std::int64_t bytes_written_at(const Operation& writer, const Tensor& table) {
  for (const plan::TensorId id : writer.outputs) {
    const Tensor& out = writer.tensors[at(id)];
    if (out.in_lx() || out.storage != table.storage) continue;
    if (*std::min_element(out.start.begin(), out.start.end()) == table.start.front())
      return out.allocated_bytes();
  }
  return 0;
}

// By what an earlier operation of the launch has put there, or by the allocation.
std::int64_t rows_of(const plan::Plan& plan, const plan::Launch& launch, const Operation& reader,
                     const Tensor& table) {
  const plan::Storage& storage = plan.storages[at(table.storage)];
  std::int64_t bytes = storage.address + storage.bytes - table.start.front();
  for (const Operation& writer : launch.operations) {
    if (&writer == &reader) break;
    if (const std::int64_t written = bytes_written_at(writer, table); written > 0) bytes = written;
  }
  return std::max<std::int64_t>(1, bytes / page_bytes(table));
}

}  // namespace

std::int64_t indexed_rows(const plan::Plan& plan, plan::StorageId index) {
  std::int64_t rows = 0;
  for_each_operation(plan, [&](const plan::Launch& launch, const Operation& operation) {
    for (const Tensor& tensor : operation.tensors) {
      if (tensor.indirection != plan::Indirection::IndexTensor || tensor.storage != index) continue;
      const std::int64_t found =
          rows_of(plan, launch, operation, operation.tensors[at(tensor.partner)]);
      rows = rows == 0 ? found : std::min(rows, found);
    }
  });
  return rows;
}

bool is_scattered_into(const plan::Plan& plan, plan::StorageId storage) {
  bool found = false;
  for_each_operation(plan, [&](const plan::Launch&, const Operation& operation) {
    for (const plan::TensorId id : operation.outputs) {
      const Tensor& out = operation.tensors[at(id)];
      found =
          found || (out.indirection == plan::Indirection::ValueTensor && out.storage == storage);
    }
  });
  return found;
}

}  // namespace spyre::execute
