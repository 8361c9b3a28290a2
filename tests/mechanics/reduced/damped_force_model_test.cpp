#include <catch2/catch.hpp>
#include <limits>
#include <sinew/mechanics/reduced/damped_force_model.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using test::noise;

namespace {

/// f = s (L q + |q|^2 q), K = s (L + |q|^2 I + 2 q q'), with what was asked of it; beyond |q| = 10
/// an element is inverted.
class CountedForces final : public ReducedForces {
public:
    explicit CountedForces(Vector linear) : L(std::move(linear)) {}

    Event forces(const Vector& q, Vector& f) override {
        if (q.norm() > 10) return {Event::Kind::inverted, "/body", 0, ""};
        f = scale * (L.cwiseProduct(q) + q.squaredNorm() * q);
        return {};
    }
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override {
        ++(definiteness == Definiteness::exact ? n_exact : n_psd_projected);
        K = stiffness(q);
        if (Event event = forces(q, f)) {
            K.setConstant(std::numeric_limits<double>::quiet_NaN());
            return event;
        }
        return {};
    }
    double energy(const Vector&) override { return 0; }
    Eigen::MatrixXd stiffness(const Vector& q) const {
        Eigen::MatrixXd K = 2 * q * q.transpose();
        K.diagonal().array() += L.array() + q.squaredNorm();
        return scale * K;
    }

    Vector L;
    double scale = 1;
    int n_exact = 0, n_psd_projected = 0;
};

struct Damped {
    explicit Damped(const Vector& linear, double beta = 0.1,
                    Definiteness of_damping = Definiteness::psd_projected)
        : model(dynamic_cast<CountedForces&>(forces.model())) {
        forces.set_damping({0, beta, of_damping});
        model.L = linear;
    }
    /// What damping adds to the forces, over beta.
    Vector damping_at(const Vector& q, const Vector& v) {
        Vector f, elastic;
        REQUIRE_FALSE(forces.forces(q, v, f));
        REQUIRE_FALSE(model.forces(q, elastic));
        return (f - elastic) / 0.1;
    }
    Eigen::MatrixXd tangent(const Vector& q, Definiteness definiteness = Definiteness::exact) {
        Vector f;
        Eigen::MatrixXd A;
        REQUIRE_FALSE(
            forces.forces_and_tangent(q, Vector::Zero(q.size()), 1, 0, definiteness, f, A));
        return A;
    }

    DampedForceModel forces{std::make_unique<CountedForces>(Vector())};
    CountedForces& model;
};

struct DampedSample {
    const Vector stiff = Eigen::Vector3d(1, 2, 5);
    const Vector q0 = noise(3, 1), q1 = noise(3, 2), q2 = noise(3, 3), velocity = noise(3, 4);
};

}  // namespace

TEST_CASE_METHOD(DampedSample,
                 "damped forces: the stiffness that damps is that where the step began") {
    Damped of(stiff);
    of.forces.begin_step(q0);
    const Eigen::MatrixXd K_d = of.model.stiffness(q0);
    CHECK((of.damping_at(q1, velocity) - K_d * velocity).norm() < 1e-13);
    for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected})
        for (const Vector& q : {q1, q0, q2}) {
            Vector f, elastic;
            Eigen::MatrixXd A;
            REQUIRE_FALSE(of.forces.forces_and_tangent(q, velocity, 3, 7, definiteness, f, A));
            of.model.forces(q, elastic);
            CHECK((A - 3 * of.model.stiffness(q) - 7 * 0.1 * K_d).norm() < 1e-13 * A.norm());
            CHECK((f - elastic - 0.1 * K_d * velocity).norm() < 1e-13);
        }
    CHECK(of.forces.dissipation(velocity) == Approx(0.05 * velocity.dot(K_d * velocity)));
    of.forces.begin_step(q2);
    CHECK((of.damping_at(q1, velocity) - of.model.stiffness(q2) * velocity).norm() < 1e-13);
}

