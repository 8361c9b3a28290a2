/// The rigid motions of bodies that nothing resists, for which a static solve has no answer.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A body and where its degrees of freedom begin in the system that is solved.
struct PlacedBody {
    const BodySystem* system;
    Index offset;
};

/// The rigid motions of the connected parts of the bodies that prescribed degrees of freedom allow
/// and that the stiffness `tangent` (of the whole system, at state q) resists by less than 1e-9 of
/// its typical stiffness: "translation of /beam along x", "rotation of /beam about z". A body whose
/// degrees of freedom are not three a node moves as a whole, as far as they can make it. Tangent
/// and q count nodes of `prescribed.frames` along their own axes.
std::vector<std::string> unresisted_motions(const std::vector<PlacedBody>& bodies,
                                            const Tangent& tangent, const Prescribed& prescribed,
                                            const Vector& q);

}  // namespace sinew
