// A body whose rest shape moves, where the answer is known.
#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/small_systems.hpp>
#include <support/weight.hpp>

#include "full_space_scene.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

using Motion = std::function<Eigen::Affine3d(double t)>;

/// All nodes go with one affine motion.
class AffineRest final : public RestShape {
public:
    AffineRest(Points X, Motion motion, double gain = 1)
        : X_(std::move(X)), motion_(std::move(motion)), gain_(gain) {}
    double inertia_gain() const override { return gain_; }
    void positions(double t, std::span<const int> nodes, Points& x) const override {
        x = motion_(t) * Points(X_(Eigen::all, std::vector<int>(nodes.begin(), nodes.end())));
    }

private:
    Points X_;
    Motion motion_;
    double gain_;
};

/// Nodes at x = 0, which stay where they were.
class Held final : public Constraint {
public:
    bool still() const override { return true; }
    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i)
            if (body.mesh.positions(0, i) == 0)
                out.push_back(
                    {i, {true, true, true}, body.mesh.positions.col(i), zero, zero, true});
    }
};

const std::vector<double> uneven{0.1, 0.1, 0.05, 0.07, 0.03, 0.1, 0.02};

/// The same nodes go with a motion that begins after the second of those steps, with rates as
/// differences over the steps.
class Carried final : public Constraint {
public:
    explicit Carried(Motion motion) : motion_(std::move(motion)) {}
    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override {
        double end = 0, dt = 0, dt_before = 0;
        for (std::size_t k = 0; k < uneven.size() && end < t - 1e-9; ++k) {
            dt_before = dt;
            dt = uneven[k];
            end += dt;
        }
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i) {
            const Eigen::Vector3d X = body.mesh.positions.col(i);
            if (X.x() != 0) continue;
            const Eigen::Vector3d x = motion_(t) * X;
            Eigen::Vector3d v = 0 * X, a = 0 * X;
            if (dt_before > 0) {
                const Eigen::Vector3d start = motion_(t - dt) * X,
                                      before = motion_(t - dt - dt_before) * X;
                v = (x - start) / dt;
                a = (v - (start - before) / dt_before) / dt;
            }
            out.push_back({i, {true, true, true}, x, v, a});
        }
    }

private:
    Motion motion_;
};

/// A block whose rest shape moves, or does not.
struct Block {
    explicit Block(BodyParts parts, const Motion& motion = nullptr, double gain = 1)
        : body(test::body(box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.2), material)),
          system(
              body, parts, displacement_forces(body.mesh, material),
              motion ? std::make_unique<AffineRest>(body.mesh.positions, motion, gain) : nullptr) {}

    /// Positions after these steps of implicit Euler from time 0, each of that length [s].
    Points after(const std::vector<double>& steps, const Rayleigh& damping = {}) {
        DenseSolver linear;
        ImplicitIntegrator integrator(system, linear, TimeScheme::implicit_euler(),
                                      {.tolerance = 1e-12}, damping, 0);
        integrator.begin(0);
        double t = 0;
        for (const double dt : steps) {
            integrator.step(t, t + dt);
            t += dt;
        }
        return system.positions(integrator.state().q);
    }

    NeoHookean material;
    Body body;
    FullSpaceSystem system;
};

Eigen::Affine3d moved(const Eigen::Vector3d& by) {
    return Eigen::Affine3d(Eigen::Translation3d(by));
}

}  // namespace

TEST_CASE("moving rest: on a rigid motion it is the body whose constrained nodes are moved so") {
    // At rest for the first two steps, so that both begin alike.
    const Motion motion = [](double t) {
        const double s = std::max(t - 0.2, 0.0);
        return Eigen::Affine3d(Eigen::Translation3d(0, 3 * s * s, s) *
                               Eigen::AngleAxisd(4 * s * s, Eigen::Vector3d(1, 2, 2) / 3));
    };
    const Held held;
    const Carried carried(motion);
    const Weight weight;
    Block posed({{&held}, {&weight}}, motion), plain({{&carried}, {&weight}});
    const Points x = posed.after(uneven), y = plain.after(uneven);
    REQUIRE((x - motion(0.47) * posed.body.mesh.positions).norm() > 0.1);
    CHECK((x - y).norm() < 1e-9 * y.norm());
}

TEST_CASE("moving rest: a constant velocity changes nothing, from the first step on") {
    const Eigen::Vector3d velocity(3, -2, 1);
    const Motion motion = [&](double t) { return moved(t * velocity); };
    const Held held;
    Block posed({{&held}, {}}, motion);
    const Points x = posed.after(uneven, {0.5, 0.02});
    CHECK((x - motion(0.47) * posed.body.mesh.positions).norm() < 1e-9);
}

