#include <catch2/catch.hpp>

#include "cubes.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("surface contact: what has intersected is left out until it has come apart") {
    StackedCubes cubes;
    SurfaceContact& contact = *cubes.contact;
    const PointBodies apart = cubes.at_rest();
    PointBodies in = apart, far = apart;
    for (Index i = cubes.lower.mesh.positions.size() + 2; i < in.size; i += 3) {
        in.x[i] -= 0.1;
        far.x[i] += 1;
    }
    const Points rest = contact.surface().rest();
    Points x = rest;
    int below = -1, above = -1;  // a vertex of the upper one's lower face, and of its upper face
    for (int v = 0; v < int(x.cols()); ++v) {
        if (rest(2, v) > 1.01) x(2, v) -= 0.1;
        if (rest(2, v) > 1.01 && rest(2, v) < 1.03) below = v;
        if (rest(2, v) > 2.01) above = v;
    }
    REQUIRE(below >= 0);
    REQUIRE(above >= 0);
    CHECK_FALSE(contact.is_left_out(below));
    CHECK_FALSE(contact.pairs_at(rest).empty());

    CHECK(contact.leave_out_intersections(x) == 1);
    CHECK(contact.is_left_out(below));
    CHECK_FALSE(contact.is_left_out(above));
    CHECK(contact.pairs_at(rest).empty());  // they feel nothing of each other
    contact.commit(in, 0);
    contact.commit(apart, 0.1);  // nearer than the thickness: left out still
    CHECK(contact.is_left_out(below));

    contact.commit(far, 0.2);
    CHECK_FALSE(contact.is_left_out(below));
    contact.commit(apart, 0.3);
    CHECK_FALSE(contact.pairs_at(rest).empty());
    CHECK_THROWS_WITH(contact.commit(in, 0.4), Catch::Contains("intersect at 0.4 s"));
}
