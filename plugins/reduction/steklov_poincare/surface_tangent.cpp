#include "surface_tangent.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/rigid_motions.hpp>

#include "coupled_rows.hpp"

namespace sinew::steklov {
namespace {

/// y := R_* P^-1 R_*' x
void apply_skinned(const Preconditioner& factor, const NodeRotations& rotations, const Vector& x,
                   Vector& y, Vector& work) {
    if (rotations.empty()) {
        factor.apply(x, y);
        return;
    }
    const Index n = Index(rotations.size());
    work.resize(x.size());
    parallel_for_if(n >= parallel_rows, n, [&](Index k) {
        work.segment<3>(3 * k).noalias() =
            rotations[std::size_t(k)].transpose() * x.segment<3>(3 * k);
    });
    factor.apply(work, y);
    parallel_for_if(n >= parallel_rows, n, [&](Index k) {
        y.segment<3>(3 * k) = (rotations[std::size_t(k)] * y.segment<3>(3 * k)).eval();
    });
}

/// P on the free nodes, the identity on fixed degrees of freedom.
class BoundaryPreconditioner final : public Preconditioner {
public:
    BoundaryPreconditioner(const SplitStiffness& stiffness, const NodeSets& sets,
                           const IncompleteFactor& factor, const std::vector<char>& fixed,
                           int* applications)
        : stiffness_(stiffness), sets_(sets), factor_(factor), applications_(applications) {
        for (std::size_t i = 0; i < fixed.size(); ++i)
            if (fixed[i]) fixed_.push_back(Index(i));
    }

    void apply(const Vector& x, Vector& y) const override {
        if (applications_) ++*applications_;
        const Index n = Index(sets_.free.size());
        free_.resize(3 * n);
        for (Index k = 0; k < n; ++k)
            free_.segment<3>(3 * k) = x.segment<3>(3 * Index(sets_.free[std::size_t(k)]));
        apply_skinned(factor_, stiffness_.rotations_free, free_, solved_, work_);
        y.resize(x.size());
        for (Index k = 0; k < n; ++k)
            y.segment<3>(3 * Index(sets_.free[std::size_t(k)])) = solved_.segment<3>(3 * k);
        for (const Index i : fixed_) y[i] = x[i];
    }

private:
    const SplitStiffness& stiffness_;
    const NodeSets& sets_;
    const IncompleteFactor& factor_;
    int* applications_;  ///< counted, unless nullptr
    std::vector<Index> fixed_;
    mutable Vector free_, solved_, work_;
};

}  // namespace

void SurfaceTangent::apply(const Vector& x, Vector& y) const {
    y.setZero(size());
    stiffness_.ss.add_product(stiffness_.matrix, 1, x, y);
    if (sets_.interior.empty()) return;
    a_.setZero(3 * sets_.n_interior());
    stiffness_.is.add_product(stiffness_.matrix, 1, x, a_);
    inverse_.apply(a_, z_);
    stiffness_.si.add_product(stiffness_.matrix, -1, z_, y);
    responses_.keep(x, -z_);
}

void SurfaceTangent::add_entries(EntrySink& sink, Index offset) const {
    for (int i = 0; i < stiffness_.ss.n_rows(); ++i)
        for (int k = stiffness_.ss.begin(i); k < stiffness_.ss.end(i); ++k)
            sink.add3(offset + 3 * Index(i), offset + 3 * Index(stiffness_.ss.column(k)),
                      stiffness_.matrix.at(stiffness_.ss.block(k)));
}

Vector SurfaceTangent::diagonal() const {
    Vector d;
    sets_.take_surface(stiffness_.matrix.diagonal(), d);
    return d;
}

void SurfaceTangent::Age::end_solve() {
    if (first < 0)
        first = present;
    else
        lost += std::max(present - first, 0);
    present = 0;
}

const IncompleteFactor* SurfaceTangent::coupled_factor(
    const std::vector<CouplingBlock>& coupled) const {
    constexpr double little = 0.1;  // the barrier stiffens by orders of magnitude
    constexpr int cost = 10;        // of the factor, in steps of conjugate gradients
    BlockRows added = coupled_rows(coupled, sets_, stiffness_.rotations_free);
    if (added.empty()) return nullptr;
    if (coupled_) coupled_->age.end_solve();
    if (!coupled_ ||
        (coupled_->age.lost > cost && relative_change(coupled_->added, added) > little)) {
        IncompleteFactor factor(stiffness_.boundary_rows, stiffness_.boundary_points, added,
                                stiffness_.boundary->raise());
        coupled_.emplace(Coupled{std::move(added), std::move(factor), {}});
    }
    return &coupled_->factor;
}

std::unique_ptr<Preconditioner> SurfaceTangent::preconditioner(
    const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const {
    const IncompleteFactor* with_couplings =
        contact_in_preconditioner_ ? coupled_factor(coupled) : nullptr;
    return std::make_unique<BoundaryPreconditioner>(
        stiffness_, sets_, with_couplings ? *with_couplings : *stiffness_.boundary, fixed,
        with_couplings ? &coupled_->age.present : nullptr);
}

Eigen::MatrixXd SurfaceTangent::near_null_space() const {
    if (positions.cols() == 0) return {};
    return rigid_motions_about(positions.rowwise().mean(), positions);
}

}  // namespace sinew::steklov