TEST_CASE("moving rest: a constant acceleration is a weight, in uneven steps") {
    const Eigen::Vector3d acceleration(0, 0, 10);
    const Held held;
    const Weight weight;  // 10 m/s^2 down
    // Differences of the position in uneven steps are those of a velocity that grows by the mean
    // of two steps; this motion has the acceleration in them exactly.
    const Motion motion = [&](double t) {
        double z = 0, velocity = 0, at = 0;
        for (const double dt : uneven) {
            const double part = std::min(std::max(t - at, 0.0), dt);
            if (at > 0) velocity += dt * acceleration.z();
            z += velocity * part;
            at += dt;
        }
        return moved({0, 0, z});
    };
    Block posed({{&held}, {}}, motion), plain({{&held}, {&weight}});
    const Points x = posed.after(uneven), X = posed.body.mesh.positions;
    const Points y = plain.after({uneven.begin() + 1, uneven.end()});
    REQUIRE((y - X).norm() > 0.05);
    CHECK((x - motion(0.47) * X - (y - X)).norm() < 1e-9);
}

TEST_CASE("moving rest: damping is of the motion beside it") {
    const Motion motion = [](double t) { return moved({std::sin(3 * t), 0, t * t}); };
    Block posed({{}, {}}, motion);  // nothing holds it
    posed.system.set_damping({0.7, 0.03});
    State state = posed.system.initial();
    posed.system.begin_step(state, 0, 0.1);
    posed.system.move_to(0.1);
    const Points now = motion(0.1) * posed.body.mesh.positions;
    const Vector q = (now - posed.body.mesh.positions).reshaped();
    CHECK(posed.system.dissipation(state.v) < 1e-20);  // it begins with the rest shape's velocity
    Forces forces;
    posed.system.forces(q, state.v, forces);
    CHECK(forces.internal.norm() < 1e-9 * posed.system.force_scale());
}

TEST_CASE("moving rest: stretched, the body is free of stress, and its elements are of that size") {
    const Motion motion = [](double t) {
        return Eigen::Affine3d(Eigen::Scaling(1 + t, 1.0, 1 - 0.5 * t));
    };
    Block posed({{}, {}}, motion);
    posed.system.move_to(0.5);
    const Points x = motion(0.5) * posed.body.mesh.positions;
    CHECK(posed.system.rest_positions() == x);
    const Vector q = (x - posed.body.mesh.positions).reshaped();
    CHECK(posed.system.stored_energies(q, 0 * q).elastic < 1e-20);
    // Its tangent is that of a body meshed so.
    NeoHookean material;
    VolumeMesh mesh = posed.body.mesh;
    mesh.positions = x;
    Body body = test::body(mesh, material);
    FullSpaceSystem anew(body, {}, displacement_forces(mesh, material));
    const Vector u = 0.02 * test::noise(q.size());
    Forces ours, theirs;
    posed.system.forces(q + u, 0 * q, ours);
    anew.forces(u, 0 * q, theirs);
    CHECK((ours.internal - theirs.internal).norm() < 1e-12 * theirs.internal.norm());
}

TEST_CASE("moving rest: a rest shape that is turned inside out is an error with its time") {
    const Motion motion = [](double t) { return Eigen::Affine3d(Eigen::Scaling(1 - t, 1.0, 1.0)); };
    Block posed({{}, {}}, motion);
    posed.system.move_to(0.9);
    CHECK_THROWS_WITH(posed.system.move_to(1.5),
                      Catch::Contains("is inverted (at rest), at time 1.5 s"));
}

TEST_CASE("moving rest: an attempt at a step that failed leaves no trace") {
    const Motion motion = [](double t) { return moved({std::sin(3 * t), 0, t * t}); };
    const auto last = [&](bool has_failed) {
        Block block({{}, {}}, motion);
        const AffineRest shape(block.body.mesh.positions, motion);
        MovingRest rest(block.body.mesh, shape);
        Assembler& assembler = block.system.assembler();
        const auto go = [&](double t, double dt) {
            rest.move_to(t);
            const Vector at_start = rest.displacement();
            State state{at_start, 0 * at_start, 0 * at_start};
            rest.begin_step(dt, state);
            CHECK_FALSE(rest.move_to(t + dt, assembler));
            return at_start;
        };
        go(0, 0.1);
        rest.commit();
        if (has_failed) go(0.1, 0.2);
        const Vector u = go(0.1, 0.1);
        rest.commit();
        go(0.2, 0.1);
        Vector all(4 * u.size());
        all << u, rest.rate(), rest.acceleration(), rest.displacement();
        return all;
    };
    CHECK(last(true) == last(false));
}

