#include <catch2/catch.hpp>

#include "turning_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("rigged_arap: what holds of every law holds of it, at rest and in a pose") {
    Bound bound("rigged_arap, young: 3 kPa");
    check_laws(bound);
}

TEST_CASE("rigged_arap: where the rig's rotation is that of F it is as rigid as possible") {
    Bound bound("rigged_arap, young: 3 kPa");
    const BoundLaw arap("material/arap", "young: 3 kPa");
    bound.law->move_to(1);
    for (unsigned seed = 1; seed < 8; ++seed) {
        const Matrix3 A = random_matrix(seed, 0.3);
        const Matrix3 F = turned * (Matrix3::Identity() + 0.5 * (A + A.transpose()));
        CHECK(bound.at.energy(F) == Approx(arap.at.energy(F)).epsilon(1e-12));
        CHECK((bound.at.stress(F) - arap.at.stress(F)).norm() < 1e-12 * arap.at.stress(F).norm());
    }
}

TEST_CASE("rigged_arap: the matrix is the same in every pose, to the last bit") {
    SceneBody scene(turning_arm("rigged_arap, young: 3 kPa"));
    BodySystem& system = scene.system();
    const Vector rest = Vector::Zero(system.size());
    const auto diagonal = [&](double t) {
        system.move_to(t);
        return system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, nullptr).diagonal();
    };
    const Vector first = diagonal(0);
    CHECK(diagonal(0.4) == first);
    CHECK(diagonal(1) == first);
}
