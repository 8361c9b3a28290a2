#include <catch2/catch.hpp>
#include <mechanics/reduced/reduced_block.hpp>
#include <sinew/mechanics/reduced/deformation_bound.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("deformation bound: no node moves farther, and some come near it") {
    const NeoHookean material;
    const Body body = test::body(box(ElementType::tet4, {20, 6, 6}, {4, 1, 1}), material);
    const Index r = 6;
    const BasisRows rows(noise(3 * body.mesh.n_nodes() * r).reshaped(3 * body.mesh.n_nodes(), r));
    const DeformationBound bound(rows);
    for (unsigned seed = 1; seed < 40; ++seed) {
        const Vector q = 0.3 * noise(r, seed);
        const Points u = rows.times(q);
        const double most = std::sqrt(u.colwise().squaredNorm().maxCoeff());
        CHECK(bound(q) >= most);
        CHECK(bound(q) < 4 * most);
    }
    for (Index k = 0; k < r; ++k) {
        double most = 0;
        for (int node = 0; node < int(rows.n_nodes()); ++node)
            most = std::max(most, rows.node(node).row(k).norm());
        CHECK(bound(-2 * Vector::Unit(r, k)) == Approx(2 * most));
    }
}
