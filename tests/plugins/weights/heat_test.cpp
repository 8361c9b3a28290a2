#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <support/meshes.hpp>

#include "bar.hpp"
#include "elephant.hpp"
#include "u_shape.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

constexpr double half_length = 20;  ///< of the rod, in its distance from axis to edge: endless

/// A rod of one cell across, all of whose nodes are at the distance 1 from its axis, with n cells
/// to either side of the joint, at x = 0.
VolumeMesh rod(int n) {
    VolumeMesh mesh = tet_grid(2 * n, 1, 1);
    const double across = std::sqrt(2.0);
    mesh.positions.row(0) = (half_length / n) * (mesh.positions.row(0).array() - n);
    mesh.positions.bottomRows<2>() = across * (mesh.positions.bottomRows<2>().array() - 0.5);
    return mesh;
}

std::vector<Bone> rod_bones() {
    return {bone(-1, {-half_length, 0, 0}, {0, 0, 0}), bone(0, {0, 0, 0}, {half_length, 0, 0})};
}

Eigen::MatrixXd heat(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                     const std::string& parameters = "") {
    return make<Weights>("weights/heat", parameters)->on_nodes(mesh, bones);
}

/// Of the rod, beside w = e^(-x sqrt(c)) / 2 of the bone behind the joint, the closed form of
/// -w'' + c w = 0.
double error_of_rod(int n, double c) {
    const VolumeMesh mesh = rod(n);
    const Eigen::MatrixXd w = heat(mesh, rod_bones(), "c: " + std::to_string(c));
    double error = 0;
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const double x = mesh.positions(0, i);
        if (x < 0 || x > 3) continue;
        error = std::max(error, std::abs(w(i, 0) - std::exp(-x * std::sqrt(c)) / 2));
    }
    return error;
}

}  // namespace

TEST_CASE("heat: on a thin rod it is the difference equation of the rod, to round-off") {
    const int n = 80;
    const VolumeMesh mesh = rod(n);
    const Eigen::MatrixXd w = heat(mesh, rod_bones());
    // w_(k+1) - 2 w_k + w_(k-1) = q w_k, so w_k = l^k / 2 for the bone behind.
    const double q = std::pow(half_length / n, 2);
    const double l = 1 + q / 2 - std::sqrt(q + q * q / 4);
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const double k = mesh.positions(0, i) * n / half_length;
        const double behind = std::pow(l, std::abs(k)) / 2;
        if (std::abs(k) > 0.25 * n) continue;  // what the ends reflect is e^-30 and less
        CAPTURE(k);
        CHECK(w(i, k > 0 ? 0 : 1) == Approx(behind).epsilon(1e-11));
        CHECK(w(i, 0) + w(i, 1) == Approx(1).epsilon(1e-14));
    }
}

TEST_CASE("heat: on a thin rod the error falls by four with half the cells' length") {
    for (const double c : {1.0, 2.0}) {
        const double coarse = error_of_rod(40, c), fine = error_of_rod(80, c);
        CAPTURE(coarse, fine);
        CHECK(coarse / fine == Approx(4).epsilon(0.1));
    }
}

TEST_CASE("heat: of two bones in a bar each has half in the middle plane, inside and on the skin") {
    const VolumeMesh mesh = bar({8, 4, 4});
    const Eigen::MatrixXd w = heat(mesh, two_bones());
    CHECK(w.minCoeff() >= 0);
    CHECK(w.maxCoeff() <= 1);
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const double x = mesh.positions(0, i);
        if (x == 1) CHECK(w(i, 0) == Approx(0.5).epsilon(1e-12));
        if (x < 1) CHECK(w(i, 0) > 0.6);
        if (x > 1) CHECK(w(i, 1) > 0.6);
    }
}

TEST_CASE("heat: inside the weights are harmonic") {
    const VolumeMesh mesh = bar({8, 4, 4});
    const Eigen::MatrixXd w = heat(mesh, two_bones());
    Eigen::MatrixXd change = volume_laplacian(mesh) * w;
    const double on_skin = change.lpNorm<Eigen::Infinity>();
    for (const int i : boundary(mesh).nodes) change.row(i).setZero();
    CHECK(change.lpNorm<Eigen::Infinity>() < 1e-8 * on_skin);
}

