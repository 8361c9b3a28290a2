/// Particles that carry the velocities of a solid through a grid.
///
/// A particle keeps its velocity from step to step and takes the changes that the grid computes
/// (FLIP); a hundredth of it becomes the grid's own velocity (PIC), so that what the grid does not
/// see dies out. Particles are kept: made anew each step they would blur velocities as
/// interpolation does. Cells get new ones where they have come to hold fewer than eight (in part
/// filled cells, so many fewer), and lose those beyond sixteen.
///
/// Brackbill and Ruppel 1986; Teng 2016, section 5.3.6 and lines 13 and 18 of algorithm 5.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/eulerian/solid_cells.hpp>
#include <sinew/mechanics/grid/advection.hpp>

namespace sinew {

/// Bits do not depend on the number of threads.
class FlipParticles {
public:
    explicit FlipParticles(const Grid& grid) : grid_(grid) {}

    Index size() const { return positions_.cols(); }
    const Points& positions() const { return positions_; }    ///< 3 x size() [m]
    const Points& velocities() const { return velocities_; }  ///< 3 x size() [m/s]

    /// Line 13, which sorts them: velocities at the nodes of a box have changed from `before` to
    /// `after` [m/s].
    void take(const NodeBox& box, const VectorField& before, const VectorField& after);
    /// Line 14, after `take`: adds changes of their velocities, 3 x size() [m/s], and gives their
    /// means about the nodes of the box.
    void change(const NodeBox& box, const Points& changes, VectorField& means);
    /// Their shares, after `take`, in masses of the nodes of the box, by weight: the momenta that
    /// the nodes will have are sums of theirs [kg].
    Vector masses(const NodeBox& box, const Vector& of_nodes) const;
    /// Moves them with a flow over dt [s].
    void move(const Advection& flow, double dt);
    /// Line 18: the mean velocities about the nodes of a box, and how many particles' weights are
    /// about each; velocities of nodes without any are zero. The box holds all particles.
    void rasterize(const NodeBox& box, VectorField& velocity, Vector& weights);
    /// Drops what has left the solid and what is too much in a cell, and fills cells with particles
    /// of the velocities at the nodes. u: displacements there [m].
    void renew(const NodeBox& box, const SolidCells& cells, const MaterialShape& shape,
               const VectorField& u, const VectorField& velocity);

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    /// Calls function(particle, node, weight) for the corners of the particles' cells.
    template <class Function>
    void each_weight(const Lattice& nodes, Function&& function) const;
    /// Means of values of the particles, 3 x size(), about the nodes, and the sums of their
    /// weights.
    void average(const NodeBox& box, const Points& values, VectorField& means,
                 Vector& weights) const;
    /// Sorts them by cells of the box, groups of cells that do not touch one after the other.
    void sort(const NodeBox& box);

    Grid grid_;
    Points positions_ = Points(3, 0), velocities_ = Points(3, 0);
    std::int64_t n_renewals_ = 0;
    struct Run {
        Index cell;  ///< lowest corner in the box
        Index first, last;
    };
    std::array<std::vector<Run>, 8> runs_;
};

}  // namespace sinew
