// Roles of a matrix product's dimensions and which of them lie in its sticks (STK-01, 02, 03, 10).
#include <algorithm>

#include <fmt/format.h>

#include "sim/check/families.hpp"
#include "sim/check/geometry.hpp"
#include "sim/check/roles.hpp"
#include "sim/check/text.hpp"

namespace spyre::check {
namespace {

// What a stick of one operand holds: elements of a role's dimension, innermost first.
struct Part {
  const std::vector<plan::DimId>* role;
  std::string_view role_name;
  std::int64_t elements;
};

std::string sticks_text(const plan::Operation& op, const plan::Tensor& tensor) {
  std::string text;
  for (const plan::StickDim& stick : tensor.sticks) {
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", stick.elements,
                        op.dims[static_cast<std::size_t>(stick.dim)].name);
  }
  return text.empty() ? "no stick dimension" : text;
}

std::string parts_text(const std::vector<Part>& parts) {
  std::string text;
  for (const Part& part : parts) {
    text += fmt::format("{}{} of a {} dimension", text.empty() ? "" : ", ", part.elements,
                        part.role_name);
  }
  return text;
}

bool holds(const plan::StickDim& stick, const Part& part) {
  return stick.elements == part.elements &&
         std::find(part.role->begin(), part.role->end(), stick.dim) != part.role->end();
}

void check_operand(const Site& site, std::string_view id, const plan::Tensor& tensor,
                   const std::vector<Part>& parts) {
  bool fits = tensor.sticks.size() == parts.size();
  for (std::size_t k = 0; fits && k < parts.size(); ++k) fits = holds(tensor.sticks[k], parts[k]);
  if (fits) return;
  site.report(id, Severity::Error,
              {.message = fmt::format("{} holds {} in a stick, {} needs {}", titled(tensor),
                                      sticks_text(site.op, tensor), plan::name(site.op.op),
                                      parts_text(parts)),
               .tensor = &tensor,
               .cores = site.cores(),
               .found = sticks_text(site.op, tensor),
               .expected = parts_text(parts)});
}

std::string names(const plan::Operation& op, const std::vector<plan::DimId>& dims) {
  std::string text;
  for (const plan::DimId d : dims) {
    text += (text.empty() ? "" : ", ") + op.dims[static_cast<std::size_t>(d)].name;
  }
  return text.empty() ? "none" : text;
}

// Dimensions of one element do no harm anywhere.
std::size_t real(const plan::Operation& op, const std::vector<plan::DimId>& dims) {
  return static_cast<std::size_t>(std::count_if(dims.begin(), dims.end(), [&](plan::DimId d) {
    return op.dims[static_cast<std::size_t>(d)].extent > 1;
  }));
}

void check_roles(const Site& site, const MatmulRoles& roles) {
  const bool complete = !roles.reduction.empty() && !roles.generated.empty() &&
                        real(site.op, roles.preserved) <= 2 && real(site.op, roles.shared) <= 2 &&
                        real(site.op, roles.odd) == 0;
  if (complete) return;
  const std::string found = fmt::format(
      "reduced: {}; generated: {}; preserved: {}; in all three: {}; without a role: {}",
      names(site.op, roles.reduction), names(site.op, roles.generated),
      names(site.op, roles.preserved), names(site.op, roles.shared), names(site.op, roles.odd));
  site.report(
      "STK-10", Severity::Error,
      {.message = "the dimensions of the product do not fit together (" + found + ")",
       .cores = site.cores(),
       .found = found,
       .expected = "a reduced and a generated one, at most two preserved and two in all three"});
}

void check_sticks_of(const Site& site, const MatmulRoles& roles) {
  const plan::Tensor& a = tensor_of(site.op, site.op.inputs[0]);
  const plan::Tensor& b = tensor_of(site.op, site.op.inputs[1]);
  const auto reduced = [&](std::int64_t n) { return Part{&roles.reduction, "reduced", n}; };
  const auto generated = [&](std::int64_t n) { return Part{&roles.generated, "generated", n}; };
  const auto preserved = [&](std::int64_t n) { return Part{&roles.preserved, "preserved", n}; };
  switch (site.op.op) {
    case plan::OpCode::BatchMatmul:
      check_operand(site, "STK-01", a, {reduced(64)});
      check_operand(site, "STK-01", b, {generated(64)});
      check_operand(site, "STK-01", tensor_of(site.op, site.op.outputs[0]), {generated(64)});
      return;
    case plan::OpCode::BatchMatmulFp8:
    case plan::OpCode::BatchMatmulInt8:
      check_operand(site, "STK-02", a, {reduced(128)});
      check_operand(site, "STK-02", b, {reduced(2), generated(64)});
      return;
    case plan::OpCode::BatchMatmulInt4:
      check_operand(site, "STK-03", a, {reduced(16), preserved(2), reduced(8)});
      check_operand(site, "STK-03", b, {reduced(4), generated(64)});
      return;
    default: return;
  }
}

}  // namespace

void check_matmul(const Site& site) {
  const plan::Operation& op = site.op;
  if (!plan::is_matmul(op.op) || op.inputs.size() != 2 || op.outputs.size() != 1) return;
  const MatmulRoles roles = matmul_roles(op);
  check_roles(site, roles);
  check_sticks_of(site, roles);
}

}  // namespace spyre::check
