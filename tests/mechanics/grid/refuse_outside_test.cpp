#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/grid/refuse_outside.hpp>
#include <support/bodies.hpp>

using namespace sinew;

TEST_CASE("refuse outside: a body begins inside the grid, and fills an axis with one cell") {
    const test::NeoHookean material(1);
    Body body = test::body(test::box(ElementType::hex8, {1, 1, 1}, {1, 1, 1}), material);
    CHECK_NOTHROW(refuse_outside({{0, 0, 0}, 0.25, {4, 4, 4}}, body));
    CHECK_NOTHROW(refuse_outside({{0, 0, 0}, 1, {3, 3, 1}}, body));
    CHECK_THROWS_AS(refuse_outside({{0, 0, 0}, 0.25, {4, 4, 1}}, body), InputError);
    CHECK_THROWS_AS(refuse_outside({{0, 0, 0}, 1.5, {3, 3, 1}}, body), InputError);
    body.initial_displacement.row(0).array() -= 0.1;
    CHECK_THROWS_AS(refuse_outside({{0, 0, 0}, 0.25, {4, 4, 4}}, body), InputError);
}
