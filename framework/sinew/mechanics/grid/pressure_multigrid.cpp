#include "pressure_multigrid.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

void PressureMultigrid::prepare(const PressureOperator& fine) {
    fine_ = &fine;
    inverse_diagonal_ = fine.diagonal().unaryExpr([](double d) { return d > 0 ? 1 / d : 0.0; });
    corrections_.clear();
    corrections_.emplace_back(fine, degree);
    if (!corrects_oscillations_) return;
    const auto& cells = fine.grid().cells;
    for (std::size_t quiet = 0; quiet < 3; ++quiet)
        if (cells[(quiet + 1) % 3] > 1 && cells[(quiet + 2) % 3] > 1)
            corrections_.emplace_back(fine, degree, quiet);
}

void PressureMultigrid::apply(const Vector& r, Vector& z) {
    const auto product = [this](const Vector& p, Vector& y) { fine_->apply(p, y); };
    smoother_.smooth(product, inverse_diagonal_, r, z, true);
    product(z, residual_);
    parallel_for(r.size(), [&](Index i) { residual_[i] = r[i] - residual_[i]; });
    for (ConductanceHierarchy& correction : corrections_) correction.add_correction(residual_, z);
    if (fine_->leaves_cells_out())
        parallel_for(r.size(), [&](Index i) {
            if (!fine_->is_constrained(i)) z[i] = 0;
        });
    smoother_.smooth(product, inverse_diagonal_, r, z, false);
}

}  // namespace sinew
