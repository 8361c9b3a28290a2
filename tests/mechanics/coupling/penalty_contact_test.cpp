#include <catch2/catch.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>

#include "coupling_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

class Ground final : public ContactShape {
public:
    Probe probe(const Eigen::Vector3d& x, double) const override {
        return {-x.z(), Eigen::Vector3d::UnitZ(), Eigen::Matrix3d::Zero()};
    }
    Eigen::Isometry3d pose(double) const override { return Eigen::Isometry3d::Identity(); }
    Eigen::Vector3d velocity(const Eigen::Vector3d&, double) const override {
        return Eigen::Vector3d::Zero();
    }
};

class Ball final : public ContactShape {
public:
    Probe probe(const Eigen::Vector3d& x, double) const override {
        const Eigen::Vector3d r = x - center;
        const double length = r.norm();
        const Eigen::Vector3d n = r / length;
        return {radius - length, n, (Eigen::Matrix3d::Identity() - n * n.transpose()) / length};
    }
    Eigen::Isometry3d pose(double) const override {
        return Eigen::Isometry3d(Eigen::Translation3d(center));
    }
    Eigen::Vector3d velocity(const Eigen::Vector3d&, double) const override {
        return Eigen::Vector3d::Zero();
    }
    Eigen::Vector3d center{0.4, 0.5, 0.6};
    double radius = 2;
};

Vector direction(Index n) {
    Vector d(n);
    for (Index i = 0; i < n; ++i) d[i] = std::sin(1.7 * static_cast<double>(i) + 0.3);
    return d;
}

/// A cube, all of whose lower nodes are 0.1 to 0.2 below the floor.
PointBodies sunk(const Body& body) {
    PointBodies bodies({&body});
    for (Index i = 0; i < bodies.size; i += 3)
        bodies.x[i + 2] -= 0.1 + 0.01 * static_cast<double>(i);
    return bodies;
}

}  // namespace

TEST_CASE("Nodal areas of a skin add up to its area") {
    const Body body = body_of_mesh(tet_grid(2, 2, 2));
    double sum = 0;
    for (double area : skin_areas(body)) sum += area;
    CHECK(sum == Approx(24));
}

TEST_CASE("Contact with a plane and with a sphere: forces and tangents are derivatives") {
    Body body = body_of_mesh(tet_grid(1, 1, 1));
    for (const bool ball : {false, true}) {
        CAPTURE(ball);
        std::unique_ptr<ContactShape> shape;
        if (ball)
            shape = std::make_unique<Ball>();
        else
            shape = std::make_unique<Ground>();
        PenaltyContact contact({&body}, {1e3, 0}, std::move(shape));
        const PointBodies bodies = sunk(body);
        REQUIRE(contact.energy(bodies, 0) > 0);
        const Vector d = direction(bodies.size);
        CHECK(order_of_force(contact, bodies, d, 1e-2) == Approx(2).margin(0.1));
        CHECK(order_of_tangent(contact, bodies, d, 1e-2) == Approx(2).margin(0.1));
        const Eigen::MatrixXd K = evaluate(contact, bodies).K;
        CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
    }
}

TEST_CASE("A plane carries a body with pressure stiffness times depth") {
    Body body = body_of_mesh(tet_grid(1, 1, 1));
    PenaltyContact contact({&body}, {1e3, 0}, std::make_unique<Ground>());
    PointBodies bodies({&body});
    for (Index i = 0; i < bodies.size; i += 3) bodies.x[i + 2] -= 0.01;
    // The lower nodes carry their share of the bottom and of the walls; all push straight up.
    const Vector f = evaluate(contact, bodies).f;
    double up = 0, area = 0;
    const std::vector<double> areas = skin_areas(body);
    for (Index i = 0; i < bodies.size; i += 3) {
        up += f[i + 2];
        CHECK(f[i] == 0);
        if (bodies.x[i + 2] < 0) area += areas[static_cast<std::size_t>(i / 3)];
    }
    CHECK(up == Approx(1e3 * 0.01 * area));
}

TEST_CASE("Friction holds Coulomb's cone, opposes sliding, and its consistent tangent is exact") {
    Body body = body_of_mesh(tet_grid(1, 1, 1));
    for (const double slide : {1e-5, 3e-4, 0.05}) {
        CAPTURE(slide);
        ContactParams params{1e3, 0.6, 0.1, FrictionTangent::consistent};
        PenaltyContact contact({&body}, params, std::make_unique<Ground>());
        CHECK_FALSE(contact.symmetric());
        PointBodies bodies = sunk(body);
        contact.begin_step(bodies, 0, 0.01);  // stick reach: 0.1 m/s * 0.01 s = 1 mm
        for (Index i = 0; i < bodies.size; i += 3) {
            bodies.x[i] += slide;
            bodies.x[i + 1] -= 0.3 * slide;
            bodies.x[i + 2] -= 0.02;
        }
        const DenseForces forces = evaluate(contact, bodies);
        const double reach = 1e-3, s = slide * std::sqrt(1.09) / reach;
        const double phi = s < 1 ? s * (2 - s) : 1;
        for (Index i = 0; i < bodies.size; i += 3) {
            const Eigen::Vector3d f = forces.f.segment<3>(i);
            const double along = f.head<2>().norm();
            CHECK(along <= 0.6 * f.z() * (1 + 1e-12));
            CHECK(along == Approx(0.6 * f.z() * phi).margin(1e-12));
            if (f.z() > 0) CHECK(f.x() < 0);
        }
        CHECK(order_of_tangent(contact, bodies, direction(bodies.size), 0.05 * slide) ==
              Approx(2).margin(0.2));
    }
}

TEST_CASE("The symmetric friction tangent is symmetric and positive semidefinite") {
    Body body = body_of_mesh(tet_grid(1, 1, 1));
    PenaltyContact contact({&body}, {1e3, 0.6, 0.1, FrictionTangent::symmetric},
                           std::make_unique<Ground>());
    CHECK(contact.symmetric());
    CHECK_FALSE(contact.conservative());
    PointBodies bodies = sunk(body);
    contact.begin_step(bodies, 0, 0.01);
    for (Index i = 0; i < bodies.size; i += 3) bodies.x[i] += 3e-4;
    const Eigen::MatrixXd K = evaluate(contact, bodies).K;
    CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
    CHECK(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0] > -1e-9 * K.norm());
}
