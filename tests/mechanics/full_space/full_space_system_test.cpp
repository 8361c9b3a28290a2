#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/damping.hpp>
#include <support/dense_entries.hpp>

#include "full_space_scene.hpp"
#include "support/weight.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A force on one point that grows with the distance to another: f = k (x_b - x_a) x (1, 2, 3),
/// with damping of the same form: not symmetric, and between nodes that share no element.
class Swirl final : public Load {
public:
    Swirl(MaterialPoint a, MaterialPoint b) : a_(a), b_(b) {
        const Eigen::Vector3d w(1, 2, 3);
        matrix_ << 0, w.z(), -w.y(), -w.z(), 0, w.x(), w.y(), -w.x(), 0;
        matrix_ *= 50;
    }
    bool is_follower() const override { return true; }
    bool symmetric() const override { return false; }
    double potential(const LoadSite&, double) const override { return std::nan(""); }
    void evaluate(const LoadSite& site, double, PointForces& out) const override {
        const Eigen::Vector3d x = site.motion->position(b_) - site.motion->position(a_);
        const Eigen::Vector3d v = site.motion->velocity(b_) - site.motion->velocity(a_);
        out.force(a_, matrix_ * (x + 0.1 * v));
        if (!out.wants_tangent()) return;
        out.stiffness(a_, a_, matrix_);
        out.stiffness(a_, b_, -matrix_);
        out.damping(a_, a_, 0.1 * matrix_);
        out.damping(a_, b_, -0.1 * matrix_);
    }

private:
    MaterialPoint a_, b_;
    Eigen::Matrix3d matrix_;
};

}  // namespace

TEST_CASE("full space: the tangent is the derivative of the residual, loads and damping included") {
    const Swirl swirl(MaterialPoint{0, 2, {0, 1}, {0.25, 0.75}}, MaterialPoint::at_node(0, 35));
    const Weight weight;
    Scene scene(ElementType::tet4, {{}, {&weight, &swirl}});
    System& system = scene.system;
    system.dynamics()->set_damping({0.3, 0.02});
    const Index n = system.size();
    test::begin_step_at(system, 0.02 * test::noise(n, 5));
    const Vector q = 0.02 * test::noise(n), v = test::noise(n, 2), a = test::noise(n, 3);
    const TangentWeights weights{2.0, 3.0, 5.0};
    const Tangent& tangent = system.tangent(q, v, weights, Definiteness::exact, nullptr);
    REQUIRE_FALSE(tangent.symmetric());
    REQUIRE_FALSE(system.conservative());
    const Vector d = test::noise(n, 4);
    Vector product;
    tangent.apply(d, product);
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const auto at = [&](double s) {
            return residual(system, q + s * weights.stiffness * d, v + s * weights.damping * d,
                            a + s * weights.mass * d);
        };
        const double error = ((at(h) - at(-h)) / (2 * h) - product).norm();
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.1));
        last = error;
    }
}

TEST_CASE("full space: entries, operator and diagonal are one matrix") {
    Scene scene(ElementType::hex8);
    const Index n = scene.system.size();
    const Vector q = 0.02 * test::noise(n), v = Vector::Zero(n);
    const Tangent& tangent = scene.system.tangent(q, v, {1, 0, 2}, Definiteness::exact, nullptr);
    test::DenseEntries dense(n + 5);
    tangent.add_entries(dense, 5);
    const Eigen::MatrixXd A = dense.matrix.bottomRightCorner(n, n);
    const Vector x = test::noise(n, 2);
    Vector y;
    tangent.apply(x, y);
    REQUIRE((A * x - y).norm() < 1e-12 * y.norm());
    REQUIRE(A.diagonal() == tangent.diagonal());
    REQUIRE((A - A.transpose()).norm() < 1e-12 * A.norm());
    REQUIRE(dense.matrix.topRows(5).norm() == 0);
}

TEST_CASE("full space: forces are the gradient of the potential when loads are dead") {
    const Weight weight;
    Scene scene(ElementType::tet10, {{}, {&weight}});
    System& system = scene.system;
    REQUIRE(system.conservative());
    const Index n = system.size();
    const Vector q = 0.01 * test::noise(n), d = test::noise(n, 2);
    const double slope = residual(system, q, 0 * q, 0 * q).dot(d);
    double last = 0;
    for (const double h : {2e-3, 1e-3}) {
        const double error =
            std::abs((system.potential(q + h * d) - system.potential(q - h * d)) / (2 * h) - slope);
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.1));
        last = error;
    }
}