TEST_CASE_METHOD(
    DampedSample,
    "damped forces: a step finds its stiffness once, and takes it over where it is known") {
    Damped of(stiff);
    of.forces.begin_step(q0);
    of.tangent(q0);  // the first iterate: both stiffnesses are one
    of.damping_at(q1, velocity);
    CHECK(of.model.n_exact == 1);
    of.tangent(q1);
    of.damping_at(q2, velocity);
    of.forces.dissipation(velocity);
    CHECK(of.model.n_exact == 2);
    of.forces.begin_step(q1);  // the last tangent was here
    of.damping_at(q2, velocity);
    CHECK(of.model.n_exact == 2);
    of.forces.begin_step(q2);
    of.damping_at(q2, velocity);
    of.damping_at(q1, velocity);
    CHECK(of.model.n_exact == 3);
    CHECK(of.model.n_psd_projected == 0);
    of.tangent(q2, Definiteness::psd_projected);  // of another kind
    CHECK(of.model.n_exact == 3);
    CHECK(of.model.n_psd_projected == 1);
}

TEST_CASE_METHOD(DampedSample, "damped forces: without damping nobody asks for the stiffness") {
    Damped of(stiff, 0);
    of.forces.begin_step(q0);
    CHECK(of.damping_at(q1, velocity).norm() == 0);
    CHECK(of.forces.dissipation(velocity) == 0);
    CHECK(of.model.n_exact == 0);
    CHECK((of.tangent(q1) - of.model.stiffness(q1)).norm() == 0);
    CHECK(of.model.n_exact == 1);
}

TEST_CASE_METHOD(DampedSample, "damped forces: what is known is forgotten when the forces change") {
    Damped of(stiff);
    of.forces.begin_step(q0);
    of.damping_at(q0, velocity);
    of.tangent(q1);
    of.model.scale = 2;
    of.forces.forget();
    CHECK((of.damping_at(q1, velocity) - of.model.stiffness(q0) * velocity).norm() < 1e-13);
    of.tangent(q1);
    of.model.scale = 3;
    of.forces.forget();
    of.forces.begin_step(q1);
    CHECK((of.damping_at(q1, velocity) - of.model.stiffness(q1) * velocity).norm() < 1e-13);
}

TEST_CASE_METHOD(DampedSample, "damped forces: an iterate that fails leaves nothing behind") {
    Damped of(stiff);
    of.forces.begin_step(q0);
    of.tangent(q0);
    Vector f;
    Eigen::MatrixXd A;
    const Vector far = 100 * q1;
    CHECK(of.forces.forces_and_tangent(far, velocity, 1, 1, Definiteness::exact, f, A).kind ==
          Event::Kind::inverted);
    CHECK(of.forces.forces(far, velocity, f).kind == Event::Kind::inverted);
    CHECK((of.damping_at(q1, velocity) - of.model.stiffness(q0) * velocity).norm() < 1e-13);
    of.forces.begin_step(q0);
    CHECK((of.damping_at(q1, velocity) - of.model.stiffness(q0) * velocity).norm() < 1e-13);
}

TEST_CASE_METHOD(
    DampedSample,
    "damped forces: PSD-projected, damping leaves the directions alone that K pushes along") {
    const Vector indefinite = Eigen::Vector3d(-2, 3, 4), rest = Vector::Zero(3);
    Damped psd_projected(indefinite), exact(indefinite, 0.1, Definiteness::exact);
    psd_projected.forces.begin_step(rest);
    exact.forces.begin_step(rest);
    const Eigen::Vector3d raised(0, 3, 4);
    CHECK((psd_projected.damping_at(q1, velocity) - raised.cwiseProduct(velocity)).norm() < 1e-12);
    CHECK((exact.damping_at(q1, velocity) - indefinite.cwiseProduct(velocity)).norm() < 1e-12);
    CHECK(exact.forces.dissipation(Vector::Unit(3, 0)) == Approx(0.05 * -2));
    CHECK(psd_projected.forces.dissipation(Vector::Unit(3, 0)) == Approx(0).margin(1e-14));
    // The tangent of the forces is exact with either.
    CHECK((psd_projected.tangent(q1) - psd_projected.model.stiffness(q1)).norm() < 1e-13);
}
