#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/nearness.hpp>

using namespace sinew;

TEST_CASE("nearness: of another body, or of a side that is not open") {
    const Grid grid{{0, 0, 0}, 0.1, {12, 12, 1}};
    const auto cell = [&](Index i, Index j) {
        return std::vector<Index>{grid.centres().at(i, j, 0)};
    };
    const std::array<bool, 6> closed{}, open{true, false, false, false, false, false};
    // z has one cell and does not count.
    CHECK_FALSE(are_near(grid, {cell(5, 5)}, 2, closed));
    CHECK(are_near(grid, {cell(5, 5), cell(7, 6)}, 2, closed));
    CHECK_FALSE(are_near(grid, {cell(5, 5), cell(8, 5)}, 2, closed));
    CHECK_FALSE(are_near(grid, {{cell(5, 5)[0], cell(6, 5)[0]}}, 2, closed));
    CHECK(are_near(grid, {cell(1, 5)}, 2, closed));
    CHECK_FALSE(are_near(grid, {cell(1, 5)}, 2, open));
    CHECK(are_near(grid, {cell(10, 5)}, 2, open));
    CHECK_FALSE(are_near(grid, {cell(9, 5)}, 2, open));
    CHECK_FALSE(are_near(grid, {}, 2, closed));
}
