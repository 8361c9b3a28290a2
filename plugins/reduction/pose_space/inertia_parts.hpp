/// The parts that find the inertia which reduced coordinates do not hold.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/storage/artifact.hpp>

#include "linear_inertia.hpp"
#include "rotated_mass.hpp"
#include "sampled_inertia.hpp"
#include "settings.hpp"

namespace sinew::pose_space {

/// Accelerations that q'' does not hold give U'M of them by a sample of nodes, in closed form, or,
/// if there is neither, by all nodes.
struct InertiaParts {
    std::unique_ptr<SampledInertia> sampled = {};
    std::unique_ptr<LinearInertia> linear = {};
    /// Beside `linear` if the root turns; without it all nodes serve while it does.
    std::unique_ptr<RotatedMass> rotated = {};
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
