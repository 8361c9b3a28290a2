#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/coupling/tie.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/model/rigid_modes.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/bodies.hpp>
#include <support/damping.hpp>
#include <support/dense_entries.hpp>

#include "support/small_systems.hpp"
#include "support/weight.hpp"

using namespace sinew;

namespace {

/// Holds the nodes at x = 0.
class Wall final : public Constraint {
public:
    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i)
            if (body.mesh.positions(0, i) == 0)
                out.push_back({i, {true, true, true}, body.mesh.positions.col(i), zero, zero});
    }
};

/// A beam from x = 0 to 1 and another, of a mesh that does not match, from 1 to 2.
struct TwoBeams {
    explicit TwoBeams(BodyParts first_parts = {}, BodyParts second_parts = {}) {
        first = test::body(test::box(ElementType::tet4, {2, 1, 1}, {1, 1, 1}), material);
        VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
        mesh.positions.row(0).array() += 1;
        second = test::body(mesh, material);
        first.path = "/first";
        second.path = "/second";
        tie = std::make_unique<Tie>(second, first, 1e-3, 1e5);
        a = std::make_unique<FullSpaceSystem>(first, first_parts,
                                              displacement_forces(first.mesh, material));
        b = std::make_unique<FullSpaceSystem>(second, second_parts,
                                              displacement_forces(second.mesh, material));
        system = std::make_unique<CompositeSystem>(std::vector<BodySystem*>{a.get(), b.get()},
                                                   std::vector<Coupling*>{tie.get()});
        system->move_to(0);
    }
    test::NeoHookean material{10, 100};
    Body first, second;
    std::unique_ptr<Tie> tie;
    std::unique_ptr<FullSpaceSystem> a, b;
    std::unique_ptr<CompositeSystem> system;
};

}  // namespace

TEST_CASE("composite: the tangent is the derivative of the forces, and its three forms agree") {
    TwoBeams beams;
    System& system = *beams.system;
    const Index n = system.size();
    const Vector q = 0.02 * test::noise(n), v = Vector::Zero(n), d = test::noise(n, 2);
    const Tangent& tangent = system.tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr);
    Vector exact;
    tangent.apply(d, exact);
    auto force = [&](double h) {
        Forces forces;
        system.forces(q + h * d, v, forces);
        return Vector(forces.internal - forces.external);
    };
    auto error = [&](double h) { return ((force(h) - force(-h)) / (2 * h) - exact).norm(); };
    CHECK(std::log2(error(2e-3) / error(1e-3)) == Approx(2).margin(0.1));
    test::DenseEntries entries(n);
    tangent.add_entries(entries, 0);
    CHECK((entries.matrix * d - exact).norm() < 1e-10 * exact.norm());
    CHECK((entries.matrix.diagonal() - tangent.diagonal()).norm() < 1e-10 * exact.norm());
}

TEST_CASE("composite: internal minus external is the gradient of the potential") {
    TwoBeams beams;
    System& system = *beams.system;
    const Index n = system.size();
    const Vector q = 0.02 * test::noise(n), d = test::noise(n, 2);
    Forces forces;
    system.forces(q, Vector::Zero(n), forces);
    const double exact = (forces.internal - forces.external).dot(d);
    auto error = [&](double h) {
        return std::abs((system.potential(q + h * d) - system.potential(q - h * d)) / (2 * h) -
                        exact);
    };
    CHECK(std::log2(error(4e-3) / error(2e-3)) == Approx(2).margin(0.1));
}

TEST_CASE("composite: damping forces are the gradient of the dissipation") {
    TwoBeams beams;
    test::check_dissipation(*beams.system);
}

TEST_CASE("composite: the pattern's revision stays while nothing changes") {
    TwoBeams beams;
    System& system = *beams.system;
    const Vector zero = Vector::Zero(system.size());
    const long first =
        system.tangent(zero, zero, {0, 0, 1}, Definiteness::exact, nullptr).pattern_revision();
    const Vector q = 0.01 * test::noise(system.size());
    CHECK(system.tangent(q, zero, {0, 0, 1}, Definiteness::exact, nullptr).pattern_revision() ==
          first);
    beams.tie->common.from = 1.0;  // not acting at time 0
    CHECK(system.tangent(q, zero, {0, 0, 1}, Definiteness::exact, nullptr).pattern_revision() !=
          first);
}

