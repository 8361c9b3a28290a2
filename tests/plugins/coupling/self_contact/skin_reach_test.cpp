#include "self_contact/skin_reach.hpp"

#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

TEST_CASE("skin reach: by a corner, and from there by the skin nearest at rest") {
    // Of 4 x 4 x 4 cells the middle node alone is two edges from the skin, its neighbours one.
    const Body body = body_of_mesh(tet_grid(4, 4, 4));
    std::vector<BoxTree::Box> places;
    for (const int node : body.skin.nodes) places.emplace_back(body.mesh.positions.col(node));
    const SkinReach reach(body, BoxTree(places));
    const auto at_rest = [&](int node) -> Vector3d { return body.mesh.positions.col(node); };
    for (Index e = 0; e < body.mesh.n_elements(); ++e) {
        const auto element = body.mesh.elements.col(e);
        const Vector3d x = (at_rest(element[0]) + at_rest(element[1])) / 2;
        double longest = 0;
        for (const int node : element) {
            const Vector3d corner = at_rest(node);
            const double deep = std::min(corner.minCoeff(), (4 - corner.array()).minCoeff());
            longest = std::max(longest, (x - corner).norm() + deep);
        }
        CHECK(reach.from(x, element, at_rest) == Approx(longest));
    }
    // It is the nodes' places now that count: ten times as large, ten times as far.
    const auto grown = [&](int node) -> Vector3d { return 10 * at_rest(node); };
    const auto element = body.mesh.elements.col(77);
    const Vector3d x(1.3, 1.2, 1.1);
    CHECK(reach.from(Vector3d(10 * x), element, grown) ==
          Approx(10 * reach.from(x, element, at_rest)));
}