TEST_CASE("heat: more of it makes the transition shorter") {
    const VolumeMesh mesh = bar();
    const auto behind = [&](const std::string& c) {
        const Eigen::MatrixXd w = heat(mesh, two_bones(), c);
        double most = 0;
        for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
            if (mesh.positions(0, i) == 1.25) most = std::max(most, w(i, 0));
        return most;
    };
    CHECK(behind("c: 0.22") > behind("") + 0.05);
    CHECK(behind("") > behind("c: 4") + 0.05);
}

TEST_CASE("heat: a leg is not heated by the bone of the other across the gap") {
    const VolumeMesh mesh = u_shape();
    // The right leg's own bone stays low, so that its upper part is nearer to that of the left.
    const std::vector<Bone> bones{bone(-1, {0.5, 0.5, 0.5}, {0.9, 0.5, 3.9}),
                                  bone(-1, {2.5, 0.5, 0.5}, {2.5, 0.5, 1})};
    const int top = node_at(mesh, {2, 0, 4});
    REQUIRE(nearest_bone(bones, mesh.positions.col(top)) == 0);
    const Eigen::MatrixXd w = heat(mesh, bones);
    CHECK(w(top, 1) > 0.8);
    CHECK(w(node_at(mesh, {1, 0, 4}), 0) > 0.99);
}

TEST_CASE("heat: a cavity that sees no bone is as the inside") {
    const VolumeMesh mesh = part_of_grid(
        5, 5, 5, [](const Vector3d& c) { return (c - Vector3d::Constant(2.5)).norm() > 0.1; });
    // The second bone lies in the air of the cavity, whose nodes it is nearest to.
    const Vector3d wall(0.5, 2.5, 2.5), cavity(2.5, 2.5, 2.5);
    const Eigen::MatrixXd w = heat(mesh, {bone(-1, wall, wall), bone(-1, cavity, cavity)});
    CHECK((w.col(0).array() - 1).abs().maxCoeff() < 1e-12);
}

TEST_CASE("heat: a bone that touches the skin has what it touches") {
    const VolumeMesh mesh = bar();
    const Eigen::MatrixXd w =
        heat(mesh, {bone(-1, {0, 0.2, 0.2}, {1, 0.2, 0.2}), bone(0, {1, 0.2, 0.2}, {2, 0.2, 0.2})});
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const Vector3d x = mesh.positions.col(i);
        if (x.y() != 0.2 || x.z() != 0.2) continue;
        CHECK(w(i, 0) == Approx(x.x() < 1 ? 1 : x.x() > 1 ? 0 : 0.5).margin(1e-6));
    }
}

TEST_CASE("heat: of the elephant each point goes mostly with a bone that is near") {
    const std::optional<Elephant> elephant = read_elephant();
    if (!elephant) return;
    const Eigen::MatrixXd w = heat(elephant->mesh, elephant->bones);
    CHECK(w.minCoeff() >= 0);
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
    const int n_near = n_with_near_bone(w, *elephant);
    CAPTURE(n_near);
    CHECK(n_near > 400);
}

TEST_CASE("heat: other elements, and bones outside of the body, are refused with the remedy") {
    const auto weights = make<Weights>("weights/heat");
    CHECK_THROWS_WITH(
        weights->on_nodes(box(ElementType::hex8, {2, 1, 1}, {2, 1, 1}), two_bones()),
        Catch::Contains("weights/heat works on tet4, and the elements of /here are hex8") &&
            Catch::Contains("closest_bone"));
    VolumeMesh away = bar();
    away.positions.row(1).array() += 3;
    CHECK_THROWS_WITH(weights->on_nodes(away, two_bones()),
                      Catch::Contains("no node of the skin sees its nearest bone") &&
                          Catch::Contains("move the bones inside the body"));
    CHECK_THROWS_WITH(make<Weights>("weights/heat", "c: 0"),
                      Catch::Contains("c is 0, must be > 0"));
}
