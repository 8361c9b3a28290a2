/// A box of cells along the axes, some of which are bricks.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

#include "triangle_box.hpp"

namespace sinew {

/// Cells of one edge length that hold a bounding box, about its centre.
struct GridFrame {
    Eigen::Vector3d lower;   ///< corner of the first cell [m]
    Eigen::Array3d n_cells;  ///< along each axis; whole numbers, and perhaps too many
    double edge = 0;         ///< [m]

    GridFrame(const Eigen::AlignedBox3d& box, double edge_length);
};

class BrickGrid {
public:
    /// Memory of a cell at most, brick or not: bricks, what is outside, pieces [bytes].
    static constexpr double bytes_of_cell = 2 * sizeof(char) + 3 * sizeof(int);

    explicit BrickGrid(const GridFrame& frame);

    /// Cells that the triangle (corners [m]) touches become bricks.
    void touch(const Eigen::Matrix3d& triangle);
    /// So does what cannot be reached from outside through faces of cells that are none.
    void fill_enclosed();

    /// Bricks that hang together by faces.
    struct Pieces {
        int n = 0;
        Eigen::Index n_bricks = 0;  ///< of all
        Eigen::Index largest = 0;   ///< bricks of the largest
        std::vector<int> piece;     ///< of each cell: its first cell; -1 if it is no brick
        int largest_piece = -1;     ///< the first of its size
    };
    Pieces pieces() const;
    /// Bricks of other pieces become cells again.
    void keep(const Pieces& pieces, int piece);
    /// The cell that holds a point [m] of the box.
    std::size_t cell_of(const Eigen::Vector3d& x) const;
    Eigen::Index n_bricks() const;

    /// Bricks in the order of z, y, x; nodes likewise, shared between them.
    VolumeMesh mesh() const;

private:
    std::size_t cell(int i, int j, int k) const {
        return std::size_t(i) + std::size_t(n_[0]) * (std::size_t(j) + std::size_t(n_[1]) * k);
    }
    bool is_brick(int i, int j, int k) const {
        return (Eigen::Array3i(i, j, k) >= 0).all() && (Eigen::Array3i(i, j, k) < n_).all() &&
               bricks_[cell(i, j, k)] != 0;
    }
    void touch_column(const GridTriangle& triangle, int axis, Eigen::Array3i from,
                      Eigen::Array3i to);
    /// Numbers, from n_nodes on, of the nodes in the plane below layer k; -1 where none is.
    std::vector<int> plane(int k, int& n_nodes) const;

    GridFrame frame_;
    Eigen::Array3i n_;
    std::vector<char> bricks_;
};

}  // namespace sinew
