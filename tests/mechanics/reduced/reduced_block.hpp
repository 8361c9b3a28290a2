/// A block in a subspace, with nothing that a plugin makes.
#pragma once

#include <Eigen/Eigenvalues>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/reduced/floating_system.hpp>
#include <sinew/mechanics/reduced/subspace_system.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// Holds the nodes at x = 0 where they are.
class StillWall final : public Constraint {
public:
    bool still() const override { return true; }
    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d still = Eigen::Vector3d::Zero();
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i)
            if (body.mesh.positions(0, i) == 0)
                out.push_back(
                    {i, {true, true, true}, body.mesh.positions.col(i), still, still, true});
    }
};

/// U'f(Uq) with the assembler of full space.
class PlainProjection final : public ReducedForces {
public:
    PlainProjection(Assembler& assembler, const MassMatrix& mass, Eigen::MatrixXd U)
        : assembler_(assembler), mass_(mass), U_(std::move(U)) {}
    Event forces(const Vector& q, Vector& f) override {
        Vector of_nodes;
        const Event event = assembler_.forces(U_ * q, of_nodes);
        if (!event) f = U_.transpose() * of_nodes;
        return event;
    }
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override {
        Vector of_nodes, column;
        BlockMatrix A(assembler_.pattern());
        const Event event =
            assembler_.forces_and_matrix(U_ * q, definiteness, 1, 0, mass_.values(), of_nodes, A);
        if (event) return event;
        f = U_.transpose() * of_nodes;
        K.resize(U_.cols(), U_.cols());
        for (Index k = 0; k < U_.cols(); ++k) {
            A.multiply(U_.col(k), column);
            K.col(k) = U_.transpose() * column;
        }
        return event;
    }
    double energy(const Vector& q) override { return assembler_.energy(U_ * q); }

private:
    Assembler& assembler_;
    const MassMatrix& mass_;
    Eigen::MatrixXd U_;
};

/// The r softest vibrations (or all), mass-orthonormal; of a free body without its rigid motions.
inline Eigen::MatrixXd softest_modes(const FullBody& full, Index r) {
    const Index n = full.size();
    Eigen::MatrixXd K(n, n), M(n, n);
    const BlockTangent stiffness = full.matrix(Vector::Zero(n), 1, 0);
    Vector y;
    for (Index i = 0; i < n; ++i) {
        stiffness.apply(Vector::Unit(n, i), y);
        K.col(i) = y;
        full.mass().multiply(Vector::Unit(n, i), y);
        M.col(i) = y;
    }
    std::vector<Index> free;
    for (Index i = 0; i < n; ++i)
        if (!full.constrained.fixed[std::size_t(i)]) free.push_back(i);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K(free, free),
                                                                          M(free, free));
    const Index first = full.anchored ? 0 : 6;
    Eigen::MatrixXd U = Eigen::MatrixXd::Zero(n, std::min(r, Index(free.size()) - first));
    U(free, Eigen::all) = eigen.eigenvectors().middleCols(first, U.cols());
    return U;
}

/// A block of 3 x 2 x 2 cells, 1.5 x 1 x 1 m and 1000 kg/m^3, beside its full system.
struct ReducedBlock {
    explicit ReducedBlock(Index r, BodyParts given = {}, double stiffness = 1)
        : material(1000, stiffness),
          body(test::body(box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.2), material)),
          parts(std::move(given)),
          full(body, parts, displacement_forces(body.mesh, material)),
          U(softest_modes(full_body(full, {}), r)) {
        full.let_loads_act(true);
    }

    SubspaceParts made() {
        auto owned = std::make_unique<FullSpaceSystem>(body, parts,
                                                       displacement_forces(body.mesh, material));
        auto forces = std::make_unique<PlainProjection>(owned->assembler(), owned->mass(), U);
        return {{std::move(owned), parts, std::move(forces), {}, {}}, U};
    }

    NeoHookean material;
    Body body;
    BodyParts parts;
    FullSpaceSystem full;
    Eigen::MatrixXd U;
};

}  // namespace sinew::test
