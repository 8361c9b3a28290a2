// Of several bodies, one may change its degrees of freedom: what an attempt that fails has changed
// is undone for all.
#include <catch2/catch.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/n_cutbacks.hpp>

#include "support/bodies.hpp"
#include "support/growing_system.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A growing system as a body none of whose points moves.
class GrowingBody final : public BodySystem {
public:
    GrowingBody(const std::string& path, double when)
        : system(when),
          body_(test::body(test::box(ElementType::tet4, {1, 1, 1}, {1, 1, 1}), material_)) {
        body_.path = path;
    }

    Dynamics* dynamics() override { return &system; }
    Index size() const override { return system.size(); }
    State initial() const override { return system.initial(); }
    void move_to(double t) override { system.move_to(t); }
    bool changes_dofs() const override { return system.changes_dofs(); }
    bool begin_step(State& state, double t, double dt) override {
        return system.begin_step(state, t, dt);
    }
    void commit(const State& state, double t, const Vector& reactions) override {
        system.commit(state, t, reactions);
        committed_ = state;
    }
    const Prescribed& prescribed() const override { return system.prescribed(); }
    void forces(const Vector& q, const Vector& v, Forces& out) override {
        system.forces(q, v, out);
    }
    Energies stored_energies(const Vector& q, const Vector& v) override {
        return system.stored_energies(q, v);
    }
    double potential(const Vector& q) override { return system.potential(q); }
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override {
        return system.tangent(q, v, weights, definiteness, forces);
    }
    double length_scale() const override { return system.length_scale(); }
    double force_scale() const override { return system.force_scale(); }
    void save(Archive& archive, const std::string& prefix) const override {
        system.save(archive, prefix);
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        system.restore(archive, prefix);
    }
    void report(nlohmann::json&) const override {}
    std::string name() const override { return body_.path; }

    const Body& body() const override { return body_; }
    Eigen::Vector3d position(const MaterialPoint&, const Vector&) const override {
        return Eigen::Vector3d::Zero();
    }
    Eigen::Vector3d velocity(const MaterialPoint&, const Vector&, const Vector&) const override {
        return Eigen::Vector3d::Zero();
    }
    Points positions(const Vector&) const override { return body_.mesh.positions; }
    Points velocities(const Vector&, const Vector&) const override { return reactions(); }
    void add_point_force(const MaterialPoint&, const Eigen::Vector3d&, const Vector&,
                         Vector&) const override {}
    std::vector<Jacobian> point_jacobian(const MaterialPoint&, const Vector&) const override {
        return {};
    }
    PointFields point_fields(const Vector&) const override { return {}; }
    const State& committed_state() const override { return committed_; }
    Points reactions() const override { return Points::Zero(3, body_.mesh.n_nodes()); }

    Growing system;

private:
    test::NeoHookean material_{10, 100};
    Body body_;
    State committed_;
};

struct EndOfRun {
    State state;
    int n_cutbacks;
};

/// Four steps of 0.25 s; the attempts `refused` times in which `growing` has two degrees of freedom
/// cannot be evaluated.
EndOfRun run(System& system, Growing& growing, int refused) {
    growing.admissible = [&](const Vector& q) { return q.size() == 1 || refused-- <= 0; };
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5),
                                  {.tolerance = 1e-12}, {}, 4);
    integrator.begin(0);
    for (int step = 0; step < 4; ++step) integrator.step(0.25 * step, 0.25 * (step + 1));
    return {integrator.state(), int(n_cutbacks(integrator))};
}

}  // namespace

TEST_CASE("A body beside another grows as it does alone, also in a step that failed at first") {
    for (const int refused : {0, 2}) {
        Growing alone(0.5), other(10);
        const EndOfRun one = run(alone, alone, refused), second = run(other, other, 0);
        GrowingBody a("/a", 0.5), b("/b", 10);
        CompositeSystem both({&b, &a}, {});
        REQUIRE(both.changes_dofs());
        const EndOfRun all = run(both, a.system, refused);
        CHECK(all.n_cutbacks == one.n_cutbacks);
        CHECK((all.n_cutbacks > 0) == (refused > 0));
        CHECK(a.system.n_grown == all.n_cutbacks + 1);
        REQUIRE(all.state.q.size() == 3);
        CHECK((all.state.q.tail(2) - one.state.q).norm() < 1e-10);
        CHECK((all.state.v.tail(2) - one.state.v).norm() < 1e-10);
        if (refused == 0) CHECK(std::abs(all.state.q[0] - second.state.q[0]) < 1e-10);
    }
}
