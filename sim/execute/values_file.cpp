// Values on disk and as a table of text.
#include "sim/execute/values_file.hpp"

#include "models/base/error.hpp"
#include "sim/files/output_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace spyre::execute {
namespace {

// JSON has no infinity and no NaN.
Json number(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}

Json mismatch_json(const Mismatch& mismatch) {
  return {{"index", mismatch.index},
          {"got", number(mismatch.got)},
          {"expected", number(mismatch.expected)}};
}

Json tensor_json(const TensorComparison& tensor) {
  Json first = Json::array();
  for (const Mismatch& mismatch : tensor.first) first.push_back(mismatch_json(mismatch));
  Json json{{"name", tensor.name}, {"file", tensor.computed ? Json(tensor.file) : Json(nullptr)}};
  json["compared_with"] = tensor.compared_with.empty() ? Json(nullptr) : Json(tensor.compared_with);
  json["computed"] = tensor.computed;
  json["elements"] = tensor.elements;
  json["atol"] = tensor.atol;
  json["rtol"] = tensor.rtol;
  json["max_abs"] = number(tensor.max_abs);
  json["max_rel"] = number(tensor.max_rel);
  json["where"] = tensor.where;
  json["beyond"] = tensor.beyond;
  json["first"] = std::move(first);
  return json;
}

std::string index_text(const std::vector<std::int64_t>& index) {
  return fmt::format("[{}]", fmt::join(index, ", "));
}

std::string verdict(const TensorComparison& tensor) {
  if (!tensor.computed) return "not computed";
  if (tensor.compared_with.empty()) return "nothing to compare with";
  if (tensor.beyond == 0) return "agrees";
  return fmt::format("{} of {} beyond tolerance", tensor.beyond, tensor.elements);
}

}  // namespace

Json values_json(const plan::Plan& plan, const Values& values, const FindingJson& finding_json) {
  Json tensors = Json::array(), findings = Json::array();
  for (const TensorComparison& tensor : values.tensors) tensors.push_back(tensor_json(tensor));
  for (const check::Finding& finding : values.findings) findings.push_back(finding_json(finding));
  return {{"schema", "spyre-sim/values/1"},
          {"plan", plan.name},
          {"agree", values.agree()},
          {"tensors", std::move(tensors)},
          {"findings", std::move(findings)}};
}

void write_values(const plan::Plan& plan, const Values& values,
                  const std::filesystem::path& directory, const FindingJson& finding_json) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error || !std::filesystem::is_directory(directory))
    throw Error(ErrorKind::Input, directory.string(), "is no directory and cannot be made one",
                "a directory");
  for (const NamedArray& array : values.arrays)
    files::write_file(directory / npy_name(array.name), npy_text(array.array));
  files::write_file(directory / "values.json", values_json(plan, values, finding_json).dump(2) + "\n");
}

std::string values_text(const Values& values) {
  std::size_t width = 6;
  for (const TensorComparison& tensor : values.tensors) width = std::max(width, tensor.name.size());
  std::string text = fmt::format("{:<{}}  {:>10}  {:>10}  {:>10}  {:<16}  {}\n", "tensor", width,
                                 "elements", "max abs", "max rel", "where", "verdict");
  for (const TensorComparison& tensor : values.tensors) {
    text += fmt::format("{:<{}}  {:>10}  {:>10.3g}  {:>10.3g}  {:<16}  {}\n", tensor.name, width,
                        tensor.elements, tensor.max_abs, tensor.max_rel,
                        tensor.where.empty() ? "-" : index_text(tensor.where), verdict(tensor));
    for (const Mismatch& mismatch : tensor.first)
      text += fmt::format("  {} is {:.6g}, expected {:.6g} (atol {:g}, rtol {:g})\n",
                          index_text(mismatch.index), mismatch.got, mismatch.expected, tensor.atol,
                          tensor.rtol);
  }
  return text;
}

}  // namespace spyre::execute
