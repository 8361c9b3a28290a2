/// A tangent that is a full matrix.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// A tangent that is stored whole, n x n.
class DenseTangent final : public Tangent {
public:
    Eigen::MatrixXd matrix;  ///< n x n
    bool is_symmetric = true;

    Index size() const override { return matrix.rows(); }
    void apply(const Vector& x, Vector& y) const override { y.noalias() = matrix * x; }
    void add_entries(EntrySink& sink, Index offset) const override {
        sink.add(offset, offset, matrix);
    }
    const Eigen::MatrixXd* dense() const override { return &matrix; }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return matrix.diagonal(); }
    double diagonal_norm() const override { return matrix.diagonal().norm(); }
    bool symmetric() const override { return is_symmetric; }
};

}  // namespace sinew