TEST_CASE("composite: a coupling learns of the steps at one end of which it acts") {
    struct Told final : Coupling {
        std::vector<Body*> bodies() const override { return {body}; }
        void begin_step(const PointMotion&, double t, double) override { times.push_back(t); }
        void evaluate(const PointMotion&, double, PointForces&) const override {}
        double energy(const PointMotion&, double) const override { return 0; }
        Body* body = nullptr;
        std::vector<double> times;
    } told;
    TwoBeams beams;
    told.body = &beams.first;
    told.common.from = 1.0;
    told.common.until = 3.0;
    CompositeSystem system({beams.a.get()}, {&told});
    State state = system.initial();
    for (const double t : {0.0, 0.5, 1.0, 2.0, 2.5, 3.0, 3.5}) system.begin_step(state, t, 0.5);
    CHECK(told.times == std::vector<double>{1, 2, 2.5, 3});
}

TEST_CASE("composite: explicit steps refuse a coupling that knows no bound on its stiffness") {
    struct Unbounded final : Coupling {
        std::vector<Body*> bodies() const override { return {body}; }
        void evaluate(const PointMotion&, double, PointForces&) const override {}
        double energy(const PointMotion&, double) const override { return 0; }
        Body* body = nullptr;
    } unbounded;
    TwoBeams beams;
    CHECK(beams.system->explicit_dynamics());
    unbounded.body = &beams.first;
    unbounded.provenance = {"coupling/rope", "/first", {}};
    CompositeSystem system({beams.a.get()}, {&unbounded});
    CHECK(system.dynamics());
    CHECK_FALSE(system.explicit_dynamics());
    const Diagnostic refusal = system.lacks(Facet::explicit_dynamics);
    CHECK_THAT(refusal.message,
               Catch::Contains("coupling/rope of /first knows no bound on its stiffness"));
    CHECK_THAT(refusal.remedy, Catch::Contains("implicit_newmark"));
}

TEST_CASE("composite: the largest step is the least that a coupling allows") {
    /// Lets the corner of a body go no farther than x = 1 + limit.
    struct Stop final : Coupling {
        std::vector<Body*> bodies() const override { return {body}; }
        void evaluate(const PointMotion&, double, PointForces&) const override {}
        double energy(const PointMotion&, double) const override { return 0; }
        double largest_step(const PointMotion& from, const PointMotion& to) override {
            const MaterialPoint corner = MaterialPoint::at_node(0, node);
            const double x = from.position(corner).x(), end = to.position(corner).x();
            return end > 1 + limit ? (1 + limit - x) / (end - x) : 1;
        }
        Body* body = nullptr;
        int node = 0;
        double limit = 0;
    };
    TwoBeams beams;
    Stop near, far;
    for (Stop* stop : {&near, &far}) {
        stop->body = &beams.first;
        beams.first.mesh.positions.row(0).maxCoeff(&stop->node);
    }
    near.limit = 0.1;
    far.limit = 0.3;
    CompositeSystem system({beams.a.get()}, {&near, &far});
    system.move_to(0);
    const Vector q = Vector::Zero(system.size());
    CHECK(system.largest_step(q, Vector::Constant(system.size(), 0.05)) == 1);
    CHECK(system.largest_step(q, Vector::Constant(system.size(), 0.4)) == Approx(0.25));
    near.common.from = 1.0;  // not acting now
    CHECK(system.largest_step(q, Vector::Constant(system.size(), 0.4)) == Approx(0.75));
}

