// Evaluates values that are linear in the loop variables; loops stay loops.
#include "sim/bundle/mlir_evaluate.hpp"

#include <fmt/format.h>

#include <limits>

#include "models/base/quantity.hpp"

namespace spyre::bundle {
namespace {

constexpr std::int64_t kLargestValue = std::int64_t{1} << 46;  // addresses stay below 2^37
constexpr std::int64_t kMostTrips = 1'000'000'000;
constexpr std::int64_t kLargestPool = std::int64_t{15}
                                      << 30;  // 16 GiB segment less 1 GiB (rule SYM-08)

// Ends the evaluation after its problem has been recorded: what follows depends on the value.
struct EvaluationStop {};

class Evaluator {
 public:
  Evaluator(const Program& program, const std::map<int, std::int64_t>& dimensions,
            const std::string& file, Problems& problems)
      : program_(program), file_(file), problems_(problems) {
    values_.resize(static_cast<std::size_t>(program.value_count));
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
      const auto given = dimensions.find(static_cast<int>(i));
      BoundValue& value = values_[at(program.parameters[i].value)];
      if (given != dimensions.end())
        value.constant = given->second;
      else
        value.origin = static_cast<OriginId>(i);
    }
  }

  Evaluated run() {
    for (const Statement& statement : program_.statements) step(statement);
    return std::move(out_);
  }

 private:
  static std::size_t at(int id) { return static_cast<std::size_t>(id); }
  const BoundValue& operand(const Statement& s, std::size_t i) const {
    return values_[at(s.operands[i])];
  }

  [[noreturn]] void stop(std::string what, std::string expected = {}) {
    problems_.plan(fmt::format("{}:{}", file_, line_), std::move(what), std::move(expected));
    throw EvaluationStop{};
  }
  [[noreturn]] void unsupported(std::string what, std::string expected = {}) {
    problems_.unsupported(fmt::format("{}:{}", file_, line_), std::move(what), std::move(expected));
    throw EvaluationStop{};
  }
  std::int64_t in_range(int128 value) {
    if (value > kLargestValue || value < -kLargestValue)
      stop("FMT-02: value leaves the range of addresses");
    return static_cast<std::int64_t>(value);
  }

  void step(const Statement& s) {
    if (s.line > 0) line_ = s.line;
    switch (s.kind) {
      case StatementKind::Constant: return set(s, constant(s.number));
      case StatementKind::Add: return set(s, sum(operand(s, 0), operand(s, 1)));
      case StatementKind::Multiply: return set(s, product(operand(s, 0), operand(s, 1)));
      case StatementKind::ExtractValue: return set(s, BoundValue(operand(s, 0)));
      case StatementKind::ExtractGranularity:
        return set(s, constant(limit(s, &Parameter::granularity)));
      case StatementKind::ExtractMaximum: return set(s, constant(limit(s, &Parameter::max_value)));
      case StatementKind::Allocate: return allocate(s);
      case StatementKind::Apply: return apply(s);
      case StatementKind::For: return enter(s);
      case StatementKind::EndFor: return leave();
      case StatementKind::Execute: return execute(s);
    }
  }
  void set(const Statement& s, BoundValue value) { values_[at(s.result)] = std::move(value); }
  BoundValue constant(int128 number) { return {kAbsolute, in_range(number), {}}; }

  std::int64_t limit(const Statement& s, std::optional<std::int64_t> Parameter::*which) {
    for (const Parameter& p : program_.parameters) {
      if (p.value == s.operands[0] && p.*which) return *(p.*which);
    }
    stop("FMT-02: the parameter declares no such limit",
         "granularity=… or max_value=… in its type");
  }

  BoundValue sum(const BoundValue& a, const BoundValue& b) {
    if (a.origin != kAbsolute && b.origin != kAbsolute)
      stop("FMT-02: sum of two addresses", "address + offset");
    BoundValue out{std::max(a.origin, b.origin), in_range(int128{a.constant} + b.constant),
                   a.per_trip};
    for (const auto& [loop, step] : b.per_trip)
      out.per_trip[loop] = in_range(int128{out.per_trip[loop]} + step);
    return out;
  }
  // Linear only: one factor must be a plain number, and an address is not scaled.
  BoundValue product(const BoundValue& a, const BoundValue& b) {
    const bool a_plain = is_plain(a);
    if (!a_plain && !is_plain(b))
      unsupported("FMT-02: product of two loop variables or addresses", "a linear expression");
    const BoundValue& value = a_plain ? b : a;
    const std::int64_t factor = (a_plain ? a : b).constant;
    if (value.origin != kAbsolute && factor != 1)
      stop("FMT-02: an address is multiplied", "address + offset");
    BoundValue out{value.origin, in_range(int128{value.constant} * factor), {}};
    for (const auto& [loop, step] : value.per_trip)
      out.per_trip[loop] = in_range(int128{step} * factor);
    return out;
  }
  static bool is_plain(const BoundValue& v) { return v.origin == kAbsolute && v.per_trip.empty(); }

