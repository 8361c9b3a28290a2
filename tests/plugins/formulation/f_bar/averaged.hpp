/// Boxes whose elements average their volume changes, and what their forces must fulfil.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <support/bodies.hpp>

#include "f_bar/forces.hpp"

namespace sinew::test {

/// A distorted box of 1 x 0.7 x 0.9 m, of the law test::NeoHookean: hexahedra, or tets in patches.
struct Averaged {
    explicit Averaged(ElementType type, int patch = 8)
        : mesh(box(type, {3, 2, 3}, {1.0, 0.7, 0.9}, 0.2)),
          averaged(type == ElementType::hex8 ? f_bar::hex_forces(mesh, material)
                                             : f_bar::patch_forces(mesh, material, patch)),
          plain(displacement_forces(mesh, material)),
          n(3 * mesh.n_nodes()) {}

    NeoHookean material;
    VolumeMesh mesh;
    Assembler averaged, plain;
    Index n;
};

/// Psi of test::NeoHookean.
inline double neo_hookean_energy(const Eigen::Matrix3d& F) {
    const double ln_J = std::log(F.determinant());
    return 200 * (F.squaredNorm() - 3) - 400 * ln_J + 450 * ln_J * ln_J;
}

inline Vector forces_at(Assembler& assembler, const Vector& u) {
    Vector f;
    REQUIRE_FALSE(assembler.forces(u, f));
    return f;
}

/// The product with the assembled matrix.
inline Vector stiffness_times(Assembler& assembler, const Vector& u, Definiteness definiteness,
                              const Vector& x) {
    Vector f, y;
    BlockMatrix K(assembler.pattern());
    const Vector no_mass = Vector::Zero(assembler.pattern()->n_blocks());
    REQUIRE_FALSE(assembler.forces_and_matrix(u, definiteness, 1, 0, no_mass, f, K));
    K.multiply(x, y);
    return y;
}

inline void check_homogeneous_deformation(Averaged& body) {
    Eigen::Matrix3d F;
    F << 1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.05, 0.1, 1.2;
    const Vector u = Points((F - Eigen::Matrix3d::Identity()) * body.mesh.positions).reshaped();
    const Vector f = forces_at(body.plain, u);
    CHECK((forces_at(body.averaged, u) - f).norm() < 1e-12 * f.norm());
    CHECK(body.averaged.energy(u) == Approx(body.plain.energy(u)).epsilon(1e-12));
    CHECK(body.averaged.energy(u) == Approx(0.63 * neo_hookean_energy(F)).epsilon(1e-12));
}

/// Central differences of energy and forces approach forces and stiffness to second order.
inline void check_derivatives(Averaged& body) {
    const Vector u = 0.02 * noise(body.n), d = noise(body.n, 2);
    const Vector f = forces_at(body.averaged, u);
    const Vector Kd = stiffness_times(body.averaged, u, Definiteness::exact, d);
    double last_energy = 0, last_force = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const Vector ahead = u + h * d, behind = u - h * d;
        const double slope = (body.averaged.energy(ahead) - body.averaged.energy(behind)) / (2 * h);
        const Vector change =
            (forces_at(body.averaged, ahead) - forces_at(body.averaged, behind)) / (2 * h);
        const double energy = std::abs(slope - f.dot(d)), force = (change - Kd).norm();
        if (last_energy > 0) {
            CHECK(last_energy / energy == Approx(4).epsilon(0.1));
            CHECK(last_force / force == Approx(4).epsilon(0.1));
        }
        last_energy = energy;
        last_force = force;
    }
}

/// Also of the PSD-projected stiffness.
inline void check_matrix_free_product(Averaged& body) {
    const Vector u = 0.02 * noise(body.n), x = noise(body.n, 2);
    for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected}) {
        const Vector Kx = stiffness_times(body.averaged, u, definiteness, x);
        Vector y;
        body.averaged.stiffness_times(u, x, definiteness, y);
        CHECK((y - Kx).norm() < 1e-12 * Kx.norm());
    }
}

/// The corner at the origin, pushed in by 0.7 of a cell: an element there is inverted, though not
/// on average.
inline void check_inversion(Averaged& body) {
    Vector u = Vector::Zero(body.n), f;
    u.head<3>() = 0.7 * Eigen::Vector3d(1.0 / 3, 0.7 / 2, 0.9 / 3);
    const Event event = body.averaged.forces(u, f);
    REQUIRE(event.kind == Event::Kind::inverted);
    CHECK((body.mesh.elements.col(event.element).array() == 0).any());
    CHECK(body.averaged.energy(u) == std::numeric_limits<double>::infinity());
}

}  // namespace sinew::test
