/// A body with degrees of freedom of its own, as a grid that it is immersed in sees it.
///
/// Its material points give their masses m_p and momenta to the nodes about them,
///
///     m_a = sum_p N_a(x_p) m_p,     v_a = sum_p N_a(x_p) m_p v_p / m_a,
///
/// where they mix with those of the fluid. From the velocities v_a + dv_a that the grid finds for
/// all that is about its nodes, the points get their impulses back by the same weights,
///
///     i_p = m_p sum_a N_a(x_p) dv_a,
///
/// which are together what the body's masses at the nodes have got: momentum is kept. A body whose
/// degrees of freedom follow few of them takes the least squares of the rest, in the norm of its
/// mass; so bodies that are lighter than the fluid are as stable as heavy ones.
///
/// Carlson, Mucha, Turk 2004 (rigid bodies); Zhang, Gerstenberger, Wang, Liu 2004 (finite
/// elements).
#pragma once

#include <sinew/mechanics/grid/node_box.hpp>
#include <sinew/mechanics/immersed/material_points.hpp>

namespace sinew {

/// Bits do not depend on the number of threads.
class ImmersedBody {
public:
    /// Two material points along the edge of a cell, or more in thin bodies. `open`: sides of the
    /// grid by which it may leave, in the order x_min, x_max, y_min ... Throws InputError, naming
    /// no place, if the body does not begin inside the grid, or no point is in it.
    ImmersedBody(const Grid& grid, const Body& body, const std::array<bool, 6>& open);

    const Body& body() const { return body_; }
    /// Puts the nodes of the mesh there [m], with these velocities [m/s]: both 3 x n_nodes. Points
    /// beyond an open side take no part; those beyond others stand for the nearest points inside.
    void move_to(const Points& positions, const Points& velocities);
    /// True if some points are inside the grid.
    bool is_in_grid() const { return is_in_grid_; }

    /// The grid's cells with points in them, ascending.
    std::vector<Index> cells() const;
    /// The nodes about its points, and of each of these: mass [kg], momentum [kg m/s] and the
    /// volume about it [m^3].
    const NodeBox& box() const { return box_; }
    const Vector& masses() const { return masses_; }
    const VectorField& momenta() const { return momenta_; }
    const Vector& volumes() const { return volumes_; }

    /// Positions of the points [m], and which of them take part.
    const Points& positions() const { return positions_; }
    /// The velocity of one point [m/s], with the changes that it has taken.
    Eigen::Vector3d velocity(Index point) const {
        return velocities_.col(point) + changes_.col(point);
    }
    const std::vector<std::uint8_t>& takes_part() const { return takes_part_; }
    const MaterialPoints& points() const { return points_; }
    /// The largest component of a velocity [m/s].
    double largest_velocity() const;

    /// Takes the velocities that the grid has found for its nodes [m/s]: the points' change with
    /// them.
    void take(const VectorField& velocity);
    /// More changes of the points' velocities, 3 x size [m/s].
    void change_velocities(const Points& changes) { changes_ += changes; }
    /// Impulses on the nodes of the mesh by all of these changes, 3 x n_nodes [N s].
    Points impulses() const;

private:
    /// The point of the grid that is nearest to x [m]; nothing if x is beyond an open side.
    std::optional<Eigen::Vector3d> nearest_in_grid(const Eigen::Vector3d& x) const;
    /// The cell along an axis, the nearest if x [m] is outside.
    Index cell_of(std::size_t axis, double x) const;

    Grid grid_;
    const Body& body_;
    std::array<bool, 6> open_;
    MaterialPoints points_;
    Points positions_, velocities_;
    Points nearest_;  ///< points of the grid that those which take part stand for [m]
    Points changes_;  ///< of the velocities
    std::vector<std::uint8_t> takes_part_;
    bool is_in_grid_ = false;
    NodeBox box_;
    Vector masses_, volumes_;
    VectorField momenta_;
};

}  // namespace sinew
