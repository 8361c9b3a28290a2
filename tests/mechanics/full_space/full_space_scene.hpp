/// Shared by the tests of FullSpaceSystem: a block, what moves it, its residual.
#pragma once

#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// Holds the nodes at x = 0 and moves them along x.
class Mover final : public Constraint {
public:
    explicit Mover(double speed) : speed_(speed) {}
    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d x = Eigen::Vector3d::UnitX();
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i)
            if (body.mesh.positions(0, i) == 0)
                out.push_back({i,
                               {true, true, true},
                               body.mesh.positions.col(i) + speed_ * t * x,
                               speed_ * x,
                               0 * x});
    }

private:
    double speed_;
};

/// A block of 3 x 2 x 2 cells as a system of its own.
struct Scene {
    explicit Scene(ElementType type = ElementType::tet4, BodyParts parts = {})
        : body(test::body(box(type, {3, 2, 2}, {1.5, 1, 1}, 0.2), material)),
          system(body, parts, displacement_forces(body.mesh, material)) {}
    NeoHookean material;
    Body body;
    FullSpaceSystem system;
};

/// M a + internal - external.
inline Vector residual(System& system, const Vector& q, const Vector& v, const Vector& a) {
    Forces forces;
    system.forces(q, v, forces);
    Vector Ma;
    system.dynamics()->apply_mass(a, Ma);
    return Ma + forces.internal - forces.external;
}

}  // namespace sinew::test
