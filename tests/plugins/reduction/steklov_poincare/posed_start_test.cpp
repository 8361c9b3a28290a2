#include <catch2/catch.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>
#include <steklov_poincare/posed_start.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::PosedStart;

namespace {

/// An arm that bends at both joints, and what it does beside its skin.
struct BentArm : SplitArm {
    BentArm() : SplitArm("0.4 1.5", 0) {}
    const RiggedBody& rigged() { return rigged_body_of(scene.node(), {}); }
    const VolumeMesh& mesh() { return scene.body().mesh; }

    /// s(t) + R(t) (e0 + t e1) - X
    Vector displacements(double t, double e0, double e1) {
        const BoneMotion& motion = rigged().rig->at(t);
        const Points s = skinned(mesh().positions, rigged().nodes, motion, Blend::dual_quaternion);
        std::vector<Eigen::Matrix3d> R;
        blended_rotations(rigged().nodes, motion, R);
        Vector u(3 * mesh().n_nodes());
        for (Index i = 0; i < mesh().n_nodes(); ++i) {
            const Eigen::Vector3d way(std::sin(double(i)), std::cos(2.0 * double(i)), 1);
            u.segment<3>(3 * i) =
                s.col(i) - mesh().positions.col(i) + R[std::size_t(i)] * (e0 + t * e1) * way;
        }
        return u;
    }
};

}  // namespace

TEST_CASE("posed_start: what grows evenly beside the skin is met, whatever the steps") {
    BentArm arm;
    PosedStart start(arm.mesh(), &arm.rigged());
    const double e0 = 0.02, e1 = 0.3;
    Vector u = arm.displacements(0, e0, e1);
    start.advance(u, 0, 0.2, true);
    // One equilibrium is not enough to see that it grows.
    CHECK((u - arm.displacements(0.2, e0, 0)).norm() < 1e-12 * u.norm());
    u = arm.displacements(0.2, e0, e1);
    start.advance(u, 0.2, 0.5, true);
    CHECK((u - arm.displacements(0.7, e0, e1)).norm() < 1e-12 * u.norm());
    // The step has failed, and a shorter one is tried.
    u = arm.displacements(0.2, e0, e1);
    start.advance(u, 0.2, 0.1, true);
    CHECK((u - arm.displacements(0.3, e0, e1)).norm() < 1e-12 * u.norm());
}

TEST_CASE("posed_start: a body at rest goes along with its skin") {
    BentArm arm;
    PosedStart start(arm.mesh(), &arm.rigged());
    Vector u = Vector::Zero(3 * arm.mesh().n_nodes());
    start.advance(u, 0, 1, false);
    CHECK((u - arm.displacements(1, 0, 0)).norm() < 1e-12 * u.norm());
    CHECK(u.norm() > 1);
}

TEST_CASE("posed_start: without a rig displacements go on as they did") {
    BentArm arm;
    PosedStart start(arm.mesh(), nullptr);
    const Vector a = Vector::LinSpaced(3 * arm.mesh().n_nodes(), -1, 2);
    Vector u = a;
    start.advance(u, 0, 0.5, true);
    CHECK((u - a).norm() < 1e-14 * a.norm());
    u = 1.5 * a;
    start.advance(u, 0.5, 1, true);
    CHECK((u - 2.5 * a).norm() < 1e-14 * a.norm());
}

TEST_CASE("posed_start: a checkpoint keeps what it has seen, bit for bit") {
    BentArm arm;
    PosedStart start(arm.mesh(), &arm.rigged()), again(arm.mesh(), &arm.rigged());
    Vector u = arm.displacements(0, 0.02, 0.3);
    start.advance(u, 0, 0.2, true);
    Archive archive;
    start.save(archive, "start");
    again.restore(archive, "start");
    u = arm.displacements(0.2, 0.02, 0.3);
    Vector w = u;
    start.advance(u, 0.2, 0.2, true);
    again.advance(w, 0.2, 0.2, true);
    CHECK(u == w);
}

TEST_CASE("posed_start: after a step that was cut short it looks no farther than four of it") {
    BentArm arm;
    PosedStart start(arm.mesh(), nullptr);
    const Vector a = Vector::LinSpaced(3 * arm.mesh().n_nodes(), -1, 2);
    Vector u = a;
    start.advance(u, 0, 1e-3, true);
    u = 1.001 * a;
    start.advance(u, 1e-3, 1, true);
    CHECK((u - 1.005 * a).norm() < 1e-13 * a.norm());
}
