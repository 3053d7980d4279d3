// Data operations of a SuperDSC file and the schedule rows that order them
// (plan-format 3.16, 3.17).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/bundle/sdsc_parts.hpp"

namespace spyre::bundle {
namespace {

constexpr std::int64_t kLxBytes = std::int64_t{1}
                                  << 31;  // bound on what is read; the rules know the real size

std::map<std::string, std::int64_t> by_dimension(const Item& object) {
  std::map<std::string, std::int64_t> out;
  object.for_each_member([&](const std::string& name, const Item& value) {
    out[bare(name)] = value.integer(0, kLargestExtent);
  });
  return out;
}

plan::Component read_place(const Item& type) {
  const std::string name = type.text();
  if (type.exists() && name != "lx" && name != "hbm") {
    type.unsupported(fmt::format("FMT-03: unsupported component '{}'", name), "lx or hbm");
  }
  return name == "hbm" ? plan::Component::Memory : plan::Component::Lx;
}

void read_valid_runs(plan::Piece& piece, const Item& gaps) {
  gaps.for_each_member([&](const std::string& name, const Item& runs) {
    runs.for_each_entry([&](std::size_t, const Item& run) {
      const std::vector<std::int64_t> pair = run.integers(0, kLargestExtent);
      if (pair.size() == 2)
        piece.valid_gap[bare(name)].push_back({pair[0], pair[1]});
      else
        run.wrong(fmt::format("found {} numbers", pair.size()), "[valid, gap]");
    });
  });
}

// A piece placed in several memories becomes one piece per place.
void read_piece(std::vector<plan::Piece>& out, const Item& info) {
  plan::Piece piece;
  piece.start = by_dimension(info.at("dimToStartCordinate"));
  piece.size = by_dimension(info.at("dimToSize_"));
  read_valid_runs(piece, info.find("validGap_"));
  info.at("PlacementInfo").for_each_entry([&](std::size_t, const Item& place) {
    piece.component = read_place(place.at("type"));
    const Item cores = place.at("memId");
    const Item addresses = place.at("startAddr");
    cores.for_each_entry([&](std::size_t i, const Item& core) {
      piece.core = static_cast<int>(core.integer(0, kCores - 1));
      piece.address = addresses.at(std::min(i, std::max<std::size_t>(addresses.size(), 1) - 1))
                          .integer(0, kLargestAddress);
      out.push_back(piece);
    });
  });
}

void read_side(plan::DataOp& op, const Item& lds, bool input) {
  std::vector<plan::Piece>& pieces = input ? op.input : op.output;
  lds.at("PieceInfo").for_each_entry([&](std::size_t, const Item& piece) {
    read_piece(pieces, piece);
  });
  if (!input) return;
  for (std::string& dim : lds.at("layoutDimOrder_").texts())
    op.layout.push_back(bare(std::move(dim)));
  op.stick_elements = by_dimension(lds.at("dimToStickSize_"));
  op.element_bytes = lds.at("wordLength").integer(1, 8);
}

void read_piece_op(plan::DataOp& op, const Item& body) {
  const Item cores = body.at("coreIdsUsed_");
  cores.for_each_entry([&](std::size_t, const Item& core) {
    op.cores.push_back(static_cast<int>(core.integer(0, kCores - 1)));
  });
  body.at("labeledDs_").for_each_entry([&](std::size_t i, const Item& lds) {
    const std::string side = lds.find("pdsName_").text();
    read_side(op, lds, side.empty() ? i == 0 : side == "dataIN");
  });
}

plan::RemapRange read_range(const Item& item) {
  plan::RemapRange range;
  const Item from = item.at("source"), to = item.at("destination");
  range.source_core = static_cast<int>(from.at("core").integer(0, kCores - 1));
  range.destination_core = static_cast<int>(to.at("core").integer(0, kCores - 1));
  range.source_address = from.at("lxAddress").integer(0, kLxBytes);
  range.destination_address = to.at("lxAddress").integer(0, kLxBytes);
  range.bytes = item.at("bytesPerMove").integer(1, kLxBytes);
  range.count = item.at("count").integer(1, kLxBytes);
  range.source_stride = item.at("sourceStrideBytes").integer(-kLxBytes, kLxBytes);
  range.destination_stride = item.at("destinationStrideBytes").integer(-kLxBytes, kLxBytes);
  return range;
}

// Cores of a remap that does not list them: those that take part in a move.
void read_remap(plan::DataOp& op, const Item& body) {
  body.at("movementRanges").for_each_entry([&](std::size_t, const Item& item) {
    op.ranges.push_back(read_range(item));
  });
  if (body.find("coreIdsUsed_").exists()) {
    body.find("coreIdsUsed_").for_each_entry([&](std::size_t, const Item& core) {
      op.cores.push_back(static_cast<int>(core.integer(0, kCores - 1)));
    });
    return;
  }
  for (const plan::RemapRange& range : op.ranges) {
    op.cores.push_back(range.source_core);
    op.cores.push_back(range.destination_core);
  }
  std::sort(op.cores.begin(), op.cores.end());
  op.cores.erase(std::unique(op.cores.begin(), op.cores.end()), op.cores.end());
}

plan::DataOp read_data_op(const Item& body) {
  plan::DataOp op;
  op.source = {body.document().file(), body.pointer(), 0};
  const Item name = body.at("op").at("name");
  op.name = name.text();
  if (op.name == "STCDPOpLx")
    op.kind = plan::DataOpKind::StickCopy;
  else if (op.name == "ReStickifyOpWithPTLx")
    op.kind = plan::DataOpKind::RestickifyPt;
  else if (op.name == "LXCoordinateRemapOp")
    op.kind = plan::DataOpKind::CoordinateRemap;
  else if (name.exists()) {
    name.unsupported(fmt::format("FMT-03: unsupported data operation '{}'", op.name),
                     "STCDPOpLx, ReStickifyOpWithPTLx or LXCoordinateRemapOp");
    return op;
  }
  if (op.kind == plan::DataOpKind::CoordinateRemap)
    read_remap(op, body);
  else
    read_piece_op(op, body);
  return op;
}

// [data op, compute, wait, signal]. Without data operations [0,0,0,0] of old documents means the
// same as
// [-1,0,0,0] (plan-format 12, question 26).
plan::ScheduleRow read_row(const Item& item, bool has_data_ops) {
  const std::vector<std::int64_t> row = item.integers(-1, 1 << 20);
  if (row.size() != 4) {
    item.wrong(fmt::format("found {} numbers", row.size()), "[data op, compute, wait, signal]");
    return {};
  }
  plan::ScheduleRow out{static_cast<int>(row[0]), static_cast<int>(row[1]),
                        static_cast<int>(row[2]), static_cast<int>(row[3])};
  if (!has_data_ops) out.data_op = -1;
  return out;
}

}  // namespace

void read_data_ops(SdscContext& context, const Item& root) {
  const Item list = root.find("datadscs_");
  list.for_each_entry([&](std::size_t, const Item& entry) {
    entry.for_each_member([&](const std::string&, const Item& body) {
      context.operation().data_ops.push_back(read_data_op(body));
    });
  });
}

void read_schedule(SdscContext& context, const Item& root) {
  plan::Operation& operation = context.operation();
  const Item table = root.find("coreIdToDscSchedule");
  const bool has_data_ops = !operation.data_ops.empty();
  for (const int core : operation.cores) {
    std::vector<plan::ScheduleRow>& rows = operation.schedule.emplace_back();
    table.find(std::to_string(core)).for_each_entry([&](std::size_t, const Item& row) {
      rows.push_back(read_row(row, has_data_ops));
    });
    if (rows.empty()) rows.push_back({});
  }
}

}  // namespace spyre::bundle
