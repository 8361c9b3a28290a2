#include <catch2/catch.hpp>
#include <functional>
#include <sinew/mechanics/subspace/changing_materials.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using test::EmptyCache;
using test::ReducedBody;

namespace {

std::unique_ptr<ReducedForces> polynomial(const SubspaceSite& site) {
    return test::make<ForceModel>("forces/stvk_polynomial")->make(site);
}

/// A box whose first and last elements are sets, "lower" and "upper".
VolumeMesh in_sets() {
    VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 4}, {1, 1, 2});
    for (int e = 0; e < 30; ++e) mesh.element_sets["lower"].push_back(e);
    for (int e = 50; e < 80; ++e) mesh.element_sets["upper"].push_back(e);
    return mesh;
}

Vector forces(ReducedForces& of, const Vector& q) {
    Vector f;
    REQUIRE_FALSE(of.forces(q, f));
    return f;
}

std::string message(const std::function<void()>& what) {
    try {
        what();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was refused";
}

}  // namespace

TEST_CASE("forces/stvk_polynomial: materials change region by region") {
    EmptyCache cache;
    ReducedBody body(in_sets(), "material/stvk",
                     "young: {default: 10 kPa, regions: {upper: 40 kPa}}, poisson: {default: 0.3, "
                     "regions: {lower: 0.45}}",
                     9);
    const auto reduced = polynomial(body.site());
    const Vector q = body.strained(0.4);
    const Vector f_start = forces(*reduced, q);
    CHECK((f_start - body.forces(q)).norm() < 1e-10 * f_start.norm());

    auto* changing = dynamic_cast<ChangingMaterials*>(reduced.get());
    REQUIRE(changing);
    REQUIRE(changing->regions().size() == 3);
    CHECK(changing->regions()[0].name == "lower");
    CHECK(changing->regions()[1].name == "1");
    CHECK(changing->regions()[2].name == "upper");
    CHECK(changing->regions()[2].elements == body.body().mesh.element_sets.at("upper"));
    CHECK(changing->regions()[2].young == 40e3);
    CHECK(changing->regions()[0].poisson == 0.45);

    changing->set_region(2, 5e3, 0.2);
    changing->set_region(0, 20e3, -0.3);
    CHECK(changing->regions()[2].young == 5e3);
    ReducedBody other(in_sets(), "material/stvk",
                      "young: {default: 10 kPa, regions: {upper: 5 kPa, lower: 20 kPa}}, poisson: "
                      "{default: 0.3, regions: {lower: -0.3, upper: 0.2}}",
                      9);
    const Vector f = forces(*reduced, q), f_other = other.forces(q);
    CHECK((f - f_other).norm() < 1e-10 * f_other.norm());
    CHECK((f - f_start).norm() > 0.1 * f_start.norm());

    changing->set_region(0, 10e3, 0.45);
    changing->set_region(2, 40e3, 0.3);
    CHECK(forces(*reduced, q) == f_start);
}

TEST_CASE("forces/stvk_polynomial: constants that differ everywhere make one polynomial") {
    EmptyCache cache;
    VolumeMesh mesh = in_sets();
    const Vector random = test::noise(mesh.n_elements());
    mesh.element_arrays["E"] = (20e3 + 15e3 * random.array()).matrix().transpose();
    mesh.element_arrays["nu"] = 0.4 * test::noise(mesh.n_elements(), 2).transpose();
    ReducedBody body(mesh, "material/stvk", "young: {array: E}, poisson: {array: nu}", 9);
    const auto reduced = polynomial(body.site());
    CHECK_FALSE(dynamic_cast<ChangingMaterials*>(reduced.get()));
    const Vector q = body.strained(0.4), right = body.forces(q);
    CHECK((forces(*reduced, q) - right).norm() < 1e-10 * right.norm());
    CHECK(reduced->energy(q) == Approx(body.energy(q)).epsilon(1e-10));
}

TEST_CASE("forces/stvk_polynomial: other laws and formulations are refused") {
    for (const std::string law : {"material/linear", "material/neo_hookean"}) {
        ReducedBody body(in_sets(), law, "young: 10 kPa, poisson: 0.4", 3);
        CHECK_THAT(
            message([&] { polynomial(body.site()); }),
            Catch::Contains("forces/stvk_polynomial takes material/stvk only, and /body "
                            "has " +
                            law) &&
                Catch::Contains("use forces: {type: cubature} or forces: {type: projection}, "
                                "which take any material, or material: {type: stvk}") &&
                Catch::Contains("test.yaml:"));
    }
    ReducedBody body(in_sets(), "material/stvk", "young: 10 kPa, poisson: 0.4", 3,
                     "formulation/f_bar");
    CHECK_THAT(
        message([&] { polynomial(body.site()); }),
        Catch::Contains("forces/stvk_polynomial takes formulation/displacement only, and /body has "
                        "formulation/f_bar") &&
            Catch::Contains("use forces: {type: projection}, which takes any formulation, or "
                            "formulation: {type: displacement}"));
}
