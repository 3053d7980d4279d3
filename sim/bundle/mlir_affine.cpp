// Affine maps: linear expressions with floordiv, ceildiv and mod.
#include <fmt/format.h>

#include <algorithm>

#include "sim/bundle/mlir_parser.hpp"

namespace spyre::bundle {
namespace {

constexpr int kDeepest = 64;  // nesting of parentheses; generated maps have one level

class AffineParser {
 public:
  explicit AffineParser(TokenCursor& cursor) : cursor_(cursor) {}

  AffineMap run() {
    cursor_.expect("<");
    dims_ = names("(", ")");
    if (cursor_.is("[")) symbols_ = names("[", "]");
    cursor_.expect("->");
    cursor_.expect("(");
    sum(0);
    cursor_.expect(")");
    cursor_.expect(">");
    map_.dims = static_cast<int>(dims_.size());
    map_.symbols = static_cast<int>(symbols_.size());
    return std::move(map_);
  }

 private:
  std::vector<std::string_view> names(std::string_view open, std::string_view close) {
    std::vector<std::string_view> list;
    cursor_.expect(open);
    while (!cursor_.is(close)) {
      list.push_back(cursor_.expect(TokenKind::Word, "a dimension or symbol name").text);
      if (!cursor_.accept(",")) break;
    }
    cursor_.expect(close);
    return list;
  }
  void emit(AffineOp op, std::int64_t number = 0) { map_.steps.push_back({op, number}); }

  void sum(int depth) {
    product(depth);
    while (cursor_.is("+") || cursor_.is("-") || is_negative_number()) {
      const bool minus = cursor_.accept("-");
      if (!minus) cursor_.accept("+");
      product(depth);
      if (minus) negate();
      emit(AffineOp::Add);
    }
  }
  // "s0 -4" reads as a sum although the sign belongs to the number's token.
  [[nodiscard]] bool is_negative_number() const {
    return cursor_.peek().kind == TokenKind::Number && cursor_.peek().number < 0;
  }
  void product(int depth) {
    factor(depth);
    while (true) {
      const AffineOp op = cursor_.is("*")          ? AffineOp::Multiply
                          : cursor_.is("floordiv") ? AffineOp::FloorDiv
                          : cursor_.is("ceildiv")  ? AffineOp::CeilDiv
                          : cursor_.is("mod")      ? AffineOp::Modulo
                                                   : AffineOp::Constant;
      if (op == AffineOp::Constant) return;
      cursor_.next();
      factor(depth);
      emit(op);
    }
  }
  void factor(int depth) {
    const Token& token = cursor_.peek();
    if (depth > kDeepest)
      cursor_.fail(token, fmt::format("at most {} nested parentheses", kDeepest));
    if (cursor_.accept("-")) {
      factor(depth + 1);
      return negate();
    }
    if (cursor_.accept("(")) {
      sum(depth + 1);
      return cursor_.expect(")");
    }
    if (token.kind == TokenKind::Number) return emit(AffineOp::Constant, cursor_.next().number);
    if (token.kind == TokenKind::Word) return name(cursor_.next());
    cursor_.fail(token, "a dimension, symbol, number or parenthesis");
  }
  void negate() {
    emit(AffineOp::Constant, -1);
    emit(AffineOp::Multiply);
  }
  void name(const Token& token) {
    const auto dim = std::find(dims_.begin(), dims_.end(), token.text);
    const auto symbol = std::find(symbols_.begin(), symbols_.end(), token.text);
    if (dim != dims_.end())
      emit(AffineOp::Dim, dim - dims_.begin());
    else if (symbol != symbols_.end())
      emit(AffineOp::Symbol, symbol - symbols_.begin());
    else
      cursor_.fail(token, "a dimension or symbol of this map");
  }

  TokenCursor& cursor_;
  std::vector<std::string_view> dims_, symbols_;
  AffineMap map_;
};

}  // namespace

AffineMap parse_affine_map(TokenCursor& cursor) { return AffineParser(cursor).run(); }

}  // namespace spyre::bundle
