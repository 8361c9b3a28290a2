#include "rest_shape_contact/proxy_springs.hpp"

#include <omp.h>

#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>

#include "plugins/coupling/fingers.hpp"
#include "plugins/coupling/rest_shape_contact/two_blocks.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

ProxySpringParams springs(double anisotropy = 1) {
    ProxySpringParams params;
    params.stiffness = 1e3;
    params.anisotropy = anisotropy;
    params.voxel = 0.05;  // places beside the edges of a face are rounded by less
    return params;
}

/// Sum of forces, and of their moments about the origin.
std::pair<Vector3d, Vector3d> resultant(const Vector& f, const Vector& x) {
    Vector3d force = Vector3d::Zero(), moment = force;
    for (Index i = 0; i < f.size(); i += 3) {
        force += f.segment<3>(i);
        moment += Vector3d(x.segment<3>(i)).cross(Vector3d(f.segment<3>(i)));
    }
    return {force, moment};
}

}  // namespace

TEST_CASE("proxy springs: fingers pressed together push each other apart equally") {
    Body body = body_of_mesh(fingers());
    ProxySprings contact({&body}, springs());
    PointBodies at({&body});
    CHECK(evaluate(contact, at).f.norm() == 0);
    bend_fingers(at, 1.3);
    const Vector f = evaluate(contact, at).f;
    CHECK(contact.pairs(at, 0).size() >= 8);
    const auto [force, moment] = resultant(f, at.x);
    CHECK(force.norm() < 1e-13 * f.norm());
    CHECK(moment.norm() < 1e-12 * f.norm());
    // The left one is pushed left, and only vertices of the skin feel anything.
    Vector3d left = Vector3d::Zero();
    for (Index i = 0; i < f.size(); i += 3) {
        if (body.mesh.positions(0, i / 3) < 2.5) left += f.segment<3>(i);
        const bool on_skin =
            std::binary_search(body.skin.nodes.begin(), body.skin.nodes.end(), int(i / 3));
        if (!on_skin) CHECK(f.segment<3>(i).norm() == 0);
    }
    CHECK(left.x() < -0.8 * left.norm());
}

TEST_CASE(
    "proxy springs: k_a is the mean of the triangle's area and the ring's around the vertex") {
    TwoBlocks blocks;
    ProxySprings contact({&blocks.first, &blocks.second}, springs());
    const PointBodies at = blocks.pressed(0.2);
    int n = 0;
    for (const ProxyPair& pair : contact.pairs(at, 0)) {
        if (pair.body != 1) continue;
        // Triangles are halves of unit squares; the vertex in the middle of the lower face has six.
        const Vector3d X =
            blocks.second.mesh.positions.col(blocks.second.skin.nodes[std::size_t(pair.vertex)]);
        if ((X - Vector3d(1, 1, 0)).norm() > 1e-12) continue;
        CHECK(contact.stiffness(pair) == Approx(1e3 * 0.5 * (0.5 + 6 * 0.5)));
        ++n;
    }
    CHECK(n == 1);
    ProxySpringParams params = springs();
    params.node_stiffness = 7;
    ProxySprings same({&blocks.first, &blocks.second}, params);
    for (const ProxyPair& pair : same.pairs(at, 0)) CHECK(same.stiffness(pair) == 7);
}

