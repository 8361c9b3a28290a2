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
    hierarchy.count(10, 1e-6);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    CHECK(applied(hierarchy, b) == before);
    hierarchy.count(101, 1e-6);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    CHECK((applied(hierarchy, b) - before).norm() > 1e-3 * before.norm());
    nlohmann::json report;
    hierarchy.report(report);
    CHECK(report["hierarchies_made"] == 1);
    CHECK(report["hierarchies_renewed"] == 1);
}

TEST_CASE(
    "multigrid: a hierarchy is due when decades cost more iterations, not when more are asked") {
    HeldBlock block;
    LaggedHierarchy hierarchy({}, rule, false);
    const auto made = [&] {
        REQUIRE_FALSE(hierarchy.prepare(block.tangent(), block.fixed));
        nlohmann::json report;
        hierarchy.report(report);
        return report["hierarchies_made"].get<int>() + report["hierarchies_renewed"].get<int>();
    };
    REQUIRE(made() == 1);
    hierarchy.count(4, 1e-1);
    hierarchy.count(12, 1e-3);
    hierarchy.count(24, 1e-6);
    CHECK(made() == 1);
    hierarchy.count(24, 1e-3);
    CHECK(made() == 2);
}

TEST_CASE("multigrid: values that are there already are not computed again") {
    HeldBlock block;
    BlockTangent tangent = dynamic_cast<const BlockTangent&>(block.tangent());
    LaggedHierarchy hierarchy({}, rule, false);
    const auto renewed_of_values = [&](long values) {
        tangent.values = values;
        hierarchy.count(101, 1e-6);
        REQUIRE_FALSE(hierarchy.prepare(tangent, block.fixed));
        nlohmann::json report;
        hierarchy.report(report);
        return report["hierarchies_renewed"].get<int>();
    };
    CHECK(renewed_of_values(7) == 0);  // made
    CHECK(renewed_of_values(7) == 0);
    CHECK(renewed_of_values(8) == 1);
    CHECK(renewed_of_values(0) == 2);  // nobody keeps count
    CHECK(renewed_of_values(0) == 3);
}

TEST_CASE("multigrid: other fixed degrees of freedom get a hierarchy of their own") {
    HeldBlock block({.cells = "[10, 10, 10]"});
    FixedMask released = block.fixed;
    std::fill(released.fixed.begin(), released.fixed.begin() + Index(released.fixed.size()) / 2, 0);
    released.revision = 2;
    LaggedHierarchy changed({}, rule, false), fresh({}, rule, false), restarted({}, rule, false);
    REQUIRE_FALSE(changed.prepare(block.tangent(), block.fixed));
    changed.count(10, 1e-6);
    REQUIRE_FALSE(changed.prepare(block.tangent(), released));
    REQUIRE_FALSE(fresh.prepare(block.tangent(), released));
    const Vector b = random_vector(Index(released.fixed.size()), 1);
    CHECK(applied(changed, b) == applied(fresh, b));
    Archive archive;
    changed.save(archive, "linear");
    restarted.restore(archive, "linear");
    CHECK(applied(restarted, b) == applied(fresh, b));
}

TEST_CASE("multigrid: new aggregates are tried where old ones do not serve with new values") {
    HeldBlock block;
    const Vector b = free_vector(block, 1), q = 0.03 * free_vector(block, 2);
    LaggedHierarchy hierarchy({}, rule, false), fresh({}, rule, false);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(), block.fixed));
    hierarchy.count(101, 1e-6);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    REQUIRE_FALSE(hierarchy.is_old());
    REQUIRE(hierarchy.can_improve());
    REQUIRE_FALSE(hierarchy.improve());
    REQUIRE_FALSE(fresh.prepare(block.tangent(q), block.fixed));
    CHECK(applied(hierarchy, b) == applied(fresh, b));
    nlohmann::json report;
    hierarchy.report(report);
    CHECK(report["precision"] == "single");
    REQUIRE_FALSE(hierarchy.improve());
    hierarchy.report(report);
    CHECK(report["precision"] == "double");
    CHECK_FALSE(hierarchy.can_improve());
}

TEST_CASE("multigrid: what is left of a tangent without a hierarchy is not used for the next") {
    HeldBlock block({.cells = "[6, 6, 6]"}), loose({.cells = "[6, 6, 6]", .constraints = "[]"});
    const FixedMask free = loose.fixed;
    LaggedHierarchy hierarchy({}, rule, false), fresh({}, rule, false);
    if (!hierarchy.prepare(loose.tangent(), free)) {
        hierarchy.improve();
        while (hierarchy.can_improve() && !hierarchy.improve()) {
        }
    }
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(), block.fixed));
    REQUIRE_FALSE(fresh.prepare(block.tangent(), block.fixed));
    const Vector b = free_vector(block, 1);
    CHECK(applied(hierarchy, b) == applied(fresh, b));
}

TEST_CASE("multigrid: the way back of a step that is stopped leads to the hierarchy before it") {
    HeldBlock block;
    const Vector b = free_vector(block, 1), q = 0.01 * free_vector(block, 2);
    LaggedHierarchy hierarchy({}, rule, false);
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(), block.fixed));
    hierarchy.count(10, 1e-6);
    const Vector before = applied(hierarchy, b);
    const std::function<void()> way_back = hierarchy.way_back();
    SECTION("from new values") {
        hierarchy.count(101, 1e-6);
        REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
        CHECK(applied(hierarchy, b) != before);
    }
    SECTION("from other fixed degrees of freedom") {
        FixedMask other = block.fixed;
        other.fixed[std::size_t(other.fixed.size() - 1)] = 1;
        REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), other));
        CHECK(applied(hierarchy, b) != before);
    }
    SECTION("from old values that are due") {
        hierarchy.count(101, 1e-6);
    }
    way_back();
    REQUIRE_FALSE(hierarchy.prepare(block.tangent(q), block.fixed));
    CHECK(applied(hierarchy, b) == before);
}

TEST_CASE("multigrid: a restored hierarchy is the one that was saved") {
    HeldBlock block;
    for (const bool is_double : {false, true}) {
        LaggedHierarchy saved({}, rule, is_double), restored({}, rule, is_double);
        REQUIRE_FALSE(saved.prepare(block.tangent(), block.fixed));
        saved.count(10, 1e-6);
        Archive archive;
        saved.save(archive, "linear");
        restored.restore(archive, "linear");
        const Vector b = free_vector(block, 1), q = 0.01 * free_vector(block, 2);
        REQUIRE_FALSE(restored.prepare(block.tangent(q), block.fixed));
        CHECK(applied(restored, b) == applied(saved, b));
    }
}
