/// Continuous collision detection of a whole surface.
#pragma once

#include <sinew/mechanics/contact/broad_phase.hpp>
#include <sinew/mechanics/contact/ccd.hpp>

namespace sinew {

/// The share of the straight paths from `from` to `to` (3 x n_vertices [m]) that no candidate pair
/// shortens: the least largest_step of all of them, in [0, 1]. `candidates`: of these paths, with a
/// radius of limits.min_distance at least.
double largest_step(const CollisionSurface& surface, const Candidates& candidates,
                    const Points& from, const Points& to, const CcdLimits& limits = {});

/// The pair that shortens these paths the most: four of the surface's vertices, the last of which
/// is on the second side.
struct FirstContact {
    std::array<int, 4> vertices{};
    double share = 1;
};
FirstContact first_contact(const CollisionSurface& surface, const Candidates& candidates,
                           const Points& from, const Points& to, const CcdLimits& limits = {});

}  // namespace sinew
