#include <sinew/mechanics/mesh/submesh.hpp>

#include "law_forces.hpp"
#include "two_stiffnesses.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A uniform stretch in an order of elements that is not the mesh's.
Vector stretch(const VolumeMesh& mesh) {
    return (Eigen::Vector3d(0.1, -0.05, 0.02).asDiagonal() * mesh.positions).reshaped();
}

}  // namespace

TEST_CASE("pose moduli: mixes lie between those of the poses, whatever the weights are") {
    const TwoStiffnesses poses;
    const std::vector<int> some{5, 0, 7};
    for (const double share : {-0.4, 0.0, 0.25, 1.0, 1.7}) {
        const Moduli mixed = poses.moduli()->mixed(Eigen::Vector2d(1 - share, share), some);
        const double s = std::clamp(share, 0.0, 1.0);
        REQUIRE(mixed.young.size() == 3);
        for (Index k = 0; k < 3; ++k) {
            const int e = some[std::size_t(k)];
            const Moduli &a = poses.moduli()->at(0), &b = poses.moduli()->at(1);
            CHECK(mixed.young[k] == Approx((1 - s) * a.young[e] + s * b.young[e]));
            CHECK(mixed.poisson[k] == Approx((1 - s) * a.poisson[e] + s * b.poisson[e]));
        }
    }
}

TEST_CASE("posed law: with all weight on a pose it is the material with the moduli there") {
    const TwoStiffnesses poses;
    const VolumeMesh& mesh = poses.mesh;
    const Vector u = stretch(mesh);
    const PosedLawOfMesh law(poses, mesh);
    const Vector neutral = forces(
        mesh, [&](const VolumeMesh& ordered) { return poses.material->bind(ordered); }, u);
    CHECK(forces(law.mesh(), law, u, 0) == neutral);

    const PoseMaterial other(*poses.moduli(), 1);
    VolumeMesh given = mesh;
    other.give(given);
    const Vector there = forces(
        given, [&](const VolumeMesh& ordered) { return other.bind(ordered); }, u);
    CHECK(forces(law.mesh(), law, u, 1) == there);
    CHECK((there - neutral).norm() > 0.1 * neutral.norm());
    // Stvk is linear in E: half-way, with the same nu, forces are the mean.
    TwoStiffnesses same_poisson(0);
    const PosedLawOfMesh half(same_poisson, mesh);
    const Vector f = forces(half.mesh(), half, u, 0.5), f_0 = forces(half.mesh(), half, u, 0),
                 f_1 = forces(half.mesh(), half, u, 1);
    CHECK((f - 0.5 * (f_0 + f_1)).norm() < 1e-12 * f.norm());
}

TEST_CASE("posed law: a part of the elements has the law that it has in the whole") {
    const TwoStiffnesses poses;
    const std::vector<int> some{9, 2, 17, 4};
    PosedLaw part(poses, submesh(poses.mesh, some).mesh, some);
    std::vector<int> all(std::size_t(poses.mesh.n_elements()));
    for (std::size_t e = 0; e < all.size(); ++e) all[e] = int(e);
    PosedLaw whole(poses, poses.mesh, all);
    Mat3<Pack> F = Mat3<Pack>::Identity(), P, Q;
    F(0, 1) = 0.2;
    F(2, 2) = 1.1;
    for (const double t : {0.0, 0.3, 1.4}) {
        part.move_to(t);
        whole.move_to(t);
        part.stress(0, {&F, 1}, {&P, 1});
        for (int k = 0; k < 4; ++k) {
            const int e = some[std::size_t(k)];
            whole.stress(e / Pack::lanes, {&F, 1}, {&Q, 1});
            CHECK(lane(P, k) == lane(Q, e % Pack::lanes));
        }
    }
}
