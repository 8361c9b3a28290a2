#include "voxelize/brick_grid.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

using namespace sinew;

namespace {

Eigen::AlignedBox3d box(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    return {from, to};
}

/// A small triangle around a point.
Eigen::Matrix3d speck(const Eigen::Vector3d& x) {
    Eigen::Matrix3d triangle;
    triangle << x, x + Eigen::Vector3d(0.01, 0, 0), x + Eigen::Vector3d(0, 0.01, 0.01);
    return triangle;
}

/// The six faces of a box as triangles.
void touch_faces(BrickGrid& grid, const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {low[axis], high[axis]}) {
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            Eigen::Vector3d corner[4];
            for (int c = 0; c < 4; ++c) {
                corner[c][axis] = side;
                corner[c][u] = c == 1 || c == 2 ? high[u] : low[u];
                corner[c][v] = c >= 2 ? high[v] : low[v];
            }
            Eigen::Matrix3d triangle;
            triangle << corner[0], corner[1], corner[2];
            grid.touch(triangle);
            triangle << corner[0], corner[2], corner[3];
            grid.touch(triangle);
        }
}

}  // namespace

TEST_CASE("brick grid: its frame holds the box about its centre in whole cells") {
    const GridFrame frame(box({0, 0, 0}, {1, 0.95, 0}), 0.1);
    CHECK(frame.n_cells.isApprox(Eigen::Array3d(10, 10, 1)));
    CHECK((frame.lower - Eigen::Vector3d(0, -0.025, -0.05)).norm() < 1e-14);
}

TEST_CASE("brick grid: a triangle touches the cells that it passes, and no others") {
    BrickGrid grid(GridFrame(box({0, 0, 0}, {4, 4, 4}), 1));
    Eigen::Matrix3d triangle;  // in the plane z = 1.5, over x + y < 2.9
    triangle << 0.5, 2.4, 0.5, 0.5, 0.5, 2.4, 1.5, 1.5, 1.5;
    grid.touch(triangle);
    const VolumeMesh mesh = grid.mesh();
    CHECK(mesh.n_elements() == 6);
    CHECK(bounding_box(mesh.positions).min() == Eigen::Vector3d(0, 0, 1));
    CHECK(bounding_box(mesh.positions).max() == Eigen::Vector3d(3, 3, 2));
}

TEST_CASE("brick grid: neighbours share nodes, and bricks are right-handed") {
    BrickGrid grid(GridFrame(box({0, 0, 0}, {4, 4, 4}), 1));
    grid.touch(speck({0.5, 0.5, 0.5}));
    grid.touch(speck({1.5, 0.5, 0.5}));
    const VolumeMesh mesh = grid.mesh();
    REQUIRE(mesh.n_elements() == 2);
    CHECK(mesh.n_nodes() == 12);
    CHECK((element_volumes(mesh).array() - 1).abs().maxCoeff() < 1e-14);
}

TEST_CASE("brick grid: what a shell encloses is filled, what an open one holds is not") {
    const Eigen::Vector3d low = Eigen::Vector3d::Constant(1.5), high = low.array() + 4;
    BrickGrid closed(GridFrame(box({0, 0, 0}, {7, 7, 7}), 1));
    touch_faces(closed, low, high);
    CHECK(closed.pieces().n_bricks == 5 * 5 * 5 - 3 * 3 * 3);
    closed.fill_enclosed();
    CHECK(closed.pieces().n_bricks == 5 * 5 * 5);
    BrickGrid open(GridFrame(box({0, 0, 0}, {7, 7, 7}), 1));
    Eigen::Matrix3d triangle;
    triangle << 1.5, 5.5, 5.5, 1.5, 1.5, 5.5, 1.5, 1.5, 1.5;
    open.touch(triangle);
    const Eigen::Index n = open.pieces().n_bricks;
    open.fill_enclosed();
    CHECK(open.pieces().n_bricks == n);
}

TEST_CASE("brick grid: pieces hang together by faces, and one of them can be kept") {
    BrickGrid grid(GridFrame(box({0, 0, 0}, {6, 6, 6}), 1));
    for (const double x : {0.5, 1.5, 2.5}) grid.touch(speck({x, 0.5, 0.5}));
    grid.touch(speck({3.5, 1.5, 0.5}));  // shares an edge with the third
    grid.touch(speck({3.5, 1.5, 1.5}));
    const BrickGrid::Pieces pieces = grid.pieces();
    CHECK(pieces.n == 2);
    CHECK(pieces.n_bricks == 5);
    CHECK(pieces.largest == 3);
    CHECK(pieces.piece[grid.cell_of({2.5, 0.5, 0.5})] == pieces.largest_piece);
    CHECK(pieces.piece[grid.cell_of({3.5, 1.5, 0.5})] ==
          pieces.piece[grid.cell_of({3.5, 1.5, 1.5})]);
    CHECK(pieces.piece[grid.cell_of({5.5, 5.5, 5.5})] == -1);
    grid.keep(pieces, pieces.largest_piece);
    CHECK(grid.mesh().n_elements() == 3);
    CHECK(grid.pieces().n == 1);
}