TEST_CASE("composite: what a coupling throws is said in its name, whatever it is asked for") {
    struct Faulty final : Coupling {
        std::vector<Body*> bodies() const override { return {body}; }
        void begin_step(const PointMotion&, double, double) override { fail("begin_step"); }
        void evaluate(const PointMotion&, double, PointForces&) const override { fail("evaluate"); }
        double energy(const PointMotion&, double) const override { return fail("energy"); }
        void damp(const PointMotion&, double, PointForces&) const override { fail("damp"); }
        void commit(const PointMotion&, double) override { fail("commit"); }
        static double fail(const std::string& what) { throw std::runtime_error("no " + what); }
        Body* body = nullptr;
    } faulty;
    faulty.provenance = {"coupling/wobbly", "/world", {}};
    TwoBeams beams;
    faulty.body = &beams.first;
    CompositeSystem system({beams.a.get()}, {&faulty});
    State state = system.initial();
    Forces forces;
    const auto failed = [](const std::string& what) {
        return Catch::Contains("coupling/wobbly of /world failed: no " + what);
    };
    CHECK_THROWS_WITH(system.begin_step(state, 0, 0.1), failed("begin_step"));
    CHECK_THROWS_WITH(system.forces(state.q, state.v, forces), failed("evaluate"));
    CHECK_THROWS_WITH(system.energies(state.q, state.v), failed("energy"));
    CHECK_THROWS_WITH(system.potential(state.q), failed("energy"));
    CHECK_THROWS_WITH(system.damping_rate(state.q, state.v), failed("damp"));
    CHECK_THROWS_WITH(system.commit(state, 0, Vector::Zero(system.size())), failed("commit"));
}

namespace {

/// A coupling whose force on a corner of its body is not finite from a time on, or beyond a
/// displacement.
class Unsteady final : public Coupling {
public:
    explicit Unsteady(Body& body) : body_(body) {
        provenance = {"coupling/unsteady", "/world", {}};
        body.mesh.positions.row(0).maxCoeff(&node_);
    }
    std::vector<Body*> bodies() const override { return {&body_}; }
    void evaluate(const PointMotion& motion, double t, PointForces& out) const override {
        const MaterialPoint corner = MaterialPoint::at_node(0, node_);
        const bool is_far = motion.position(corner).x() > body_.mesh.positions(0, node_) + farthest;
        const double bad = t >= from ? std::nan("") : HUGE_VAL;
        out.force(corner, Eigen::Vector3d(t >= from || is_far ? bad : 1.0, 0, 0));
        if (out.wants_tangent())
            out.stiffness(corner, corner, Eigen::Matrix3d::Constant(t >= stiff_from ? bad : 0.0));
    }
    void damp(const PointMotion&, double t, PointForces& out) const override {
        const MaterialPoint corner = MaterialPoint::at_node(0, node_);
        const double c = t >= damped_from ? std::nan("") : 1;
        out.damping(corner, corner, Eigen::Matrix3d::Constant(c));
    }
    double energy(const PointMotion&, double) const override { return 0; }
    std::optional<double> stiffness_bound() const override { return 0.0; }

    double from = HUGE_VAL, stiff_from = HUGE_VAL, damped_from = HUGE_VAL, farthest = HUGE_VAL;

private:
    Body& body_;
    int node_ = 0;
};

}  // namespace