TEST_CASE("full space: rigid modes cost nothing") {
    Scene scene;
    const Index n = scene.system.size();
    const Vector rest = Vector::Zero(n);
    const Tangent& tangent =
        scene.system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, nullptr);
    const Eigen::MatrixXd modes = tangent.near_null_space();
    REQUIRE(modes.cols() == 6);
    for (int k = 0; k < 6; ++k) {
        Vector y;
        tangent.apply(modes.col(k), y);
        CHECK(y.norm() < 1e-12 * tangent.diagonal().norm());
    }
}

TEST_CASE("full space: constraints give sorted degrees of freedom; the later one wins") {
    Mover slow(1), fast(2);
    slow.common.until = 1.0;
    fast.common.from = 0.5;
    Scene scene(ElementType::hex8, {{&slow, &fast}, {}});
    System& system = scene.system;
    const auto& constrained = system.prescribed();
    REQUIRE(constrained.dofs.size() == 27);
    REQUIRE(std::is_sorted(constrained.dofs.begin(), constrained.dofs.end()));
    const long revision = constrained.revision;
    system.move_to(0.25);
    CHECK(constrained.q(0) == Approx(0.25));
    CHECK(constrained.q(1) == 0);
    CHECK(constrained.v(0) == 1);
    system.move_to(0.75);
    CHECK(constrained.q(0) == Approx(1.5));
    system.move_to(2);
    CHECK(constrained.q(0) == Approx(4));
    CHECK(constrained.revision == revision);
    fast.common.until = 3.0;
    system.move_to(4);
    CHECK(constrained.dofs.empty());
    CHECK(constrained.revision > revision);
}

TEST_CASE("full space: the residual of a still body under gravity is its weight") {
    const Weight weight;
    const Mover still(0);
    Scene scene(ElementType::tet4, {{&still}, {&weight}});
    const State state = scene.system.initial();
    const Vector r = residual(scene.system, state.q, state.v, state.a);
    CHECK(r.reshaped(3, r.size() / 3).row(2).sum() == Approx(15000));  // 1500 kg at 10 m/s^2
    scene.system.commit(state, 0, r);
    CHECK(scene.system.reactions().reshaped() == r);
}

TEST_CASE("full space: the frequency bound holds and is not wasteful") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        Scene scene(type);
        const Index n = scene.system.size();
        const Vector q = 0.02 * test::noise(n), v = Vector::Zero(n);
        test::DenseEntries dense(n);
        scene.system.tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).add_entries(dense, 0);
        const Vector scale = scene.system.lumped_mass().cwiseSqrt().cwiseInverse();
        const Eigen::MatrixXd scaled = scale.asDiagonal() * dense.matrix * scale.asDiagonal();
        const double exact =
            std::sqrt(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues()(n - 1));
        const double bound = scene.system.highest_frequency(q);
        CHECK(bound >= exact);
        CHECK(bound < 1.6 * exact);
    }
}

TEST_CASE("full space: a saved system comes back with the same bits") {
    const Mover mover(1);
    Scene one(ElementType::tet4, {{&mover}, {}}), other(ElementType::tet4, {{&mover}, {}});
    const Index n = one.system.size();
    const State state{0.01 * test::noise(n), test::noise(n, 2), test::noise(n, 3)};
    one.system.move_to(0.5);
    one.system.commit(state, 0.5, test::noise(n, 4));
    Archive archive;
    one.system.save(archive, "bodies/0");
    other.system.restore(archive, "bodies/0");
    CHECK(other.system.committed_state().q == state.q);
    CHECK(other.system.committed_state().a == state.a);
    CHECK(other.system.reactions() == one.system.reactions());
    CHECK(other.system.prescribed().q == one.system.prescribed().q);
}

TEST_CASE("full space: points move with their nodes, and pull back what pushes them") {
    Scene scene;
    const FullSpaceSystem& system = scene.system;
    const Index n = system.size();
    const Vector q = 0.02 * test::noise(n), v = test::noise(n, 2);
    const MaterialPoint point{0, 3, {0, 4, 7}, {0.2, 0.5, 0.3}};
    const Eigen::Vector3d force(1, 2, 3);
    Vector f = Vector::Zero(n);
    system.add_point_force(point, force, q, f);
    // Virtual power: f . v = force . velocity of the point, which is also sum of J v.
    CHECK(f.dot(v) == Approx(force.dot(system.velocity(point, q, v))));
    Eigen::Vector3d through = Eigen::Vector3d::Zero();
    for (const auto& piece : system.point_jacobian(point, q))
        through += piece.block * v.segment(piece.first, piece.block.cols());
    CHECK((through - system.velocity(point, q, v)).norm() < 1e-14);
    const Points x = system.positions(q);
    CHECK((system.position(point, q) - (0.2 * x.col(0) + 0.5 * x.col(4) + 0.3 * x.col(7))).norm() <
          1e-14);
}
