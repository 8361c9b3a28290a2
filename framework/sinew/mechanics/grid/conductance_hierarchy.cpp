#include "conductance_hierarchy.hpp"

#include <sinew/mechanics/math/blocked_sums.hpp>

namespace sinew {

namespace {

Eigen::MatrixXf pseudo_inverse(const Conductances& conductances) {
    const Eigen::MatrixXd matrix = conductances.matrix();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
    const double cut = 1e-10 * eigen.eigenvalues().cwiseAbs().maxCoeff();
    const Vector inverse_values = eigen.eigenvalues().unaryExpr(
        [cut](double value) { return value > cut ? 1 / value : 0.0; });
    const Eigen::MatrixXd inverse =
        eigen.eigenvectors() * inverse_values.asDiagonal() * eigen.eigenvectors().transpose();
    return inverse.cast<float>();
}

/// The other of the two axes along which an oscillation goes; -1 along the third.
Conductances::Components crossed(std::size_t quiet_axis) {
    Conductances::Components components{-1, -1, -1};
    const std::size_t a = (quiet_axis + 1) % 3, b = (quiet_axis + 2) % 3;
    components[a] = int(b);
    components[b] = int(a);
    return components;
}

}  // namespace

ConductanceHierarchy::ConductanceHierarchy(const PressureOperator& fine, int degree)
    : cells_(fine.grid().cells) {
    constexpr Index few = 64;
    build(Conductances(fine), {true, true, true}, few, degree);
    coarsest_inverse_ = pseudo_inverse(levels_.back()->conductances);
}

ConductanceHierarchy::ConductanceHierarchy(const PressureOperator& fine, int degree,
                                           std::size_t quiet_axis)
    : cells_(fine.grid().cells), oscillates_{true, true, true} {
    oscillates_[quiet_axis] = false;
    // Down to one column of cells, which are not coupled.
    build(Conductances(fine, crossed(quiet_axis)), oscillates_, cells_[quiet_axis], degree);
}

void ConductanceHierarchy::build(const Conductances& finest, const std::array<bool, 3>& along,
                                 Index few, int degree) {
    const Conductances* last = &finest;
    to_coarser_ = std::make_unique<Coarsening>(cells_, along);
    const Coarsening* between = to_coarser_.get();
    while (true) {
        levels_.push_back(std::make_unique<Level>(Conductances(*last, *between), degree));
        Level& level = *levels_.back();
        last = &level.conductances;
        if (last->size() <= few) return;
        level.to_coarser = std::make_unique<Coarsening>(last->cells(), along);
        between = level.to_coarser.get();
    }
}

void ConductanceHierarchy::flip_signs(const SingleVector& from, SingleVector& to) const {
    to.resize(from.size());
    const Lattice cells{Eigen::Vector3d::Zero(), 1, cells_};
    parallel_for(cells_[1] * cells_[2], [&](Index row) {
        const Index j = row % cells_[1], k = row / cells_[1], start = cells.at(0, j, k);
        const Index flips = (oscillates_[1] ? j : 0) + (oscillates_[2] ? k : 0);
        float sign = flips % 2 == 0 ? 1 : -1;
        const float next = oscillates_[0] ? -1 : 1;
        for (Index i = 0; i < cells_[0]; ++i, sign *= next) to[start + i] = sign * from[start + i];
    });
}

void ConductanceHierarchy::add_correction(const SingleVector& r, SingleVector& z) {
    Level& coarse = *levels_.front();
    const bool flips = oscillates_[0] || oscillates_[1];
    if (flips) flip_signs(r, flipped_);
    to_coarser_->restrict(flips ? flipped_ : r, coarse.b);
    visit(0);
    to_coarser_->prolong(coarse.x, correction_);
    if (flips) flip_signs(correction_, correction_);
    parallel_for(z.size(), [&](Index i) { z[i] += correction_[i]; });
}

void ConductanceHierarchy::visit(std::size_t which) {
    Level& level = *levels_[which];
    if (!level.to_coarser) {
        if (coarsest_inverse_.size() > 0)
            level.x.noalias() = coarsest_inverse_ * level.b;
        else
            level.x = level.inverse_diagonal.cwiseProduct(level.b);
        return;
    }
    const auto product = [&](const SingleVector& p, SingleVector& y) {
        level.conductances.apply(p, y);
    };
    level.smoother.smooth(product, level.inverse_diagonal, level.b, level.x, true);
    product(level.x, level.residual);
    const Index n = level.b.size();
    parallel_for_if(n >= parallel_length, n,
                    [&](Index i) { level.residual[i] = level.b[i] - level.residual[i]; });
    Level& coarser = *levels_[which + 1];
    level.to_coarser->restrict(level.residual, coarser.b);
    visit(which + 1);
    level.to_coarser->prolong(coarser.x, level.residual);
    parallel_for_if(n >= parallel_length, n, [&](Index i) { level.x[i] += level.residual[i]; });
    level.smoother.smooth(product, level.inverse_diagonal, level.b, level.x, false);
}

}  // namespace sinew
