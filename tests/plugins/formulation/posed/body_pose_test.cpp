// What a body is made of at the poses of its rig, as scenes say it.
#include "posed/body_pose.hpp"

#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// A bar with an element set, and poses of its rig.
std::string bar(const std::string& pose,
                const std::string& material =
                    "stvk, young: 20 kPa, "
                    "poisson: 0.3",
                const std::string& more = "") {
    return "    rig: {type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}}\n    mesh: {type: "
           "box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: [8, 2, 2], element: "
           "tet4}\n    material: {type: " +
           material + "}\n    formulation: {type: posed, poses: [{parameters: [1], " + pose + "}]" +
           more + "}\n";
}

const PoseModuli* moduli_of(SceneBody& scene) {
    const auto& body = dynamic_cast<const ElasticBody&>(scene.system());
    return body.rest_shape()->poses()->moduli();
}

std::string mistake_of(const std::string& node) {
    try {
        SceneBody scene(node);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("pose as written: what it does not say is as in the material") {
    SceneBody plain(bar("")), young(bar("young: 50 kPa"));
    CHECK(moduli_of(plain) == nullptr);
    const PoseModuli& moduli = *moduli_of(young);
    CHECK((moduli.at(0).young.array() == 20e3).all());
    CHECK((moduli.at(1).young.array() == 50e3).all());
    CHECK((moduli.at(1).poisson.array() == 0.3).all());
}

TEST_CASE("pose as written: paint on the surface changes elements near it, between both values") {
    SceneBody scene(bar(
        "paint: [{where: {box: {min: [0, -1, -1], max: [1, 1, 1]}}, young: 90 kPa}, {where: {box: "
        "{min: [-1, -1, -1], max: [-0.4, 1, 1]}}, poisson: 0.45}]"));
    const PoseModuli& moduli = *moduli_of(scene);
    const VolumeMesh& mesh = scene.body().mesh;
    CHECK((moduli.at(0).young.array() == 20e3).all());
    const Vector &young = moduli.at(1).young, &poisson = moduli.at(1).poisson;
    CHECK(young.minCoeff() >= 20e3);
    CHECK(young.maxCoeff() <= 90e3);
    CHECK(poisson.minCoeff() >= 0.3 - 1e-12);
    CHECK(poisson.maxCoeff() <= 0.45);
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        const double x = mesh.positions(0, mesh.elements.col(e)).mean();
        if (x < -0.25) CHECK(young[e] < 25e3);
        if (x > 0.25) CHECK(young[e] > 85e3);
        if (x > 0) CHECK(poisson[e] < 0.32);
    }
    CHECK(poisson.maxCoeff() > 0.4);
}

TEST_CASE("pose as written: mistakes are refused with their place") {
    using Catch::Contains;
    CHECK_THAT(mistake_of(bar("young: -5 kPa")), Contains("scene.yaml:8:") && Contains("young"));
    CHECK_THAT(mistake_of(bar("poisson: 0.5")), Contains("scene.yaml:8:") && Contains("poisson"));
    CHECK_THAT(mistake_of(bar("young: {default: 1 kPa, regions: {muscle: 2 kPa}}")),
               Contains("scene.yaml:8:") && Contains("the mesh has no element set 'muscle'"));
    CHECK_THAT(mistake_of(bar("young: 5 kPa", "mooney_rivlin, c10: 2 kPa")),
               Contains("scene.yaml:8:") &&
                   Contains("material/mooney_rivlin of /body lacks `young` and `poisson`") &&
                   Contains("neo_hookean"));
    const std::string outside = "{box: {min: [5, 5, 5], max: [6, 6, 6]}}";
    CHECK_THAT(mistake_of(bar("paint: [{where: " + outside + ", young: 5 kPa}]")),
               Contains("scene.yaml:8:") && Contains("surface"));
    CHECK_THAT(mistake_of(bar("paint: [{where: all}]")),
               Contains("scene.yaml:8:") && Contains("`paint` without a value"));
    CHECK_THAT(mistake_of(bar("paint: [{where: all, young: -1 kPa}]")),
               Contains("scene.yaml:8:") && Contains("young"));
    CHECK_THAT(mistake_of("    rig: {type: bend, from: -0.3, to: 0.3, angle: 0}\n    mesh: {type: "
                          "box, size: [1, 1, 1], cells: [1, 1, 1], element: tet4}\n    material: "
                          "{type: stvk}\n    formulation: {type: posed, smoothness: 0.1}\n"),
               Contains("`smoothness` without `poses`"));
}
