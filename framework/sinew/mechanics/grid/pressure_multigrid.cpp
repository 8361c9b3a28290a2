#include "pressure_multigrid.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

void PressureMultigrid::prepare(const PressureOperator& fine) {
    fine_ = &fine;
    inverse_diagonal_ = inverse_of_positive<float>(fine.diagonal().cast<float>());
    corrections_.clear();
    corrections_.emplace_back(fine, degree);
    if (!corrects_oscillations_) return;
    const auto& cells = fine.grid().cells;
    for (std::size_t quiet = 0; quiet < 3; ++quiet)
        if (cells[(quiet + 1) % 3] > 1 && cells[(quiet + 2) % 3] > 1)
            corrections_.emplace_back(fine, degree, quiet);
}

void PressureMultigrid::apply(const Vector& r, Vector& z) {
    const auto product = [this](const SingleVector& p, SingleVector& y) { fine_->apply(p, y); };
    const Index n = r.size();
    r_.resize(n);
    z.resize(n);
    parallel_for(n, [&](Index i) { r_[i] = float(r[i]); });
    smoother_.smooth(product, inverse_diagonal_, r_, z_, true);
    product(z_, residual_);
    parallel_for(n, [&](Index i) { residual_[i] = r_[i] - residual_[i]; });
    for (ConductanceHierarchy& correction : corrections_) correction.add_correction(residual_, z_);
    if (fine_->leaves_cells_out())
        parallel_for(n, [&](Index i) {
            if (!fine_->is_constrained(i)) z_[i] = 0;
        });
    smoother_.smooth(product, inverse_diagonal_, r_, z_, false);
    parallel_for(n, [&](Index i) { z[i] = z_[i]; });
}

}  // namespace sinew
