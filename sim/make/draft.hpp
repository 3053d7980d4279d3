// A kernel in the making: adds operations of each kind to it and divides them over cores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/make/kernel.hpp"
#include "sim/make/split.hpp"
#include "sim/make/step.hpp"

namespace spyre::make {

class Draft {
 public:
  Draft(std::string name, int cores, plan::Format format) : cores_(cores), format_(format) {
    kernel.name = std::move(name);
  }

  // Arguments and intermediate results in the default layout. Arguments of equal name are one
  // tensor; one without a name is nobody else's.
  ValueId input(const std::string& name, std::vector<std::int64_t> sizes);
  ValueId output(const std::string& name, std::vector<std::int64_t> sizes);
  ValueId intermediate(std::vector<std::int64_t> sizes);
  // What one trip of the tile loop makes of a value, laid out alike.
  ValueId like(ValueId value);
  // One value per stick: what a reduction inside the stick leaves.
  ValueId statistics(std::vector<std::int64_t> sizes);
  // The first dimension outermost, as for a batch: what the front end gives a tensor of four
  // dimensions.
  ValueId stacked(const std::string& name, std::vector<std::int64_t> sizes, Origin origin);
  // The same bytes in another shape.
  ValueId view(ValueId value, std::vector<std::int64_t> sizes, std::vector<int> order);

  // Over the dimensions of the output; inputs broadcast to it.
  void elementwise(plan::OpCode op, const std::vector<ValueId>& inputs, ValueId output,
                   const std::optional<Split>& split = std::nullopt);
  // The same over statistics, whose sticks are then walked lane by lane; among the inputs may be
  // scalars.
  void on_statistics(plan::OpCode op, const std::vector<ValueId>& inputs, ValueId output);
  // The output keeps the reduced dimensions with size 1.
  void reduce(plan::OpCode on_stick, plan::OpCode off_stick, ValueId input, ValueId output);
  // A scalar argument that holds 0, made at its first use.
  ValueId zero();
  // The value with its last but one dimension filled up with zeros to whole sticks, as the second
  // operand of a matmul needs it; the value itself if nothing is missing.
  ValueId padded_rows(ValueId value);
  // [batch,] m × k by [batch,] k × n.
  void matmul(ValueId a, ValueId b, ValueId output,
              const std::optional<Split>& split = std::nullopt);
  // One operand to one result along the dimensions of the space: a copy, which restickifies where
  // the stick dimension changes, or another operation.
  void move(const Space& space, const Use& input, const Use& output,
            plan::OpCode op = plan::OpCode::Identity);
  // A copy between equal shapes, or between a tile and the whole. `only_in_lx`: left out unless its
  // intermediate end finds room in the scratchpads.
  void copy(ValueId input, ValueId output, bool only_in_lx);
  // The value as the next element-wise operation divides it, moved between the cores' scratchpads
  // if both fit there. As many cores must take it as have it.
  ValueId relayout(ValueId value);

  [[nodiscard]] const DeviceShape& shape(ValueId value) const;
  // Sizes of what one trip of the tile loop walks of a value.
  [[nodiscard]] std::vector<std::int64_t> tile(ValueId value) const {
    return tile_space(value).sizes;
  }
  [[nodiscard]] plan::Format format() const { return format_; }
  [[nodiscard]] int cores() const { return cores_; }

  Kernel kernel;

 private:
  ValueId add(const std::string& name, DeviceShape shape, Origin origin);
  // Statistics, or a scalar, as a value with a last dimension of lanes.
  ValueId dense(ValueId statistics);
  Step& append(Step step);
  // How the operation that made the value divided it, in the axes of a copy of it.
  [[nodiscard]] Division producers_division(const Step& step, ValueId value) const;
  // The space of one tile of a value.
  [[nodiscard]] Space tile_space(ValueId value) const;

  int cores_;
  plan::Format format_;
  ValueId zero_ = -1;
};

plan::Constant constant(const std::string& name, double value, plan::Format format);

}  // namespace spyre::make