TEST_CASE("proxy springs: anisotropy changes the stiffness along the skin, and no force") {
    TwoBlocks blocks;
    const PointBodies at = blocks.pressed(0.2);
    ProxySprings isotropic({&blocks.first, &blocks.second}, springs(1));
    const DenseForces all = evaluate(isotropic, at);
    for (const double alpha : {0.3, 0.0}) {
        CAPTURE(alpha);
        ProxySprings contact({&blocks.first, &blocks.second}, springs(alpha));
        const DenseForces now = evaluate(contact, at);
        CHECK((now.f - all.f).norm() < 1e-14 * all.f.norm());
        CHECK((now.K - now.K.transpose()).norm() < 1e-14 * now.K.norm());
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(now.K);
        CHECK(eigen.eigenvalues().minCoeff() > -1e-10 * eigen.eigenvalues().maxCoeff());
        // Straight down nothing changes; along the face alpha of it is left.
        Vector down = Vector::Zero(at.size), along = down;
        for (Index i = at.offsets[1]; i < at.size; i += 3) {
            down[i + 2] = 1;
            along[i] = 1;
        }
        CHECK((now.K * down - all.K * down).norm() < 1e-2 * (all.K * down).norm());
        CHECK((now.K * along).dot(along) ==
              Approx(alpha * (all.K * along).dot(along)).margin(1e-3 * all.K.norm()));
    }
}

TEST_CASE("proxy springs: pressed straight in, the change of forces is the stiffness's") {
    TwoBlocks blocks;
    ProxySprings contact({&blocks.first, &blocks.second}, springs());
    const PointBodies at = blocks.pressed();
    Vector d = Vector::Zero(at.size);
    for (Index i = at.offsets[1]; i < at.size; i += 3) d[i + 2] = 1;
    const DenseForces now = evaluate(contact, at);
    PointBodies deeper = at;
    deeper.x -= 1e-3 * d;
    const Vector change = evaluate(contact, deeper).f - now.f;
    CHECK((change - 1e-3 * now.K * d).norm() < 0.02 * change.norm());
    const double work = contact.energy(deeper, 0) - contact.energy(at, 0);
    CHECK(work == Approx(1e-3 * now.f.dot(d)).epsilon(0.02));
}

TEST_CASE("proxy springs: forces are the same bits for any number of threads") {
    Body body = body_of_mesh(fingers());
    PointBodies at({&body});
    bend_fingers(at, 1.3);
    const int most = omp_get_max_threads();
    Vector one;
    for (const int n : {1, 2, 4}) {
        omp_set_num_threads(n);
        ProxySprings contact({&body}, springs());
        const Vector f = evaluate(contact, at).f;
        if (n == 1) one = f;
        CHECK(f == one);
    }
    omp_set_num_threads(most);
}

TEST_CASE("proxy springs: solids push along their distance, by the ring's area") {
    Body body = body_of_mesh(tet_grid(2, 2, 2));
    const auto distance = [](double t) -> SolidAtTime {
        return [t](const Vector3d& x) {
            return SignedDistance{x.z() - 0.1 * t, Vector3d::UnitZ()};
        };
    };
    const KinematicSolid floor{
        distance, ObstacleSurface::plane("/floor", Varying<Vector3d>(), Vector3d::UnitZ(),
                                         bounding_box(body.mesh.positions))};
    ProxySprings contact({&body}, springs(), {floor});
    PointBodies at({&body});
    CHECK(contact.pairs(at, 0).empty());
    REQUIRE(contact.pairs(at, 1).size() == 9);
    DenseForces forces(at);
    contact.evaluate(at, 1, forces);
    // The area of the lower face is 4, and each triangle counts at its three corners.
    const auto [force, moment] = resultant(forces.f, at.x);
    double rings = 0;
    for (const ProxyPair& pair : contact.pairs(at, 1)) rings += contact.stiffness(pair) / 1e3;
    CHECK(force.z() == Approx(1e3 * rings * 0.1));
    CHECK(rings > 3 * 4);  // triangles of the sides count at its edge
    contact.commit(at, 1);
    nlohmann::json report;
    contact.report(report);
    CHECK(report.at("pairs") == 9);
    CHECK(report.at("deepest").get<double>() == Approx(0.1));
    CHECK(report.at("resultants").at(0).at("of") == "/floor");
    CHECK(report.at("resultants").at(0).at("force").at(2).get<double>() == Approx(force.z()));
    for (const TouchingPair& pair : contact.touching_pairs()) {
        CHECK(pair.gap == Approx(-0.1));
        CHECK(pair.direction.z() == Approx(-1));
    }
}
