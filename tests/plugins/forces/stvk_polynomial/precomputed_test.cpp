#include "stvk_polynomial/precomputed.hpp"

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::stvk;

namespace {

VolumeMesh in_two_sets() {
    VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
    for (int e = 0; e < 40; ++e) mesh.element_sets[e < 15 ? "left" : "right"].push_back(e);
    return mesh;
}

Eigen::MatrixXd modes(const VolumeMesh& mesh) {
    return test::noise(3 * mesh.n_nodes() * 4).reshaped(3 * mesh.n_nodes(), 4);
}

}  // namespace

TEST_CASE("regions: elements of equal constants, in the order of their first, named as their set") {
    const VolumeMesh mesh = in_two_sets();
    std::vector<ElasticConstants> constants(40, {1e4, 0.3});
    for (int e = 15; e < 40; ++e) constants[std::size_t(e)] = {2e4, 0.3};
    const auto two = regions_of(mesh, constants);
    REQUIRE(two.size() == 2);
    CHECK(two[0].name == "left");
    CHECK(two[1].name == "right");
    CHECK(two[1].young == 2e4);
    CHECK(two[0].elements == mesh.element_sets.at("left"));
    constants[39] = {1e4, 0.3};
    const auto mixed = regions_of(mesh, constants);
    REQUIRE(mixed.size() == 2);
    CHECK(mixed[0].name == "0");
    CHECK(mixed[0].elements.back() == 39);
}

TEST_CASE("regions: equal constants are taken apart by the sets asked for, and by no others") {
    VolumeMesh mesh = in_two_sets();
    mesh.element_sets["middle"] = {10, 11, 12, 13, 14, 15, 16, 17};
    const std::vector<ElasticConstants> same(40, {1e4, 0.3});
    CHECK(regions_of(mesh, same).size() == 1);
    CHECK(regions_of(mesh, same, {"nowhere"}).size() == 1);
    const auto two = regions_of(mesh, same, {"left"});
    REQUIRE(two.size() == 2);
    CHECK(two[0].elements == mesh.element_sets.at("left"));
    CHECK(two[1].elements == mesh.element_sets.at("right"));
    CHECK(two[0].pair == 0);
    CHECK(two[1].pair == 0);
    const auto four = regions_of(mesh, same, {"left", "middle"});
    REQUIRE(four.size() == 4);
    CHECK(four[0].elements.size() == 10);
    CHECK(four[1].elements == std::vector<int>{10, 11, 12, 13, 14});
    CHECK(four[2].elements == std::vector<int>{15, 16, 17});
    CHECK(four[3].elements.size() == 22);
}

TEST_CASE("regions: as many as there are, beyond what is worth polynomials of their own") {
    const VolumeMesh mesh = in_two_sets();
    std::vector<ElasticConstants> constants(40, {1e4, 0.3});
    for (int e = 0; e < 16; ++e) constants[std::size_t(e)].young = 100 + e;
    const auto regions = regions_of(mesh, constants);
    CHECK(regions.size() == most_regions + 1);
    CHECK(regions.back().pair == 16);
    constants[15] = constants[14];
    CHECK(regions_of(mesh, constants).size() == most_regions);
}

TEST_CASE("precomputed: one part is what lambda and mu make of the parts of regions") {
    const VolumeMesh mesh = in_two_sets();
    std::vector<ElasticConstants> constants(40, {1e4, -0.4});  // its lambda is negative
    for (int e = 15; e < 40; ++e) constants[std::size_t(e)] = {2e4, 0.3};
    const auto regions = regions_of(mesh, constants);
    const Precomputed apart = precompute(mesh, modes(mesh), constants, regions);
    const Precomputed whole = precompute(mesh, modes(mesh), constants, {});
    REQUIRE(apart.parts.size() == 4);
    REQUIRE(whole.parts.size() == 1);
    SymmetricTensors sum(4);
    for (std::size_t k = 0; k < 2; ++k) {
        const Lame lame = ElasticConstants{regions[k].young, regions[k].poisson}.lame();
        sum.add(lame.lambda, apart.parts[2 * k]);
        sum.add(lame.mu, apart.parts[2 * k + 1]);
    }
    CHECK(ElasticConstants{1e4, -0.4}.lame().lambda < 0);
    const auto check = [](const std::vector<double>& one, const std::vector<double>& other) {
        REQUIRE(one.size() == other.size());
        const double size = Eigen::Map<const Vector>(one.data(), Index(one.size())).norm();
        for (std::size_t i = 0; i < one.size(); ++i)
            CHECK(one[i] == Approx(other[i]).epsilon(1e-10).margin(1e-12 * size));
    };
    check(sum.A2, whole.parts[0].A2);
    check(sum.A3, whole.parts[0].A3);
    check(sum.A4, whole.parts[0].A4);
}

TEST_CASE("precomputed: an archive gives back what it got, and nothing of another size") {
    const VolumeMesh mesh = in_two_sets();
    const std::vector<ElasticConstants> constants(40, {1e4, 0.3});
    const Precomputed before =
        precompute(mesh, modes(mesh), constants, regions_of(mesh, constants));
    const Archive archive = to_archive(before);
    const Precomputed after = from_archive(archive, 4, 2);
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(after.parts[k].r == 4);
        CHECK(after.parts[k].A2 == before.parts[k].A2);
        CHECK(after.parts[k].A3 == before.parts[k].A3);
        CHECK(after.parts[k].A4 == before.parts[k].A4);
    }
    CHECK_THROWS_AS(from_archive(archive, 5, 2), ComputationError);
    CHECK_THROWS_AS(from_archive(archive, 4, 3), ComputationError);
}
