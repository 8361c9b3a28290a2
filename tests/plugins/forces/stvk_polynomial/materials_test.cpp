#include <catch2/catch.hpp>
#include <functional>
#include <sinew/mechanics/reduced/changing_body.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using test::EmptyCache;
using test::ReducedBody;

namespace {

/// A box whose first and last elements are sets, "lower" and "upper".
VolumeMesh in_sets() {
    VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 4}, {1, 1, 2});
    for (int e = 0; e < 30; ++e) mesh.element_sets["lower"].push_back(e);
    for (int e = 50; e < 80; ++e) mesh.element_sets["upper"].push_back(e);
    return mesh;
}

/// Of parts of the body that change.
SubspaceSite site(ReducedBody& body, const std::vector<std::string>& names) {
    SubspaceSite site = body.site();
    site.changing.names = names;
    return site;
}

Marked<MaterialChange> change(const std::string& region, std::optional<double> young,
                              std::optional<double> poisson = {},
                              std::optional<double> density = {}) {
    const auto varying = [](const std::optional<double>& x) {
        std::optional<Marked<Varying<double>>> at;
        if (x) at = Marked<Varying<double>>{Varying<double>(*x), {}};
        return at;
    };
    return {{region, varying(young), varying(poisson), varying(density)}, {}};
}

/// The reduced forces after these changes of a body in the same subspace.
struct Changed {
    Changed(ReducedBody& body, const std::vector<Marked<MaterialChange>>& changes) {
        std::vector<std::string> names;
        for (const auto& one : changes) names.push_back(one.value.region);
        reduced = test::polynomial(site(body, names));
        materials.emplace(changes, *reduced, body.full(), body.U, Origin{});
        materials->move_to(0);
    }
    std::unique_ptr<ReducedForces> reduced;
    std::optional<ChangingBody> materials;
};

