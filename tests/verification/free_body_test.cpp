/// A free, spinning, deforming body: what 10,000 Newmark steps (average acceleration) leave of its
/// momenta and its energy, and the order of the integrators in time.

#include "problem.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// A block of 2 x 1 x 1 m that spins by 1.2 rad/s, drifts, and is stretched as it starts; its
/// slowest vibrations take a few tenths of a second.
struct Spinner {
    Spinner()
        : problem(test::box(ElementType::tet4, {2, 1, 1}, {2, 1, 1}),
                  {"material/neo_hookean", "young: 1 kPa, poisson: 0.3, density: 10"}) {
        Body& body = problem.body();
        const Eigen::Vector3d spin(0.3, 1.0, 0.5), centre(1, 0.5, 0.5);
        for (Index i = 0; i < body.mesh.n_nodes(); ++i)
            body.initial_velocity.col(i) =
                Eigen::Vector3d(0.2, 0, 0.1) +
                spin.cross(Eigen::Vector3d(body.mesh.positions.col(i)) - centre);
        body.initial_velocity.row(0) += 0.3 * (body.mesh.positions.row(0).array() - 1).matrix();
    }
    ImplicitIntegrator integrator(const TimeScheme& scheme) {
        NewtonOptions options;
        options.tolerance = 1e-12;
        return {problem.system(), problem.linear(), scheme, options, {}, 4};
    }
    struct Momenta {
        Eigen::Vector3d linear = Eigen::Vector3d::Zero(), angular = Eigen::Vector3d::Zero();
        double energy = 0;
    };
    /// Angular momentum about the world's origin, which the linear one's drift does not change.
    Momenta momenta(const State& state) {
        BodySystem& system = problem.system();
        Vector p;
        system.dynamics()->apply_mass(state.v, p);
        const Points x = system.positions(state.q);
        Momenta m;
        m.energy = system.energies(state.q, state.v).total();
        for (Index i = 0; i < x.cols(); ++i) {
            const Eigen::Vector3d p_i = p.segment<3>(3 * i);
            m.linear += p_i;
            m.angular += Eigen::Vector3d(x.col(i)).cross(p_i);
        }
        return m;
    }
    Problem problem;
};

const TimeScheme newmark = TimeScheme::newmark(0.25, 0.5);

/// Largest relative errors in the first and in the second half of a run.
struct Drift {
    double linear[2]{}, angular[2]{}, energy[2]{};
};

Drift spin(double end, int n_steps) {
    Spinner spinner;
    ImplicitIntegrator integrator = spinner.integrator(newmark);
    integrator.begin(0);
    const auto before = spinner.momenta(integrator.state());
    Drift worst;
    for (int k = 0; k < n_steps; ++k) {
        integrator.step(end * k / n_steps, end * (k + 1) / n_steps);
        const auto now = spinner.momenta(integrator.state());
        const int half = 2 * k < n_steps ? 0 : 1;
        const auto keep = [half](double* worst_of, double error) {
            worst_of[half] = std::max(worst_of[half], error);
        };
        keep(worst.linear, (now.linear - before.linear).norm() / before.linear.norm());
        keep(worst.angular, (now.angular - before.angular).norm() / before.angular.norm());
        keep(worst.energy, std::abs(now.energy - before.energy) / before.energy);
    }
    return worst;
}

Vector place(const TimeScheme& scheme, int n_steps) {
    Spinner spinner;
    ImplicitIntegrator integrator = spinner.integrator(scheme);
    integrator.begin(0);
    for (int k = 0; k < n_steps; ++k) integrator.step(0.5 * k / n_steps, 0.5 * (k + 1) / n_steps);
    return integrator.state().q;
}

}  // namespace

TEST_CASE("free body: 10,000 Newmark steps keep momenta and energy to order dt^2, without growth") {
    Record record("3 Free spinning body, 10,000 Newmark steps");
    const double end = 50;
    const Drift coarse = spin(end, 5000), fine = spin(end, 10000);
    const auto largest = [](const double* halves) { return std::max(halves[0], halves[1]); };
    record.small("linear momentum, relative error", largest(fine.linear), 1e-11);
    record.small("energy, relative error", largest(fine.energy), 2e-4);
    record.small("angular momentum, relative error", largest(fine.angular), 2e-4);
    record.below("energy: error of the second half / of the first", fine.energy[1] / fine.energy[0],
                 1.5);
    record.below("angular momentum: error of the second half / of the first",
                 fine.angular[1] / fine.angular[0], 1.5);
    record.order("energy error in dt", 2, std::log2(largest(coarse.energy) / largest(fine.energy)),
                 0.3);
    record.order("angular momentum error in dt", 2,
                 std::log2(largest(coarse.angular) / largest(fine.angular)), 0.3);
}

TEST_CASE("free body: positions are of order 1 in time by implicit Euler, 2 by Newmark") {
    Record record("3 Order in time, free spinning body");
    // Differences of successive halvings fall with the order of the method.
    const auto order = [](const TimeScheme& scheme, int n) {
        const Vector a = place(scheme, n), b = place(scheme, 2 * n), c = place(scheme, 4 * n);
        return std::log2((a - b).norm() / (b - c).norm());
    };
    record.order("implicit Euler", 1, order(TimeScheme::implicit_euler(), 1600), 0.1);
    record.order("Newmark, beta = 1/4, gamma = 1/2", 2, order(newmark, 200), 0.1);
}