  BoundValue divided(AffineOp op, const BoundValue& a, const BoundValue& b) {
    if (!is_plain(a) || !is_plain(b)) {
      unsupported(fmt::format("FMT-02: {} of a loop variable or address", name(op)),
                  "a linear expression");
    }
    if (b.constant <= 0)
      stop(fmt::format("FMT-02: {} by {}", name(op), b.constant), "a positive divisor");
    const std::int64_t remainder = ((a.constant % b.constant) + b.constant) % b.constant;
    const std::int64_t floor = (a.constant - remainder) / b.constant;
    if (op == AffineOp::Modulo) return constant(remainder);
    return constant(op == AffineOp::CeilDiv && remainder > 0 ? floor + 1 : floor);
  }
  static const char* name(AffineOp op) {
    if (op == AffineOp::Modulo) return "mod";
    return op == AffineOp::FloorDiv ? "floordiv" : "ceildiv";
  }

  void apply(const Statement& s) {
    const AffineMap& map = program_.maps[at(s.map)];
    std::vector<BoundValue> stack;
    for (const AffineStep& step : map.steps) {
      if (step.op == AffineOp::Constant) {
        stack.push_back(constant(step.number));
      } else if (step.op == AffineOp::Dim) {
        stack.push_back(operand(s, static_cast<std::size_t>(step.number)));
      } else if (step.op == AffineOp::Symbol) {
        stack.push_back(operand(s, static_cast<std::size_t>(map.dims + step.number)));
      } else {
        const BoundValue right = std::move(stack.back());
        stack.pop_back();
        stack.back() = combine(step.op, stack.back(), right);
      }
    }
    set(s, std::move(stack.back()));
  }
  BoundValue combine(AffineOp op, const BoundValue& a, const BoundValue& b) {
    if (op == AffineOp::Add) return sum(a, b);
    return op == AffineOp::Multiply ? product(a, b) : divided(op, a, b);
  }

  void allocate(const Statement& s) {
    if (s.number <= 0)
      stop(fmt::format("SYM-08: device_mem_allocate of {} bytes", s.number), "a positive size");
    allocated_ += s.number > kLargestPool ? kLargestPool + 1 : s.number;
    if (allocated_ > kLargestPool) {
      stop(fmt::format("SYM-08: device memory allocations add up to {} bytes or more", allocated_),
           fmt::format("at most {}", kLargestPool));
    }
    const auto origin = static_cast<OriginId>(program_.parameters.size() + out_.allocations.size());
    out_.allocations.push_back(s.number);
    set(s, {origin, 0, {}});
  }

  void enter(const Statement& s) {
    const BoundValue &low = operand(s, 0), &high = operand(s, 1), &step = operand(s, 2);
    if (!is_plain(low) || !is_plain(high) || !is_plain(step)) {
      unsupported("SYM-04: loop bound depends on a loop variable or address",
                  "constants or symbolic dimensions");
    }
    const std::int64_t span = high.constant - low.constant;
    if (step.constant <= 0 || span < 0 || span % step.constant != 0) {
      stop(fmt::format("SYM-04: trip count of {} to {} step {} is no whole number", low.constant,
                       high.constant, step.constant),
           step.constant > 0 && span >= 0
               ? fmt::format("no remainder, found {}", span % step.constant)
               : "a positive step and an upper bound not below the lower");
    }
    if (span / step.constant > kMostTrips)
      stop(fmt::format("SYM-05: loop of {} trips", span / step.constant));
    const auto loop = static_cast<int>(out_.loops.size());
    const auto first = static_cast<int>(out_.calls.size());
    out_.loops.push_back({loop_, first, first, span / step.constant});
    loop_ = loop;
    set(s, {kAbsolute, low.constant, {{loop, step.constant}}});
  }
  void leave() {
    plan::Loop& loop = out_.loops[at(loop_)];
    loop.last = static_cast<int>(out_.calls.size());
    loop_ = loop.parent;
  }

  void execute(const Statement& s) {
    Call call;
    call.file = s.file;
    call.loop = loop_;
    call.line = s.line;
    for (std::size_t i = 0; i < s.ids.size() && i < s.operands.size(); ++i)
      call.bindings[s.ids[i]] = operand(s, i);
    out_.calls.push_back(std::move(call));
  }

  const Program& program_;
  const std::string& file_;
  Problems& problems_;
  std::vector<BoundValue> values_;
  Evaluated out_;
  std::int64_t allocated_ = 0;
  int loop_ = -1, line_ = 0;
};

}  // namespace

Evaluated evaluate(const Program& program, const std::map<int, std::int64_t>& dimensions,
                   const std::string& file, Problems& problems) {
  try {
    return Evaluator(program, dimensions, file, problems).run();
  } catch (const EvaluationStop&) {
    return {};
  }
}

}  // namespace spyre::bundle
