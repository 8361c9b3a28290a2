#include <catch2/catch.hpp>
#include <multigrid/lagged_hierarchy.hpp>
#include <nlohmann/json.hpp>

#include "held_block.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

namespace {

const Renewal rule(12, 100);

Vector applied(const LaggedHierarchy& hierarchy, const Vector& x) {
    Vector y;
    hierarchy.apply(x, y);
    return y;
}

}  // namespace

TEST_CASE("multigrid: a hierarchy stays that of an earlier tangent until it is due") {
    HeldBlock block;
    LaggedHierarchy hierarchy({}, rule, false);
    const Vector b = free_vector(block, 1), q = 0.01 * free_vector(block, 2);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(), block.fixed));
    const Vector before = applied(hierarchy, b);
    hierarchy.count(10);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    CHECK(applied(hierarchy, b) == before);
    hierarchy.count(101);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    CHECK((applied(hierarchy, b) - before).norm() > 1e-3 * before.norm());
    nlohmann::json report;
    hierarchy.report(report);
    CHECK(report["hierarchies_made"] == 1);
    CHECK(report["hierarchies_renewed"] == 1);
}

TEST_CASE("multigrid: a restored hierarchy is the one that was saved") {
    HeldBlock block;
    for (const bool is_double : {false, true}) {
        LaggedHierarchy saved({}, rule, is_double), restored({}, rule, is_double);
        REQUIRE_FALSE(saved.prepare(block.tangent(), block.fixed));
        saved.count(10);
        Archive archive;
        saved.save(archive, "linear");
        restored.restore(archive, "linear");
        const Vector b = free_vector(block, 1), q = 0.01 * free_vector(block, 2);
        REQUIRE_FALSE(restored.prepare(block.tangent(q), block.fixed));
        CHECK(applied(restored, b) == applied(saved, b));
    }
}
