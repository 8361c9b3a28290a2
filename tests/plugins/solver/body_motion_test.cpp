/// Implicit integrators on finite element bodies: momenta, energy, orders, restart.

#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/bodies.hpp>

#include "support/small_systems.hpp"

using namespace sinew;

namespace {

/// A free, spinning, deforming block.
struct Spinner {
    Spinner() {
        body = test::body(test::box(ElementType::tet4, {2, 1, 1}, {2, 1, 1}), material);
        const Eigen::Vector3d spin(0.3, 1.0, 0.5), centre(1, 0.5, 0.5);
        for (Index i = 0; i < body.mesh.n_nodes(); ++i)
            body.initial_velocity.col(i) =
                Eigen::Vector3d(0.2, 0, 0.1) +
                spin.cross(Eigen::Vector3d(body.mesh.positions.col(i)) - centre);
        body.initial_velocity.row(0) += 0.3 * (body.mesh.positions.row(0).array() - 1).matrix();
        system = std::make_unique<FullSpaceSystem>(body, BodyParts{},
                                                   displacement_forces(body.mesh, material));
    }
    struct Momenta {
        Eigen::Vector3d linear, angular;
        double energy;
    };
    Momenta momenta(const State& state) {
        Vector p;
        system->apply_mass(state.v, p);
        const Points x = system->positions(state.q);
        Momenta m{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                  system->energies(state.q, state.v).total()};
        for (Index i = 0; i < x.cols(); ++i) {
            const Eigen::Vector3d pi = p.segment<3>(3 * i);
            m.linear += pi;
            m.angular += Eigen::Vector3d(x.col(i)).cross(pi);
        }
        return m;
    }
    test::NeoHookean material{10, 1};
    Body body;
    std::unique_ptr<FullSpaceSystem> system;
};

struct Errors {
    double linear, angular, energy;
};

Errors spin(int n_steps) {
    Spinner spinner;
    test::DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-11;
    ImplicitIntegrator integrator(*spinner.system, linear, TimeScheme::newmark(0.25, 0.5), options,
                                  {}, 4);
    integrator.begin(0);
    const auto before = spinner.momenta(integrator.state());
    Errors worst{0, 0, 0};
    for (int k = 0; k < n_steps; ++k) {
        integrator.step(1.0 * k / n_steps, 1.0 * (k + 1) / n_steps);
        const auto now = spinner.momenta(integrator.state());
        worst.linear = std::max(worst.linear, (now.linear - before.linear).norm());
        worst.angular = std::max(worst.angular, (now.angular - before.angular).norm());
        worst.energy = std::max(worst.energy, std::abs(now.energy - before.energy));
    }
    return worst;
}

}  // namespace

TEST_CASE("A free spinning body keeps linear momentum to round-off, the rest to order dt^2") {
    const Errors coarse = spin(50), fine = spin(100);
    CHECK(fine.linear < 1e-11);
    CHECK(std::log2(coarse.energy / fine.energy) == Approx(2).margin(0.3));
    CHECK(std::log2(coarse.angular / fine.angular) == Approx(2).margin(0.3));
}

TEST_CASE("A body's run that is restored goes on bitwise") {
    auto run = [](int first, int last, Archive* from, Archive* to) {
        Spinner spinner;
        test::DenseSolver linear;
        ImplicitIntegrator integrator(*spinner.system, linear, TimeScheme::newmark(0.25, 0.5), {},
                                      {0.1, 0.001}, 4);
        if (from)
            integrator.restore(*from, "s", 0.02 * first);
        else
            integrator.begin(0);
        for (int k = first; k < last; ++k) integrator.step(0.02 * k, 0.02 * (k + 1));
        if (to) integrator.save(*to, "s");
        return integrator.state();
    };
    Archive middle;
    const State whole = run(0, 20, nullptr, nullptr);
    run(0, 9, nullptr, &middle);
    const State continued = run(9, 20, &middle, nullptr);
    CHECK(whole.q == continued.q);
    CHECK(whole.v == continued.v);
    CHECK(whole.a == continued.a);
}
