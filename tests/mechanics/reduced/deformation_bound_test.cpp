#include <catch2/catch.hpp>
#include <mechanics/reduced/reduced_block.hpp>
#include <sinew/mechanics/reduced/deformation_bound.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("deformation bound: no point of the skin moves farther, and some come near it") {
    const NeoHookean material;
    const Body body = test::body(box(ElementType::tet4, {20, 6, 6}, {4, 1, 1}), material);
    const Index r = 6;
    const BasisRows rows(noise(3 * body.mesh.n_nodes() * r).reshaped(3 * body.mesh.n_nodes(), r));
    const DeformationBound bound(rows, body.skin.nodes);
    for (unsigned seed = 1; seed < 40; ++seed) {
        const Vector q = 0.3 * noise(r, seed);
        double most = 0;
        const Points u = rows.times(q);
        for (const int node : body.skin.nodes) most = std::max(most, u.col(node).norm());
        CHECK(bound(q) >= most);
        CHECK(bound(q) < 4 * most);
    }
    for (Index k = 0; k < r; ++k) {
        double most = 0;
        for (const int node : body.skin.nodes) most = std::max(most, rows.node(node).row(k).norm());
        CHECK(bound(-2 * Vector::Unit(r, k)) == Approx(2 * most));
    }
}