TEST_CASE("composite: a coupling that hands over values that are not finite is named") {
    TwoBeams beams;
    Unsteady unsteady(beams.first);
    CompositeSystem system({beams.a.get()}, {&unsteady});
    State state = system.initial();
    Forces forces;
    const auto named = [](const std::string& what) {
        return Catch::Contains("the " + what + " on node ");
    };
    SECTION("at the start") {
        unsteady.from = 0;
        system.move_to(0);
        CHECK_THROWS_WITH(system.forces(state.q, state.v, forces), named("force"));
    }
    SECTION("later, with node and plugin") {
        unsteady.from = 0.5;
        system.begin_step(state, 0.4, 0.1);
        system.move_to(0.5);
        const Vector tried = Vector::Constant(state.q.size(), 0.01);
        try {
            system.forces(tried, state.v, forces);
            FAIL("nothing was thrown");
        } catch (const ComputationError& error) {
            CHECK_THAT(error.diagnostic().message,
                       named("force") && Catch::Contains(" of /first is not finite: it has NaN"));
            CHECK(error.diagnostic().plugin == "coupling/unsteady");
            CHECK(error.diagnostic().node_path == "/world");
        }
    }
    SECTION("its damping alone") {
        unsteady.damped_from = 0.5;
        CHECK(system.damping_rate(state.q, state.v) > 0);
        system.begin_step(state, 0.4, 0.1);
        system.move_to(0.5);
        try {
            system.damping_rate(state.q, state.v);
            FAIL("nothing was thrown");
        } catch (const ComputationError& error) {
            CHECK_THAT(error.diagnostic().message, named("damping of a force"));
            CHECK(error.diagnostic().plugin == "coupling/unsteady");
            CHECK(error.diagnostic().node_path == "/world");
        }
    }
    SECTION("its stiffness alone") {
        unsteady.stiff_from = 0.5;
        system.begin_step(state, 0.4, 0.1);
        system.move_to(0.5);
        CHECK_NOTHROW(system.forces(state.q, state.v, forces));
        CHECK_THROWS_WITH(system.tangent(state.q, state.v, {0, 0, 1}, Definiteness::exact, &forces),
                          named("stiffness of a force"));
    }
}

TEST_CASE("composite: what is not finite in a trial state alone is nobody's fault") {
    TwoBeams beams;
    Unsteady unsteady(beams.first);
    unsteady.farthest = 0.1;
    CompositeSystem system({beams.a.get()}, {&unsteady});
    State state = system.initial();
    system.begin_step(state, 0, 0.1);
    system.move_to(0.1);
    Forces forces;
    const Vector tried = Vector::Constant(state.q.size(), 0.2);
    CHECK_NOTHROW(system.forces(tried, state.v, forces));
    CHECK_FALSE(forces.external.allFinite());
    state.q = tried;
    system.commit(state, 0.1, Vector::Zero(system.size()));
    CHECK_THROWS_WITH(system.forces(tried, state.v, forces),
                      Catch::Contains("is not finite: it has infinity"));
}

TEST_CASE("composite: two tied bodies that are not held keep their momenta") {
    TwoBeams beams;
    beams.first.initial_velocity.row(1).setConstant(0.5);
    beams.second.initial_velocity.row(2) = -0.3 * beams.second.mesh.positions.row(0);
    CompositeSystem& system = *beams.system;
    test::DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-10;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), options, {}, 4);
    integrator.begin(0);
    auto momentum = [&] {
        Vector p;
        system.apply_mass(integrator.state().v, p);
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (Index i = 0; i < p.size(); i += 3) sum += p.segment<3>(i);
        return sum;
    };
    const Eigen::Vector3d before = momentum();
    REQUIRE(before.norm() > 1);
    for (int k = 0; k < 50; ++k) integrator.step(0.01 * k, 0.01 * (k + 1));
    CHECK((momentum() - before).norm() < 1e-11 * before.norm());
}

TEST_CASE("Motions that nothing resists are named") {
    const Wall wall;
    auto motions = [](TwoBeams& beams) {
        System& system = *beams.system;
        const Vector zero = Vector::Zero(system.size());
        const Tangent& tangent =
            system.tangent(zero, zero, {0, 0, 1}, Definiteness::exact, nullptr);
        return unresisted_motions({{beams.a.get(), 0}, {beams.b.get(), beams.a->size()}}, tangent,
                                  system.prescribed(), zero);
    };
    SECTION("none where one body is held and the other tied to it") {
        TwoBeams beams({{&wall}, {}});
        CHECK(motions(beams).empty());
    }
    SECTION("all six of the one that the tie has let go") {
        TwoBeams beams({{&wall}, {}});
        beams.tie->common.from = 1.0;
        CHECK(motions(beams) == std::vector<std::string>{
                                    "translation of /second along x",
                                    "translation of /second along y",
                                    "translation of /second along z", "rotation of /second about x",
                                    "rotation of /second about y", "rotation of /second about z"});
    }
    SECTION("those of both together where they are tied and neither is held") {
        TwoBeams beams;
        const auto names = motions(beams);
        CHECK(names.size() >= 6);
    }
}
