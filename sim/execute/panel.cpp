// Elements on the move: gathered into dense arrays of floats, spread back, or copied as they are.
#include "sim/execute/panel.hpp"

#include <algorithm>
#include <array>

namespace spyre::execute {
namespace {

struct Piece {
  Run run;                        // in the operand
  std::int64_t at = 0, step = 0;  // in the array
};

template <class Visitor>
void for_each_piece(const Box& box, Visitor&& visit) {
  const std::int64_t bytes = box.strides[0].back(), floats = box.strides[1].back();
  const auto total = static_cast<std::size_t>(box.axes.back().count);
  for_each_run(box, [&](const auto& offset, const auto&) {
    for (std::size_t first = 0; first < total; first += kBlock) {
      const auto skipped = static_cast<std::int64_t>(first);
      visit(Piece{{offset[0] + skipped * bytes, bytes, std::min(kBlock, total - first)},
                  offset[1] + skipped * floats,
                  floats});
    }
  });
}

template <class T>
void deal(const T* from, const Piece& piece, T* to) {
  to += piece.at;
  for (std::size_t i = 0; i < piece.run.count; ++i, to += piece.step) *to = from[i];
}

template <class T>
void collect(const T* from, const Piece& piece, T* to) {
  from += piece.at;
  for (std::size_t i = 0; i < piece.run.count; ++i, from += piece.step) to[i] = *from;
}

void mark(const Access& from, const Piece& piece, std::uint8_t* doubts) {
  std::array<std::uint8_t, kBlock> block{};
  from.mark_doubts(piece.run, block.data());
  deal(block.data(), piece, doubts);
}

}  // namespace

Side side_of(const Box& box, const std::function<bool(plan::DimId)>& belongs) {
  Side side;
  for (std::size_t axis = 0; axis < box.axes.size(); ++axis)
    if (belongs(box.axes[axis].dim)) side.axes.push_back(axis);
  std::stable_sort(side.axes.begin(), side.axes.end(), [&](std::size_t a, std::size_t b) {
    const Axis &x = box.axes[a], &y = box.axes[b];
    return x.dim != y.dim ? x.dim < y.dim : x.weight > y.weight;
  });
  side.places.resize(side.axes.size());
  for (std::size_t i = side.axes.size(); i-- > 0;) {
    side.places[i] = side.count;
    side.count *= box.axes[side.axes[i]].count;
  }
  return side;
}

Box array_loops(const Box& box, std::size_t operand, const std::vector<Part>& parts) {
  Box loops;
  loops.strides.resize(2);
  loops.offset = {box.offset[operand], 0};
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < part.side->axes.size(); ++i) {
      const std::size_t axis = part.side->axes[i];
      loops.axes.push_back(box.axes[axis]);
      loops.strides[0].push_back(box.strides[operand][axis]);
      loops.strides[1].push_back(part.side->places[i] * part.floats);
    }
  }
  return loops;
}

void tune(Box& box) {
  order_by(box, 0);
  const auto& floats = box.strides[1];
  const auto unit = std::find(floats.begin(), floats.end(), 1);
  if (floats.back() != 1 && unit != floats.end())
    make_innermost(box, static_cast<std::size_t>(unit - floats.begin()));
  merge(box, {});
}

bool gather(const Box& box, const Access& from, float* to, std::uint8_t* doubts) {
  bool doubtful = false;
  std::array<float, kBlock> block;
  for_each_piece(box, [&](const Piece& piece) {
    if (piece.step == 1) {
      from.load(piece.run, to + piece.at);
    } else {
      from.load(piece.run, block.data());
      deal(block.data(), piece, to);
    }
    if (doubts == nullptr || from.defined(piece.run)) return;
    doubtful = true;
    mark(from, piece, doubts);
  });
  return doubtful;
}

void spread(const Box& box, const float* from, const std::uint8_t* doubts, Access& to) {
  std::array<float, kBlock> block;
  std::array<std::uint8_t, kBlock> flags{};
  for_each_piece(box, [&](const Piece& piece) {
    if (piece.step != 1) collect(from, piece, block.data());
    if (doubts != nullptr) collect(doubts, piece, flags.data());
    to.store(piece.run, piece.step == 1 ? from + piece.at : block.data(),
             doubts != nullptr ? flags.data() : nullptr);
  });
}

void copy_all(const Box& box, const Access& from, Access& to) {
  const std::int64_t from_stride = box.strides[0].back(), to_stride = box.strides[1].back();
  const auto total = static_cast<std::size_t>(box.axes.back().count);
  for_each_run(box, [&](const auto& offset, const auto&) {
    for (std::size_t first = 0; first < total; first += kBlock) {
      const std::size_t count = std::min(kBlock, total - first);
      const auto step = static_cast<std::int64_t>(first);
      to.copy({offset[1] + step * to_stride, to_stride, count}, from,
              {offset[0] + step * from_stride, from_stride, count});
    }
  });
}

}  // namespace spyre::execute
