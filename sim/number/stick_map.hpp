// Which element of a host tensor lies where in its device layout: the copy rule of
// plan-execution 1.13.
//
// A device dimension of stride s belongs to the host dimension (of size > 1) with the largest
// stride ≤ s and adds c · s/stride to its coordinate; an element exists where every host coordinate
// is below its size. Dimensions of stride −1 hold data at coordinate 0 only.
#pragma once

#include "sim/plan/plan.hpp"

#include <cstdint>
#include <vector>

namespace spyre::number {

// Throws Input when a host shape and its strides are impossible, or too large for any machine.
void check_host_view(const std::vector<std::int64_t>& shape,
                     const std::vector<std::int64_t>& strides);

// The elements of one stick: `lanes` of them from lane 0, first at host offset `host`, `device`
// counts elements.
struct StickRun {
  std::int64_t device = 0, host = 0;
  std::int64_t lanes = 0;
};

class StickMap {
 public:
  // Throws Input when layout and host shape cannot belong together.
  StickMap(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
           const plan::DeviceLayout& layout, int stagger_group = 4);

  // Host elements from one lane to the next (0: every lane shows the same element).
  [[nodiscard]] std::int64_t lane_stride() const { return lane_stride_; }
  [[nodiscard]] std::int64_t lanes_per_stick() const { return lanes_; }
  // Elements of the device tensor, padding included, and of host storage that the tensor spans.
  [[nodiscard]] std::int64_t device_elements() const { return device_elements_; }
  [[nodiscard]] std::int64_t host_elements() const { return host_elements_; }

  // True when lanes lie in logical order; otherwise stored() says where an element of a run is.
  [[nodiscard]] bool in_order() const { return stored_.empty(); }
  [[nodiscard]] std::int64_t stored(std::int64_t run_device, std::int64_t lane) const;

  // The first elements of the sticks that a run's elements are stored in: several where sticks are
  // interleaved.
  template <class Visitor>
  void for_each_stick(StickRun run, Visitor&& visit) const {
    std::int64_t last = -1;
    if (in_order()) return visit(run.device);
    for (std::int64_t lane = 0; lane < run.lanes; ++lane) {
      const std::int64_t stick = stored(run.device, lane) / lanes_ * lanes_;
      if (stick != last) visit(last = stick);
    }
  }

  // Sticks that hold at least one element, in order of their host offset: host memory is the larger
  // one to walk across.
  template <class Visitor>
  void for_each(Visitor&& visit) const {
    std::vector<std::int64_t> index(outer_.size(), 0);
    for (;;) {
      const StickRun run = run_at(index);
      if (run.lanes > 0) visit(run);
      if (!advance(index)) return;
    }
  }

 private:
  struct DeviceDim {
    std::int64_t count = 1, host_step = 0, device_step = 0;
    int owner = -1;               // host dimension, −1 = none
    std::int64_t owner_step = 0;  // what one step adds to the owner's coordinate
    bool only_first = false;      // synthetic: other coordinates hold nothing
  };

  void read_dims(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides,
                 const plan::DeviceLayout& layout);
  DeviceDim device_dim(std::int64_t count, std::int64_t step, int owner, std::int64_t stride);
  void measure_host(const std::vector<std::int64_t>& shape,
                    const std::vector<std::int64_t>& strides, std::int64_t reach);
  void read_arrangement(const plan::DeviceLayout& layout, int group);
  [[nodiscard]] StickRun run_at(const std::vector<std::int64_t>& index) const;
  [[nodiscard]] std::int64_t lanes_below(std::int64_t coordinate) const;
  bool advance(std::vector<std::int64_t>& index) const;

  std::vector<DeviceDim> outer_;
  DeviceDim lane_;
  std::vector<std::int64_t> limits_;  // per host dimension: coordinates that exist
  std::int64_t lanes_ = 0, lane_stride_ = 0, device_elements_ = 1, host_elements_ = 1;
  std::vector<int> stored_;  // of one period of sticks
  std::int64_t stick_step_ = 0,
               stick_count_ = 1;  // along the dimension whose sticks are interleaved
};

}  // namespace spyre::number
