// A table over plans with values: how far each output is from its expectation, and from the plan's
// literal result on device-rounded inputs (HostTensor::plan_result) relative to the largest value
// and in fp16 roundings.
//
// usage: run_value_cases PLAN…
#include "models/base/error.hpp"
#include "sim/bundle/read.hpp"
#include "sim/execute/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

namespace {

using namespace spyre;

std::string literal_text(const plan::Plan& plan, const execute::Values& values,
                         const std::string& name) {
  const auto host = std::find_if(plan.tensors.begin(), plan.tensors.end(),
                                 [&](const auto& t) { return t.name == name; });
  const auto array = std::find_if(values.arrays.begin(), values.arrays.end(),
                                  [&](const auto& a) { return a.name == name; });
  if (host == plan.tensors.end() || host->plan_result.empty() || array == values.arrays.end())
    return "";
  const auto file = std::filesystem::path(plan.directory) / host->plan_result;
  const std::vector<double> got = array->array.values();
  const std::vector<double> literal = execute::read_npy(file, number::HostType::Float32).values();
  double largest = 1e-30, worst = 0, roundings = 0;
  for (std::size_t i = 0; i < std::min(got.size(), literal.size()); ++i) {
    if (!std::isfinite(literal[i])) continue;
    largest = std::max(largest, std::fabs(literal[i]));
    const double distance = std::fabs(got[i] - literal[i]);
    worst = std::max(worst, distance);
    roundings = std::max(roundings, distance / std::max(std::fabs(literal[i]), 0x1p-14) * 1024);
  }
  return fmt::format("literal {:.1e} of max, {:.2f} roundings", worst / largest, roundings);
}

bool run_case(const std::filesystem::path& path) {
  const auto begin = std::chrono::steady_clock::now();
  std::string text;
  bool good = false;
  try {
    const plan::Plan plan = bundle::read_plan(path);
    const execute::Values values = execute::execute(plan);
    good = values.agree();
    for (const auto& t : values.tensors)
      text += fmt::format(" {}: {} beyond, max {:.2e}, {}", t.name, t.computed ? t.beyond : -1,
                          t.max_abs, literal_text(plan, values, t.name));
    for (const auto& f : values.findings)
      text += fmt::format("\n      {} op {} {} {} cores {}: {}; found {} ({})", f.id,
                          f.operation.value_or(-1), f.op, f.tensor, f.cores, f.message, f.found,
                          f.elements);
  } catch (const Error& error) {
    text = std::string(" ") + error.what();
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::cout << fmt::format("{:<36} {} {:6.3f} s{}\n",
                           path.filename() == "plan.json" ? path.parent_path().filename().string()
                                                          : path.filename().string(),
                           good ? "pass" : "FAIL", seconds, text);
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  int passed = 0;
  for (int i = 1; i < argc; ++i) passed += run_case(argv[i]) ? 1 : 0;
  std::cout << fmt::format("{} of {} agree\n", passed, argc - 1);
  return passed == argc - 1 ? 0 : 1;
}
