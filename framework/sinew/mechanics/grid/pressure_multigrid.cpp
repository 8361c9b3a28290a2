#include "pressure_multigrid.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

constexpr Index coarsest = 64;  ///< cells

Vector inverse(const Vector& diagonal) {
    return diagonal.unaryExpr([](double d) { return d > 0 ? 1 / d : 0.0; });
}

Eigen::MatrixXd pseudo_inverse(const Conductances& conductances) {
    const Index n = conductances.size();
    Eigen::MatrixXd matrix(n, n);
    Vector unit = Vector::Zero(n), column;
    for (Index c = 0; c < n; ++c) {
        unit[c] = 1;
        conductances.apply(unit, column);
        matrix.col(c) = column;
        unit[c] = 0;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
    const double cut = 1e-10 * eigen.eigenvalues().cwiseAbs().maxCoeff();
    const Vector inverse_values = eigen.eigenvalues().unaryExpr(
        [cut](double value) { return value > cut ? 1 / value : 0.0; });
    return eigen.eigenvectors() * inverse_values.asDiagonal() * eigen.eigenvectors().transpose();
}

}  // namespace

void PressureMultigrid::prepare(const PressureOperator& fine) {
    fine_ = &fine;
    inverse_diagonal_ = inverse(fine.diagonal());
    levels_.clear();
    to_coarser_ = std::make_unique<Coarsening>(fine.grid().cells);
    const Conductances finest(fine);
    const Conductances* last = &finest;
    Coarsening* between = to_coarser_.get();
    while (true) {
        auto level = std::make_unique<Level>(Conductances(*last, *between), degree_);
        level->inverse_diagonal = inverse(level->conductances.diagonal());
        last = &level->conductances;
        const bool ends = last->size() <= coarsest;
        if (!ends) level->to_coarser = std::make_unique<Coarsening>(last->cells());
        between = level->to_coarser.get();
        levels_.push_back(std::move(level));
        if (ends) break;
    }
    coarsest_inverse_ = pseudo_inverse(levels_.back()->conductances);
}

void PressureMultigrid::apply(const Vector& r, Vector& z) {
    const auto product = [this](const Vector& p, Vector& y) { fine_->apply(p, y); };
    smoother_.smooth(product, inverse_diagonal_, r, z, true);
    product(z, residual_);
    parallel_for(r.size(), [&](Index i) { residual_[i] = r[i] - residual_[i]; });
    to_coarser_->restrict(residual_, levels_.front()->b);
    visit(0);
    to_coarser_->add_prolonged(levels_.front()->x, z);
    smoother_.smooth(product, inverse_diagonal_, r, z, false);
}

void PressureMultigrid::visit(std::size_t which) {
    Level& level = *levels_[which];
    if (!level.to_coarser) {
        level.x.noalias() = coarsest_inverse_ * level.b;
        return;
    }
    const auto product = [&](const Vector& p, Vector& y) { level.conductances.apply(p, y); };
    level.smoother.smooth(product, level.inverse_diagonal, level.b, level.x, true);
    product(level.x, level.residual);
    level.residual = level.b - level.residual;
    Level& coarser = *levels_[which + 1];
    level.to_coarser->restrict(level.residual, coarser.b);
    visit(which + 1);
    level.to_coarser->add_prolonged(coarser.x, level.x);
    level.smoother.smooth(product, level.inverse_diagonal, level.b, level.x, false);
}

}  // namespace sinew
