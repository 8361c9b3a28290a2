#include "surface_tangent.hpp"

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
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        work.segment<3>(3 * k).noalias() =
            rotations[std::size_t(k)].transpose() * x.segment<3>(3 * k);
    factor.apply(work, y);
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        y.segment<3>(3 * k) = (rotations[std::size_t(k)] * y.segment<3>(3 * k)).eval();
}

/// P on the free nodes, the identity on fixed coordinates.
class BoundaryPreconditioner final : public Preconditioner {
public:
    BoundaryPreconditioner(const SplitStiffness& stiffness, const NodeSets& sets,
                           const std::vector<char>& fixed,
                           const std::vector<CouplingBlock>& coupled)
        : stiffness_(stiffness), sets_(sets) {
        for (std::size_t i = 0; i < fixed.size(); ++i)
            if (fixed[i]) fixed_.push_back(Index(i));
        const BlockRows added = coupled_rows(coupled, sets, stiffness.rotations_free);
        if (!added.empty())
            coupled_ = std::make_unique<IncompleteFactor>(stiffness.boundary_rows,
                                                          stiffness.boundary_places, added,
                                                          stiffness.boundary->raise());
    }

    void apply(const Vector& x, Vector& y) const override {
        const Index n = Index(sets_.free.size());
        free_.resize(3 * n);
        for (Index k = 0; k < n; ++k)
            free_.segment<3>(3 * k) = x.segment<3>(3 * Index(sets_.free[std::size_t(k)]));
        apply_skinned(coupled_ ? *coupled_ : *stiffness_.boundary, stiffness_.rotations_free, free_,
                      solved_, work_);
        y.resize(x.size());
        for (Index k = 0; k < n; ++k)
            y.segment<3>(3 * Index(sets_.free[std::size_t(k)])) = solved_.segment<3>(3 * k);
        for (const Index i : fixed_) y[i] = x[i];
    }

private:
    const SplitStiffness& stiffness_;
    const NodeSets& sets_;
    std::vector<Index> fixed_;
    std::unique_ptr<IncompleteFactor> coupled_;  ///< with what couplings add
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

std::unique_ptr<Preconditioner> SurfaceTangent::preconditioner(
    const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const {
    return std::make_unique<BoundaryPreconditioner>(stiffness_, sets_, fixed, coupled);
}

}  // namespace sinew::steklov
