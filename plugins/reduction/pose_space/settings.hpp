/// What a scene says of reduction/pose_space beside its slots.
#pragma once

#include <sinew/kernel/params/params.hpp>

#include "inertia_training.hpp"

namespace sinew {

namespace pose_space {

/// Inertia of the rig's motion by few nodes.
struct WrittenInertia : InertiaGoal {
    static constexpr auto fields = std::tuple{
        field("tolerance", &WrittenInertia::tolerance, between(0, 1),
              "Relative error of the reduced forces of inertia in the examples, root mean square"),
        field("count", &WrittenInertia::count, at_least(4), "Examples at each pose, about"),
        field("seed", &WrittenInertia::seed, at_least(0), "Start of the random numbers"),
    };
};

/// Errors that are found while the body moves.
struct WrittenCheck {
    int every = 10;
    static constexpr auto fields = std::tuple{
        field("every", &WrittenCheck::every, at_least(1), "Number of steps between checks"),
    };
};

/// How bases are mixed between poses.
enum class BasisInterpolation { linear, rotated };

}  // namespace pose_space

template <>
struct EnumNames<pose_space::BasisInterpolation> {
    static constexpr std::array names{
        std::pair{"linear", pose_space::BasisInterpolation::linear},
        std::pair{"rotated", pose_space::BasisInterpolation::rotated}};
};

}  // namespace sinew
