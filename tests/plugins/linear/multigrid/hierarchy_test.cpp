#include <catch2/catch.hpp>
#include <multigrid/hierarchy.hpp>

#include "held_block.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

namespace {

template <class Real>
Hierarchy<Real> hierarchy_of(HeldBlock& block) {
    Hierarchy<Real> hierarchy(Settings{});
    hierarchy.finest() = masked_rows<Real>(block.tangent(), block.fixed);
    REQUIRE_FALSE(hierarchy.make(masked_motions(block.tangent(), block.fixed)));
    return hierarchy;
}

}  // namespace

TEST_CASE("multigrid: the cycle is symmetric and positive") {
    HeldBlock block({.cells = "[12, 12, 12]"});
    const auto hierarchy = hierarchy_of<double>(block);
    REQUIRE(hierarchy.counts().size() >= 2);
    for (unsigned seed = 1; seed < 6; ++seed) {
        const Vector x = free_vector(block, seed), y = free_vector(block, seed + 10);
        Vector Px, Py;
        hierarchy.apply(x, Px);
        hierarchy.apply(y, Py);
        CHECK(std::abs(Px.dot(y) - Py.dot(x)) < 1e-12 * Px.norm() * y.norm());
        CHECK(Px.dot(x) > 0);
    }
}

TEST_CASE("multigrid: single precision is a rounding of double") {
    HeldBlock block({.cells = "[12, 12, 12]"});
    const auto precise = hierarchy_of<double>(block);
    const auto rounded = hierarchy_of<float>(block);
    const Vector b = free_vector(block, 1);
    Vector x, y;
    precise.apply(b, x);
    rounded.apply(b, y);
    CHECK((x - y).norm() < 0.03 * x.norm());
    CHECK((x - y).norm() > 0);
    CHECK(rounded.bytes() < 0.7 * double(precise.bytes()));
    // Whatever the units.
    Vector tiny;
    rounded.apply(1e-60 * b, tiny);
    CHECK((1e60 * tiny - y).norm() < 1e-6 * y.norm());
}

TEST_CASE("multigrid: new values in old aggregates are those of a new hierarchy with them") {
    HeldBlock block({.cells = "[8, 8, 8]"});
    auto hierarchy = hierarchy_of<double>(block);
    const Vector b = free_vector(block, 1);
    Vector before, renewed, made;
    hierarchy.apply(b, before);
    const Vector q = 0.01 * free_vector(block, 2);
    hierarchy.finest() = masked_rows<double>(block.tangent(q), block.fixed);
    const Motions motions = masked_motions(block.tangent(q), block.fixed);
    REQUIRE_FALSE(hierarchy.renew(motions));
    hierarchy.apply(b, renewed);
    Hierarchy<double> again(Settings{});
    again.finest() = hierarchy.finest();
    REQUIRE_FALSE(again.make(motions, hierarchy.aggregates()));
    again.apply(b, made);
    CHECK(renewed == made);
    CHECK((renewed - before).norm() > 1e-3 * before.norm());
}

TEST_CASE("multigrid: a matrix that is not definite has no hierarchy") {
    HeldBlock block;
    Hierarchy<double> hierarchy(Settings{});
    hierarchy.finest() = masked_rows<double>(block.tangent(), block.fixed);
    for (double& value : hierarchy.finest().values) value = -value;
    const Motions motions = masked_motions(block.tangent(), block.fixed);
    CHECK(hierarchy.make(motions).kind == Event::Kind::not_definite);
}
