#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/grid/refuse_outside.hpp>
#include <support/bodies.hpp>

using namespace sinew;

TEST_CASE("refuse outside: a body begins inside the grid, but along a flat axis") {
    const test::NeoHookean material(1);
    Body body = test::body(test::box(ElementType::hex8, {1, 1, 1}, {1, 1, 1}), material);
    CHECK_NOTHROW(refuse_outside({{0, 0, 0}, 0.25, {4, 4, 4}}, body));
    const Grid flat{{0, 0, 0}, 0.25, {4, 4, 1}};
    CHECK_THROWS_AS(refuse_outside(flat, body), InputError);
    CHECK_NOTHROW(refuse_outside(flat, body, 2));
    body.initial_displacement.row(0).array() -= 0.1;
    CHECK_THROWS_AS(refuse_outside(flat, body, 2), InputError);
}
