#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>

#include "two_stiffnesses.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("pose material: its moduli are those of the pose, on the body and on parts of it") {
    const TwoStiffnesses poses;
    const PoseMaterial material(*poses.moduli(), 1);
    VolumeMesh mesh = poses.mesh;
    material.give(mesh);
    const Moduli& there = poses.moduli()->at(1);
    CHECK(material.moduli(mesh)->young == there.young);
    const std::vector<int> some{7, 3};
    const Submesh part = submesh(mesh, some);
    CHECK(material.moduli(part.mesh)->poisson == there.poisson(some));
    const auto constants = material.stvk()->constants(part.mesh);
    REQUIRE(constants.size() == 2);
    CHECK(constants[0] == ElasticConstants{there.young[7], there.poisson[7]});
    CHECK(material.provenance.plugin == "material/stvk");
}

TEST_CASE("pose material: a law without constants of St. Venant and Kirchhoff has none here") {
    const TwoStiffnesses poses;
    const Made<Material> other = make<Material>("material/neo_hookean", "young: 1 kPa");
    const PoseModuli moduli(*other, {poses.moduli()->at(1)});
    CHECK(PoseMaterial(moduli, 0).stvk() == nullptr);
}
