/// Derivatives and moments of the forces of a SurfaceContact, checked.
#pragma once

#include <catch2/catch.hpp>
#include <contact/surface_contact.hpp>
#include <mechanics/coupling/coupling_support.hpp>

namespace sinew::test {

/// Checks, at where the bodies are, that force is -dE/dx and stiffness -df/dx.
inline void check_derivatives(SurfaceContact& contact, PointBodies at, double h) {
    const Vector x = at.x;
    const Vector d =
        Vector::NullaryExpr(x.size(), [](Index i) { return std::sin(2.3 * double(i)); });
    DenseForces forces(at);
    contact.evaluate(at, 0, forces);
    REQUIRE(contact.energy(at, 0) > 0);
    const auto errors = [&](double step) {
        at.x = x + step * d;
        DenseForces plus(at);
        contact.evaluate(at, 0, plus);
        const double more = contact.potential(at, 0);
        at.x = x - step * d;
        DenseForces minus(at);
        contact.evaluate(at, 0, minus);
        const double less = contact.potential(at, 0);
        return std::pair(std::abs((more - less) / (2 * step) + forces.f.dot(d)),
                         ((plus.f - minus.f) / (2 * step) + forces.K * d).norm());
    };
    const auto [e1, f1] = errors(h);
    const auto [e2, f2] = errors(h / 2);
    CHECK(e1 / e2 == Approx(4).epsilon(0.1));
    CHECK(f1 / f2 == Approx(4).epsilon(0.1));
    // What acts on one body acts on another.
    const Eigen::Map<const Points> f(forces.f.data(), 3, x.size() / 3);
    CHECK(f.rowwise().sum().norm() < 1e-12 * f.cwiseAbs().sum());
}

/// The moment of all forces about the origin, over the sum of their moments' sizes.
inline double relative_moment(SurfaceContact& contact, const PointBodies& at) {
    DenseForces forces(at);
    contact.evaluate(at, 0, forces);
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    double sizes = 0;
    for (Index k = 0; k < at.x.size(); k += 3) {
        const Eigen::Vector3d of_node =
            at.x.segment<3>(k).cross(Eigen::Vector3d(forces.f.segment<3>(k)));
        moment += of_node;
        sizes += of_node.norm();
    }
    return moment.norm() / sizes;
}

}  // namespace sinew::test
