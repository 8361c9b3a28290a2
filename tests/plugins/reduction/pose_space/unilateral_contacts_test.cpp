#include <catch2/catch.hpp>
#include <pose_space/unilateral_contacts.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using pose_space::ContactPlane;
using pose_space::PoseContact;
using pose_space::UnilateralContacts;

namespace {

/// A block whose corners touch a plane, and each other's triangle.
struct TouchingBlock {
    TouchingBlock() {
        posed.step();
        PoseContact with_plane, with_triangle;
        with_plane.node = 0;
        with_plane.plane = 0;
        with_triangle.node = 3;
        with_triangle.triangle = {1, 2, 4};
        with_triangle.weights = {0.1, 0.85, 0.05};
        of_poses = {{}, {with_plane, with_triangle}, {with_plane}};
        stiffness = Vector::LinSpaced(posed.body.mesh.n_nodes(), 2, 5);
        posed.motion.rest_positions(nodes, rest);
        posed.motion.rows(nodes, U);
    }
    UnilateralContacts contacts(double depth) const {
        std::vector<UnilateralContacts::AtPose> poses;
        for (const auto& contacts : of_poses) poses.push_back({contacts, shape});
        return {poses, {plane(depth)}, stiffness};
    }
    /// Seen from the root.
    Points positions(const Vector& q) const {
        return rest + Points((U * q).reshaped(3, Index(nodes.size())));
    }
    /// A plane that cuts node 0 off by that depth.
    ContactPlane plane(double depth) const {
        const Eigen::Vector3d N = Eigen::Vector3d(1, 2, -2) / 3;
        return {rest.col(0) + depth * N, N};
    }

    PosedBody posed;
    Points shape = posed.shape().at_pose(0);
    std::vector<std::vector<PoseContact>> of_poses;
    Vector stiffness;
    std::vector<int> nodes{0, 1, 2, 3, 4};
    Points rest;
    Eigen::MatrixXd U;
};

}  // namespace

TEST_CASE("unilateral contacts: a plane pushes by depth times stiffness, once, and never pulls") {
    TouchingBlock block;
    block.of_poses[1].pop_back();
    const double depth = 0.01, k = block.stiffness[0];
    UnilateralContacts contacts = block.contacts(depth);
    CHECK(contacts.n_vertices() == 1);
    contacts.follow(block.posed.motion);
    const Index r = block.U.cols();
    const Vector none = Vector::Zero(r);
    CHECK(contacts.penetration(none) == Approx(depth));
    CHECK(contacts.energy(none) == Approx(0.5 * k * depth * depth));
    Vector f = Vector::Ones(r);
    contacts.add_forces(none, f);
    const Vector along = block.U.topRows(3).transpose() * block.plane(0).normal;
    CHECK((f - Vector::Ones(r) + k * depth * along).norm() < 1e-12 * k);

    const Vector away = 2 * depth * along / along.squaredNorm();
    CHECK(contacts.penetration(away) == 0);
    CHECK(contacts.energy(away) == 0);
    f.setZero();
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(r, r);
    contacts.add_forces_and_stiffness(away, 1, f, K);
    CHECK(f.norm() + K.norm() == 0);
}

TEST_CASE("unilateral contacts: forces and stiffness are derivatives of the energy") {
    TouchingBlock block;
    const auto normal = [](const Points& x) -> Eigen::Vector3d {
        return (x.col(2) - x.col(1)).cross(x.col(4) - x.col(1)).normalized();
    };
    const Eigen::Vector3d touched =
        block.rest.middleCols<4>(1) * Eigen::Vector4d(0.1, 0.85, 0, 0.05);
    const double above = normal(block.rest).dot(block.rest.col(3) - touched);
    REQUIRE(std::abs(above) > 0.02);
    for (const bool is_behind : {true, false}) {
        const double side = (above < 0) == is_behind ? 1 : -1;
        block.of_poses[1][1].normal = side * normal(block.shape);
        UnilateralContacts contacts = block.contacts(0.01);
        CHECK(contacts.n_vertices() == 2);
        contacts.follow(block.posed.motion);
        const Index r = block.U.cols();
        const Vector q = 1e-3 * Vector::LinSpaced(r, -1, 2);
        Vector f = Vector::Zero(r), alone = f;
        Eigen::MatrixXd K = Eigen::MatrixXd::Zero(r, r);
        contacts.add_forces_and_stiffness(q, 2, f, K);
        contacts.add_forces(q, alone);
        CHECK((f - alone).norm() == 0);
        const auto energy = [&](const Vector& at) { return contacts.energy(at); };
        const double h = 1e-5;
        Vector gradient(r);
        for (Index i = 0; i < r; ++i) {
            const Vector step = h * Vector::Unit(r, i);
            gradient[i] = (energy(q + step) - energy(q - step)) / (2 * h);
            Vector ahead = Vector::Zero(r), behind = ahead;
            contacts.add_forces(q + step, ahead);
            contacts.add_forces(q - step, behind);
            CHECK(((ahead - behind) / h - K.col(i)).norm() < 1e-8 * K.norm());
        }
        CHECK((gradient - f).norm() < 1e-8 * f.norm());
        CHECK((K - K.transpose()).norm() < 1e-15 * K.norm());
        // The depth is that of the points where they are.
        const Points at = block.positions(q);
        const Eigen::Vector3d point = at.middleCols<4>(1) * Eigen::Vector4d(0.1, 0.85, 0, 0.05);
        const double of_plane = -block.plane(0.01).normal.dot(at.col(0) - block.plane(0.01).point),
                     of_triangle = -side * normal(block.rest).dot(at.col(3) - point);
        CHECK(contacts.penetration(q) == Approx(std::max(of_plane, of_triangle)));
        CHECK((of_triangle > of_plane) == is_behind);
    }
}
