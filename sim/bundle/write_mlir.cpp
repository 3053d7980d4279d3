// Writes bundle.mlir: parameters, the arithmetic of addresses, loops and calls.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "sim/bundle/write_parts.hpp"

namespace spyre::bundle {
namespace {

std::size_t at(int id) { return static_cast<std::size_t>(id); }

std::string argument_name(int argument) {
  return argument < 0 ? "pool" : fmt::format("arg_{}", argument);
}

// Terms and variables of the loops an address advances with, outermost first.
struct Advance {
  std::vector<std::int64_t> strides;
  std::vector<std::string> variables;
};

class MlirWriter {
 public:
  MlirWriter(const plan::Launch& launch, const std::vector<Symbols>& symbols)
      : launch_(launch), symbols_(symbols) {}

  std::string run() {
    open_loops(-1);
    std::string text = maps_;
    text += "module {\n\tfunc.func @sdsc_bundle(" + parameters() + ") {\n" + extractions() +
            loop_constants();
    return text + offsets_ + body_ + "\t\treturn\n\t}\n}\n";
  }

 private:
  [[nodiscard]] std::vector<int> arguments() const {
    std::set<int> used;
    for (const plan::Argument& argument : launch_.arguments) used.insert(argument.arg_index);
    for (const Symbols& symbols : symbols_) {
      for (const SymbolicAddress& address : symbols.addresses()) used.insert(std::get<0>(address));
    }
    return {used.begin(), used.end()};
  }
  [[nodiscard]] std::string parameters() const {
    std::vector<std::string> list;
    for (const int argument : arguments()) {
      list.push_back(
          fmt::format("%{}_base_addr: !sdscbundle.input_arg<index>", argument_name(argument)));
    }
    return fmt::format("{}", fmt::join(list, ", "));
  }
  [[nodiscard]] std::string extractions() const {
    std::string text;
    for (const int argument : arguments()) {
      const std::string name = argument_name(argument);
      text += fmt::format(
          "\t\t%{0} = sdscbundle.input_arg_extract value from %{0}_base_addr : "
          "!sdscbundle.input_arg<index> -> index\n",
          name);
    }
    return text;
  }
  [[nodiscard]] std::string loop_constants() const {
    if (launch_.loops.empty()) return {};
    std::string text = "\t\t%c0 = arith.constant 0 : index\n\t\t%c1 = arith.constant 1 : index\n";
    for (std::size_t i = 0; i < launch_.loops.size(); ++i) {
      text += fmt::format("\t\t%loop_bound_{} = arith.constant {} : index\n", i,
                          launch_.loops[i].trips);
    }
    return text;
  }

  // Calls and inner loops of a loop (-1: of the launch), in order.
  void open_loops(int loop) {
    const int first = loop < 0 ? 0 : launch_.loops[at(loop)].first;
    const int last =
        loop < 0 ? static_cast<int>(launch_.operations.size()) : launch_.loops[at(loop)].last;
    for (int op = first; op < last;) {
      const int inner = loop_beginning(loop, op);
      if (inner < 0)
        call(op++);
      else
        op = write_loop(inner);
    }
  }
  [[nodiscard]] int loop_beginning(int parent, int op) const {
    for (std::size_t i = 0; i < launch_.loops.size(); ++i) {
      const plan::Loop& loop = launch_.loops[i];
      if (loop.parent == parent && loop.first == op && loop.last > op) return static_cast<int>(i);
    }
    return -1;
  }
  int write_loop(int loop) {
    line(fmt::format("scf.for %i_{0} = %c0 to %loop_bound_{0} step %c1 {{", loop));
    ++depth_;
    open_loops(loop);
    --depth_;
    line("}");
    return launch_.loops[at(loop)].last;
  }

  void call(int op) {
    std::vector<std::string> operands;
    std::vector<std::int64_t> ids;
    const std::vector<int> chain = launch_.loop_chain(op);
    for (const SymbolicAddress& address : symbols_[at(op)].addresses()) {
      operands.push_back(operand(address, chain));
      ids.push_back(-static_cast<std::int64_t>(ids.size()) - 1);
    }
    line(fmt::format(
        "sdscbundle.sdsc_execute ({}) {{sdsc_filename=\"sdsc_{}.json\", \"symbol_ids\"=[{}]}}",
        fmt::join(operands, ", "), op, fmt::join(ids, ", ")));
  }
  std::string operand(const SymbolicAddress& address, const std::vector<int>& chain) {
    const auto& [argument, offset, per_trip] = address;
    const std::string base = offset_name(argument, offset);
    Advance advance;
    for (std::size_t i = 0; i < per_trip.size(); ++i) {
      if (per_trip[i] == 0) continue;
      advance.strides.push_back(per_trip[i]);
      advance.variables.push_back(fmt::format("%i_{}", chain[i]));
    }
    if (advance.strides.empty()) return base;
    const std::string name = fmt::format("%addr_{}", applied_++);
    line(fmt::format("{} = affine.apply #map_{}({})[{}]", name, map_of(advance.strides),
                     fmt::join(advance.variables, ", "), base));
    return name;
  }
  // One map for each set of strides.
  std::size_t map_of(const std::vector<std::int64_t>& strides) {
    const auto [entry, is_new] = map_ids_.emplace(strides, map_ids_.size());
    if (!is_new) return entry->second;
    std::vector<std::string> dims;
    std::string sum = "s0";
    for (std::size_t i = 0; i < strides.size(); ++i) {
      dims.push_back(fmt::format("d{}", i));
      sum += fmt::format(" + {}*d{}", strides[i], i);
    }
    maps_ += fmt::format("#map_{} = affine_map<({})[s0] -> ({})>\n", entry->second,
                         fmt::join(dims, ", "), sum);
    return entry->second;
  }
  // Names of offsets follow the front end: a core's share of an argument, a place in the pool.
  std::string offset_name(int argument, std::int64_t offset) {
    const std::string base = argument_name(argument);
    if (offset == 0) return "%" + base;
    const std::string constant =
        fmt::format("{}_{}offset_{}", base, argument < 0 ? "" : "core_", offset);
    const std::string name = fmt::format("%{}_{}_{}", base, argument < 0 ? "addr" : "core", offset);
    if (named_.insert(name).second) {
      offsets_ += fmt::format("\t\t%{} = arith.constant {} : index\n", constant, offset);
      offsets_ += fmt::format("\t\t{} = arith.addi %{}, %{} : index\n", name, base, constant);
    }
    return name;
  }

  void line(const std::string& text) { body_ += std::string(at(depth_), '\t') + text + "\n"; }

  const plan::Launch& launch_;
  const std::vector<Symbols>& symbols_;
  std::string maps_, offsets_, body_;
  std::map<std::vector<std::int64_t>, std::size_t> map_ids_;
  std::set<std::string> named_;
  std::size_t applied_ = 0;
  int depth_ = 2;
};

}  // namespace

std::string write_mlir(const plan::Launch& launch, const std::vector<Symbols>& symbols) {
  return MlirWriter(launch, symbols).run();
}

}  // namespace spyre::bundle
