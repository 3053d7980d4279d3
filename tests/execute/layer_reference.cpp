// A Granite-like decoder layer in plain fp32.
#include "tests/execute/layer_reference.hpp"

#include <Eigen/Core>

#include <cmath>

namespace spyre::execute::test {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

class Layer {
 public:
  Layer(const LayerSizes& sizes, const LayerInputs& inputs) : s_(sizes), inputs_(inputs) {}

  [[nodiscard]] Matrix run() const {
    const Matrix in = matrix("hidden_in", s_.tokens, s_.hidden);
    const float multiplier = scalar("residual_multiplier");
    const Matrix middle = in + multiplier * attention(norm(in, "attention_norm"));
    return middle + multiplier * mlp(norm(middle, "mlp_norm"));
  }

 private:
  [[nodiscard]] const std::vector<float>& values(const std::string& name) const {
    return inputs_.at(name);
  }
  [[nodiscard]] float scalar(const std::string& name) const { return values(name).front(); }
  [[nodiscard]] Matrix matrix(const std::string& name, std::int64_t rows,
                              std::int64_t columns) const {
    return Eigen::Map<const Matrix>(values(name).data(), rows, columns);
  }

  [[nodiscard]] Matrix norm(const Matrix& x, const std::string& weight) const {
    const Eigen::VectorXf scale =
        (x.array().square().rowwise().mean() + scalar("epsilon")).rsqrt().matrix();
    return (scale.asDiagonal() * x) * matrix(weight, 1, s_.hidden).row(0).asDiagonal();
  }

  // x · cos + (−second half, first half) · sin
  [[nodiscard]] Matrix rotated(const Matrix& x) const {
    const std::int64_t half = s_.head_dim / 2;
    Matrix turned(x.rows(), x.cols());
    turned.leftCols(half) = -x.rightCols(half);
    turned.rightCols(half) = x.leftCols(half);
    return x.cwiseProduct(matrix("cosine", s_.tokens, s_.head_dim)) +
           turned.cwiseProduct(matrix("sine", s_.tokens, s_.head_dim));
  }

  [[nodiscard]] Matrix weights_of(const Matrix& q, const Matrix& k) const {
    Matrix scores =
        q * k.transpose() * scalar("attention_scale") + matrix("mask", s_.tokens, s_.tokens);
    for (std::int64_t row = 0; row < scores.rows(); ++row) {
      scores.row(row) = (scores.row(row).array() - scores.row(row).maxCoeff()).exp().matrix();
      scores.row(row) /= scores.row(row).sum();
    }
    return scores;
  }

  [[nodiscard]] Matrix attention(const Matrix& x) const {
    const std::int64_t width = s_.heads * s_.head_dim, shared = s_.kv_heads * s_.head_dim;
    const Matrix q = x * matrix("w_q", s_.hidden, width);
    const Matrix k = x * matrix("w_k", s_.hidden, shared), v = x * matrix("w_v", s_.hidden, shared);
    Matrix side_by_side(s_.tokens, width);
    for (std::int64_t head = 0; head < s_.heads; ++head) {
      const std::int64_t own = head * s_.head_dim,
                         common = head / (s_.heads / s_.kv_heads) * s_.head_dim;
      const Matrix weights = weights_of(rotated(q.middleCols(own, s_.head_dim)),
                                        rotated(k.middleCols(common, s_.head_dim)));
      side_by_side.middleCols(own, s_.head_dim) = weights * v.middleCols(common, s_.head_dim);
    }
    return side_by_side * matrix("w_o", width, s_.hidden);
  }

  [[nodiscard]] Matrix mlp(const Matrix& x) const {
    const Matrix gate = x * matrix("w_gate", s_.hidden, s_.ffn),
                 up = x * matrix("w_up", s_.hidden, s_.ffn);
    const auto silu = gate.array() / (1 + (-gate.array()).exp());
    return Matrix(silu * up.array()) * matrix("w_down", s_.ffn, s_.hidden);
  }

  const LayerSizes& s_;
  const LayerInputs& inputs_;
};

}  // namespace

std::vector<float> layer_reference(const LayerSizes& sizes, const LayerInputs& inputs) {
  const Matrix out = Layer(sizes, inputs).run();
  return {out.data(), out.data() + out.size()};
}

}  // namespace spyre::execute::test
