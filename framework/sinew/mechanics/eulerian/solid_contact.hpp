/// Repulsion and friction between solids on a grid, and between them and its walls.
///
/// A particle of one solid that is nearer than h to another has the overlap d = h - phi, phi
/// the distance that the other's body at rest has there. Its velocity relative to the other changes
/// by
///
///     dv_N = max(0, min(k d dt, 0.1 d / dt - v_N))              (5.9)
///     v_T  = max(1 - mu dv_N / |v_T|, 0) v_T                    (5.10)
///
/// along the other's outward normal and across it: a spring, unless the two already part fast
/// enough for a tenth of the overlap a step. k is per mass [1/s^2]: as a spring constant of the
/// particle [N/m] it would hardly ever act with the published values. Each side takes the other's
/// share of the two densities, and what the two impulses then lack of balance is taken from both,
/// so that momentum is kept where both are touched; walls and held material take none.
///
/// Bridson et al. 2002; Teng 2016, section 5.3.6.
#pragma once

#include <memory>
#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

namespace sinew {

/// Constants of contact.
struct RepulsionLaw {
    double stiffness = 0;  ///< k, per mass [1/s^2]
    double friction = 0;   ///< mu
    double distance = 0;   ///< h, within which surfaces repel each other [m]
    ContactNormal normals = ContactNormal::triangle;

    /// Change of a relative velocity v [m/s] by an overlap d > 0 [m] along a unit normal.
    Eigen::Vector3d change(const Eigen::Vector3d& v, const Eigen::Vector3d& normal, double d,
                           double dt) const;
    /// The longest step in which a fifth of a body that other laws move, repelled through half of
    /// the distance and not more, bears the rest under a load [m/s^2]; endless if there is none.
    double bearing_step(double acceleration) const;
};

/// Changes of the velocity v [m/s] of a point at x of one body by what it meets: another solid, as
/// if that were held, or the walls. `flat`: an axis along which nothing touches.
Eigen::Vector3d repulsion_by_solid(const RepulsionLaw& law, const EulerianSolid& other,
                                   const Eigen::Vector3d& x, const Eigen::Vector3d& v, double dt);
Eigen::Vector3d repulsion_by_walls(const RepulsionLaw& law, const Walls& walls, const Grid& grid,
                                   std::optional<int> flat, const Eigen::Vector3d& x,
                                   const Eigen::Vector3d& v, double dt);

/// Line 14 of algorithm 5: changes the velocities of all solids, from those that the grid has given
/// them. `flat`: an axis along which nothing touches.
void add_repulsion(const RepulsionLaw& law,
                   const std::vector<std::unique_ptr<EulerianSolid>>& solids, const Grid& grid,
                   const Walls& walls, std::optional<int> flat, double dt);

}  // namespace sinew