TEST_CASE("moving rest: a step that is tried anew after a failed one is the same, with damping") {
    const Motion motion = [](double t) { return moved({std::sin(3 * t), 0, t * t}); };
    const Held held;
    const auto forces_of_step = [&](bool has_failed) {
        Block block({{&held}, {}}, motion);
        block.system.set_damping({0.1, 0.03});
        State state = block.system.initial();
        const auto begin = [&](double dt) {
            State start = state;
            block.system.begin_step(start, 0, dt);
            block.system.move_to(dt);
            Forces forces;
            block.system.forces(start.q, Vector::Ones(start.q.size()), forces);
            return forces.internal;
        };
        if (has_failed) begin(0.2);
        return begin(0.1);
    };
    CHECK(forces_of_step(true) == forces_of_step(false));
}

TEST_CASE("moving rest: a factor of two on its inertia is that of an acceleration twice as large") {
    const auto along_z = [](double gain) {
        return [gain](double t) { return moved({0, 0, gain * 5 * t * t}); };
    };
    const Held held;
    const auto beside_rest = [&](double acceleration, double gain) {
        Block block({{&held}, {}}, along_z(acceleration), gain);
        block.system.let_inertia_act();
        const Points x = block.after(uneven);
        return Points(x - along_z(acceleration)(0.47) * block.body.mesh.positions);
    };
    const Points twice = beside_rest(2, 1);
    REQUIRE(twice.norm() > 0.05);
    CHECK((beside_rest(1, 2) - twice).norm() < 1e-9);
    CHECK(beside_rest(1, 0).norm() < 1e-9);
}

TEST_CASE("moving rest: statics do not feel a factor on inertia") {
    const Motion motion = [](double t) { return moved({0, 0, t * t}); };
    const Held held;
    Block block({{&held}, {}}, motion, 3);
    DenseSolver linear;
    ImplicitIntegrator integrator(block.system, linear, TimeScheme::statics(), {.tolerance = 1e-12},
                                  {}, 0);
    integrator.begin(0);
    for (int k = 0; k < 3; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    const Points x = block.system.positions(integrator.state().q);
    CHECK((x - motion(0.3) * block.body.mesh.positions).norm() < 1e-12);
}

TEST_CASE("moving rest: nodes held from some time on keep where they are from the rest shape") {
    const Motion motion = [](double t) { return moved({0, 0, t > 0.15 ? t - 0.15 : 0.0}); };
    class Late final : public Constraint {
    public:
        void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
            const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
            out.push_back({5, {true, true, true}, body.mesh.positions.col(5), zero, zero, true});
        }
    } late;
    late.common.from = 0.2;
    const Held held;
    const Weight weight;
    Block block({{&held, &late}, {&weight}}, motion);
    DenseSolver linear;
    ImplicitIntegrator integrator(block.system, linear, TimeScheme::implicit_euler(),
                                  {.tolerance = 1e-12}, {}, 0);
    integrator.begin(0);
    const auto u = [&](double t) {
        return Eigen::Vector3d(block.system.positions(integrator.state().q).col(5) -
                               motion(t) * block.body.mesh.positions.col(5));
    };
    for (int k = 0; k < 2; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    const Eigen::Vector3d when_held = u(0.2);
    REQUIRE(when_held.norm() > 1e-3);
    for (int k = 2; k < 5; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    CHECK((u(0.5) - when_held).norm() < 1e-12);
}

TEST_CASE("moving rest: a step after a checkpoint is the same to the last bit") {
    const Motion motion = [](double t) { return moved({std::sin(3 * t), 0, t * t}); };
    const Held held;
    const auto last = [&](bool is_restored) {
        Block block({{&held}, {}}, motion);
        DenseSolver linear;
        ImplicitIntegrator integrator(block.system, linear, TimeScheme::implicit_euler(), {},
                                      {0.1, 0.03}, 0);
        integrator.begin(0);
        integrator.step(0, 0.1);
        Archive archive;
        integrator.save(archive, "solver");
        if (!is_restored) {
            integrator.step(0.1, 0.13);
            integrator.step(0.13, 0.2);
            return integrator.state().q;
        }
        Block other({{&held}, {}}, motion);
        ImplicitIntegrator again(other.system, linear, TimeScheme::implicit_euler(), {},
                                 {0.1, 0.03}, 0);
        again.restore(archive, "solver", 0.1);
        again.step(0.1, 0.13);
        again.step(0.13, 0.2);
        return again.state().q;
    };
    CHECK(last(true) == last(false));
}