double distance(const Vector& a, const Vector& b) {
    return (a - b).norm() / b.norm();
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
    const auto reduced = test::polynomial(body.site());
    const Vector q = body.strained(0.4);
    const Vector f_start = forces(*reduced, q);
    CHECK((f_start - body.forces(q)).norm() < 1e-10 * f_start.norm());

    auto* changing = reduced->changing_materials();
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

TEST_CASE("forces/stvk_polynomial: changes that were announced give the same forces") {
    EmptyCache cache;
    const std::string at_start =
        "young: {default: 10 kPa, regions: {upper: 40 kPa}}, poisson: {default: 0.3, regions: "
        "{lower: 0.45}}";
    ReducedBody body(in_sets(), "material/stvk", at_start, 9);
    using Expected = std::vector<ChangingMaterials::Expected>;
    for (const Expected& expected :
         {Expected{}, Expected{{2, true}}, Expected{{2, false}, {0, true}},
          Expected{{1, false}, {0, false}, {2, false}},
          Expected{{0, true}, {1, true}, {2, true}}}) {
        INFO(expected.size() << " regions change");
        const auto plain = test::polynomial(body.site()), changed = test::polynomial(body.site()),
                   at_once = test::polynomial(body.site());
        for (const auto* forces : {&changed, &at_once})
            (*forces)->changing_materials()->expect(expected);
        const Vector q = body.strained(0.4);
        CHECK(distance(forces(*changed, q), forces(*plain, q)) < 1e-13);
        for (const bool is_last : {false, true})
            for (const auto& [region, poisson] : expected)
                for (const auto* forces : {&plain, &changed, &at_once}) {
                    if (forces == &at_once && !is_last) continue;
                    auto* materials = (*forces)->changing_materials();
                    const double nu = materials->regions()[std::size_t(region)].poisson;
                    materials->set_region(region, is_last ? 7e3 * (1 + region) : 1e5,
                                          poisson ? (is_last ? 0.2 : -0.3) : nu);
                    Vector f;
                    if (!is_last) REQUIRE_FALSE((*forces)->forces(q, f));
                }
        CHECK(distance(forces(*changed, q), forces(*plain, q)) < 1e-13);
        INFO("bits do not depend on what was before");
        CHECK(forces(*changed, q) == forces(*at_once, q));
    }
}

TEST_CASE("forces/stvk_polynomial: of two sets of the same constants one softens") {
    EmptyCache cache;
    ReducedBody body(in_sets(), "material/stvk", "young: 10 kPa, poisson: 0.3", 9);
    ReducedBody soft(in_sets(), "material/stvk",
                     "young: {default: 10 kPa, regions: {upper: 2 kPa}}, poisson: {default: 0.3, "
                     "regions: {upper: 0.1}}",
                     9);
    Changed changed(body, {change("upper", 2e3, 0.1)});
    const Vector q = body.strained(0.4), right = soft.forces(q);
    CHECK(distance(forces(*changed.reduced, q), right) < 1e-10);
    CHECK(changed.reduced->energy(q) == Approx(soft.energy(q)).epsilon(1e-10));
    CHECK(distance(body.forces(q), right) > 0.1);

    Changed both(body, {change("upper", 2e3, 0.1), change("lower", 30e3)});
    ReducedBody other(in_sets(), "material/stvk",
                      "young: {default: 10 kPa, regions: {upper: 2 kPa, lower: 30 kPa}}, poisson: "
                      "{default: 0.3, regions: {upper: 0.1}}",
                      9);
    CHECK(distance(forces(*both.reduced, q), other.forces(q)) < 1e-10);

    // One set alone, two sets, and none: what is kept apart is part of the key.
    test::polynomial(body.site());
    CHECK(cache.files().size() == 3);
}

TEST_CASE("forces/stvk_polynomial: a set changes whatever its constants are, each keeps the rest") {
    EmptyCache cache;
    VolumeMesh mesh = in_sets();
    for (int e = 20; e < 60; ++e) mesh.element_sets["middle"].push_back(e);
    ReducedBody body(mesh, "material/stvk",
                     "young: 10 kPa, poisson: {default: 0.3, regions: {upper: 0.45}}", 9);
    Changed changed(body, {change("middle", 3e3)});
    for (int e = 20; e < 60; ++e)
        mesh.element_sets[e < 50 ? "middle_of_it" : "upper_of_it"].push_back(e);
    ReducedBody other(mesh, "material/stvk",
                      "young: {default: 10 kPa, regions: {middle: 3 kPa}}, poisson: {default: 0.3, "
                      "regions: {upper: 0.45}}",
                      9);
    const Vector q = body.strained(0.4);
    CHECK(distance(forces(*changed.reduced, q), other.forces(q)) < 1e-10);
    // And a pair of constants by its number.
    Changed by_number(body, {change("1", 3e3, 0.2)});
    ReducedBody numbered(mesh, "material/stvk",
                         "young: {default: 10 kPa, regions: {upper: 3 kPa}}, poisson: {default: "
                         "0.3, regions: {upper: 0.2}}",
                         9);
    CHECK(distance(forces(*by_number.reduced, q), numbered.forces(q)) < 1e-10);
}

TEST_CASE(
    "forces/stvk_polynomial: the mass of a set whose density changes is that of its elements") {
    EmptyCache cache;
    VolumeMesh mesh = in_sets();
    for (int e = 20; e < 60; ++e) mesh.element_sets["middle"].push_back(e);
    ReducedBody body(mesh, "material/stvk",
                     "young: 10 kPa, poisson: {default: 0.3, regions: {upper: 0.45}}", 9);
    Changed changed(body, {change("middle", {}, {}, 3000)});
    Eigen::VectorXd of_middle = Eigen::VectorXd::Zero(mesh.n_elements());
    of_middle.segment(20, 40).setConstant(2000);  // beside 1000
    const MassMatrix more(mesh, of_middle, body.full().assembler().pattern());
    Eigen::MatrixXd right = Eigen::MatrixXd::Identity(9, 9);
    Vector y;
    for (Index k = 0; k < 9; ++k) {
        more.multiply(body.U.col(k), y);
        right.col(k) += body.U.transpose() * y;
    }
    CHECK((changed.materials->mass() - right).norm() < 1e-12 * right.norm());
}

TEST_CASE(
    "forces/stvk_polynomial: sets that share elements, are not there or too many are refused") {
    EmptyCache cache;
    VolumeMesh mesh = in_sets();
    for (int e = 20; e < 60; ++e) mesh.element_sets["middle"].push_back(e);
    mesh.element_sets["none"] = {};
    ReducedBody body(mesh, "material/stvk", "young: 10 kPa, poisson: 0.3", 4);
    const auto refused = [&](const std::vector<Marked<MaterialChange>>& changes) {
        return message([&] { Changed(body, changes); });
    };
    CHECK_THAT(refused({change("lower", 1e3), change("middle", 1e3)}),
               Catch::Contains("`materials` names 'lower' and 'middle', which share elements") &&
                   Catch::Contains("take sets that share none"));
    CHECK_THAT(refused({change("lower", 1e3), change("lower", {}, 0.2)}),
               Catch::Contains("`materials` names region 'lower' twice"));
    CHECK_THAT(refused({change("loewr", 1e3)}),
               Catch::Contains("`materials` has no region 'loewr'") &&
                   Catch::Contains("did you mean 'lower'?"));
    CHECK_THAT(refused({change("none", 1e3)}),
               Catch::Contains("set 'none', which is empty") &&
                   Catch::Contains("name an element set of the mesh (lower, middle, upper)"));

    // 16 pairs are kept apart, but not 16 with a set across one of them.
    Eigen::VectorXd E = Eigen::VectorXd::Constant(mesh.n_elements(), 10e3);
    for (int e = 0; e < 15; ++e) E(e) = 1e3 * (e + 1) / 2;
    mesh.element_arrays["E"] = E.transpose();
    ReducedBody varied(mesh, "material/stvk", "young: {array: E}, poisson: 0.3", 4);
    Changed by_number(varied, {change("15", 1e3)});
    CHECK(by_number.reduced->changing_materials()->regions().size() == 16);
    CHECK_THAT(message([&] { Changed(varied, {change("upper", 1e3)}); }),
               Catch::Contains("`materials` change, and /body has 17 regions that differ in young, "
                               "poisson or the sets that `materials` names: forces/stvk_polynomial "
                               "keeps at most 16 apart") &&
                   Catch::Contains("fewer different pairs of young and poisson"));
    test::polynomial(varied.site());  // where nothing changes, sets do not matter
}

TEST_CASE("forces/stvk_polynomial: constants that differ everywhere make one polynomial") {
    EmptyCache cache;
    VolumeMesh mesh = in_sets();
    const Vector random = test::noise(mesh.n_elements());
    mesh.element_arrays["E"] = (20e3 + 15e3 * random.array()).matrix().transpose();
    mesh.element_arrays["nu"] = 0.4 * test::noise(mesh.n_elements(), 2).transpose();
    ReducedBody body(mesh, "material/stvk", "young: {array: E}, poisson: {array: nu}", 9);
    const auto reduced = test::polynomial(body.site());
    CHECK_FALSE(reduced->changing_materials());
    const Vector q = body.strained(0.4), right = body.forces(q);
    CHECK((forces(*reduced, q) - right).norm() < 1e-10 * right.norm());
    CHECK(reduced->energy(q) == Approx(body.energy(q)).epsilon(1e-10));
}

TEST_CASE("forces/stvk_polynomial: other laws and formulations are refused") {
    for (const std::string law : {"material/linear", "material/neo_hookean"}) {
        ReducedBody body(in_sets(), law, "young: 10 kPa, poisson: 0.4", 3);
        CHECK_THAT(
            message([&] { test::polynomial(body.site()); }),
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
        message([&] { test::polynomial(body.site()); }),
        Catch::Contains("forces/stvk_polynomial takes formulation/displacement only, and /body has "
                        "formulation/f_bar") &&
            Catch::Contains("use forces: {type: projection}, which takes any formulation, or "
                            "formulation: {type: displacement}"));
}
