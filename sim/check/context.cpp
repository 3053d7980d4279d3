#include "sim/check/context.hpp"

#include <utility>

namespace spyre::check {
namespace {

Finding finding_of(std::string_view id, Severity severity, Fault& fault) {
  Finding finding;
  finding.id = id;
  finding.severity = severity;
  finding.message = std::move(fault.message);
  finding.elements = std::move(fault.elements);
  finding.found = std::move(fault.found);
  finding.expected = std::move(fault.expected);
  if (fault.tensor != nullptr) finding.tensor = fault.tensor->name;
  return finding;
}

void locate(Finding& finding, const plan::Source& source) {
  finding.file = source.file;
  finding.pointer = source.pointer;
  if (source.line > 0 && source.pointer.empty()) finding.line = source.line;
}

}  // namespace

void Context::report(std::string_view id, Severity severity, Fault fault) const {
  collector.add(finding_of(id, severity, fault), fault.cores);
}

void Context::report(std::string_view id, Severity severity, int launch, Fault fault) const {
  Finding finding = finding_of(id, severity, fault);
  locate(finding, plan.launches[static_cast<std::size_t>(launch)].source);
  finding.launch = launch;
  collector.add(std::move(finding), fault.cores);
}

void Site::report(std::string_view id, Severity severity, Fault fault) const {
  Finding finding = finding_of(id, severity, fault);
  const bool at_tensor = fault.tensor != nullptr && !fault.tensor->source.pointer.empty();
  locate(finding, at_tensor ? fault.tensor->source : op.source);
  finding.launch = launch_index;
  finding.operation = op_index;
  finding.op = plan::name(op.op);
  context.collector.add(std::move(finding), fault.cores);
}

std::vector<int> Site::cores(const std::vector<int>& entries) const {
  std::vector<int> numbers;
  for (const int entry : entries) numbers.push_back(core(static_cast<std::size_t>(entry)));
  return numbers;
}

}  // namespace spyre::check
