#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/pressure_operator.hpp>
#include <sinew/mechanics/grid/walls.hpp>

using namespace sinew;

TEST_CASE("walls: a driven lid ends at walls at rest, and excites nothing that alternates") {
    const Grid grid{{0, 0, 0}, 0.25, {6, 6, 6}};
    Walls walls;
    walls[3].velocity = {2, 0, 0};
    const NodeConditions conditions = conditions_of(walls, grid);
    const Lattice nodes = grid.nodes(), cells = grid.centres();
    const std::array<double, 7> along{0, 1, 2, 2, 2, 1, 0};
    for (Index i = 0; i <= 6; ++i)
        CHECK(conditions.velocity.at(nodes.at(i, 6, 3)) ==
              Eigen::Vector3d(along[std::size_t(i)], 0, 0));
    CHECK(conditions.velocity.at(nodes.at(1, 6, 1)).x() == 0.5);
    CHECK(conditions.velocity.at(nodes.at(3, 5, 0)) == Eigen::Vector3d::Zero());
    Vector flux;
    PressureOperator(grid).divergence(conditions.velocity, flux);
    CHECK(flux.cwiseAbs().maxCoeff() > 0.01);
    CHECK(flux.sum() == Approx(0).margin(1e-14));
    for (Index quiet = 0; quiet < 3; ++quiet)
        for (Index slice = 0; slice < 6; ++slice) {
            double alternating = 0;
            for (Index a = 0; a < 6; ++a)
                for (Index b = 0; b < 6; ++b) {
                    const Index cell = quiet == 0   ? cells.at(slice, a, b)
                                       : quiet == 1 ? cells.at(a, slice, b)
                                                    : cells.at(a, b, slice);
                    alternating += ((a + b) % 2 ? -1 : 1) * flux[cell];
                }
            CHECK(alternating == Approx(0).margin(1e-14));
        }
}

TEST_CASE("walls: sides in two dimensions leave all but their normal free") {
    const Grid grid{{0, 0, 0}, 0.25, {4, 4, 1}};
    Walls walls;
    for (const std::size_t side : {4u, 5u}) walls[side].kind = WallKind::symmetric;
    const NodeConditions conditions = conditions_of(walls, grid);
    CHECK(conditions.prescribed[std::size_t(grid.nodes().at(2, 2, 1))] == 4);
    CHECK(conditions.is_all_prescribed(grid.nodes().at(0, 2, 1)));
}
