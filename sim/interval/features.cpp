// Adds up the time of operations by kind.
#include "sim/interval/features.hpp"

#include "models/base/error.hpp"
#include "sim/interval/kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

namespace spyre::interval {
namespace {

constexpr double kPicosPerMicro = 1e6;

double microseconds(Time time) { return static_cast<double>(time.count()) / kPicosPerMicro; }

// To thousandths, as tables keep them.
std::map<std::string, double> parts(const std::map<std::string, double>& times) {
  constexpr double kParts = 1000;
  double sum = 0;
  for (const auto& [kind, time] : times) sum += time;
  std::map<std::string, double> shares;
  for (const auto& [kind, time] : times) {
    const double share = std::round(kParts * time / sum) / kParts;
    if (share > 0) shares[kind] = share;
  }
  return shares;
}

// What an operation reads back from memory that an earlier one of the run wrote makes it slower.
class Written {
 public:
  bool read_by(const plan::Operation& operation) const {
    return std::any_of(operation.inputs.begin(), operation.inputs.end(), [&](plan::TensorId id) {
      const plan::Tensor& read = operation.tensors.at(static_cast<std::size_t>(id));
      return !read.in_lx() && places_.count(place_of(operation, id)) != 0;
    });
  }
  void add(const plan::Operation& operation) {
    for (const plan::TensorId id : operation.outputs) places_.insert(place_of(operation, id));
  }

 private:
  using Place = std::pair<plan::StorageId, std::int64_t>;
  static Place place_of(const plan::Operation& operation, plan::TensorId id) {
    const plan::Tensor& tensor = operation.tensors.at(static_cast<std::size_t>(id));
    return {tensor.storage, tensor.start.empty() ? 0 : tensor.start.front()};
  }
  std::set<Place> places_;
};

}  // namespace

Features features_of(const plan::Plan& plan, const observe::Result& result) {
  Features features;
  std::map<std::string, double> times;
  Written written;
  std::int64_t launches = 0;
  for (const observe::LaunchResult& launch : result.launches) {
    const plan::Launch& planned = plan.launches.at(static_cast<std::size_t>(launch.launch));
    launches += launch.repeat;
    for (const observe::OperationResult& operation : launch.operations) {
      const plan::Operation& doing =
          planned.operations.at(static_cast<std::size_t>(operation.operation));
      const char* dependent = written.read_by(doing) ? " of a result" : "";
      times[kind_of(planned, operation.operation) + dependent] += microseconds(operation.time);
      written.add(doing);
      features.cores = std::max(features.cores, operation.cores);
    }
  }
  features.shares = parts(times);
  features.launch_us =
      microseconds(result.kernel) / static_cast<double>(std::max<std::int64_t>(launches, 1));
  return features;
}

std::string shares_text(const std::map<std::string, double>& shares) {
  std::string text;
  for (const auto& [kind, share] : shares) {
    text += fmt::format("{}{} {:.3f}", text.empty() ? "" : "; ", kind, share);
  }
  return text;
}

std::map<std::string, double> shares_of(const std::string& text, const std::string& where) {
  std::map<std::string, double> shares;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(';', at), text.size());
    const std::string part = text.substr(at, end - at);
    const std::size_t space = part.rfind(' ');
    double share = 0;
    const char* last = part.data() + part.size();
    const bool good = space != std::string::npos && space > 0 &&
                      std::from_chars(part.data() + space + 1, last, share).ptr == last;
    if (!good)
      throw Error(ErrorKind::Input, where, fmt::format("'{}' is no share", part),
                  "as in 'matmul 0.75; copy 0.25'");
    shares[part.substr(0, space)] = share;
    at = end + 1 + (end + 1 < text.size() && text[end + 1] == ' ' ? 1 : 0);
  }
  return shares;
}

}  // namespace spyre::interval
