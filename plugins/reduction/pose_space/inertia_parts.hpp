/// The parts that find the inertia which reduced coordinates do not hold.
#pragma once

#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/pose_space/posed_inertia.hpp>
#include <sinew/storage/artifact.hpp>

#include "inertia_nodes.hpp"
#include "settings.hpp"

namespace sinew::pose_space {

/// Accelerations that q'' does not hold give U'M of them by a sample of nodes, in closed form, or,
/// if there is neither, by all nodes.
struct InertiaParts {
    std::optional<PosedInertia> few = {};
    std::optional<InertiaNodes> sample = {};  ///< that `few` has

    /// True if the root may turn without all nodes.
    bool serves_turns() const { return few && few->serves_turns(); }
};

/// Wishes of the scene.
struct InertiaSettings {
    const std::optional<WrittenInertia>& sample;
    bool is_rotated;  ///< bases are mixed un-rotated
    double end;       ///< of the run [s]
    const Origin& reduction;
};

/// A sample if one is asked for, trained or from the cache; else in closed form if the shape is
/// linear in vectors and bases are mixed as they are. `bases`: of the shape's poses; `key`: of
/// them, to which a sample adds its own. Throws InputError if a sample misses its tolerance.
InertiaParts inertia_parts(const FullBody& body, const RestShape& shape,
                           const std::vector<Eigen::MatrixXd>& bases,
                           const InertiaSettings& settings, ArtifactKey& key);

}  // namespace sinew::pose_space
