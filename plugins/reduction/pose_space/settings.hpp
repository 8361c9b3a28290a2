/// Parameters of reduction/pose_space beside its slots.
#pragma once

#include <optional>
#include <sinew/kernel/params/params.hpp>

#include "alignment.hpp"
#include "inertia_training.hpp"
#include "pose_contacts.hpp"

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

/// Poses that are missing.
struct WrittenProposal {
    double every = 0;
    static constexpr auto fields = std::tuple{
        field("every", &WrittenProposal::every, unit::s, positive,
              "Times of the clip at which the basis is found anew, from 0 to the end of the run")
            .required(),
    };
};

/// Planes that the body stays in front of.
struct WrittenPlane : ContactPlane {
    static constexpr auto fields = std::tuple{
        field("point", &WrittenPlane::point, unit::m,
              "A point of it while the rig's root is at rest; it goes with the root"),
        field("normal", &WrittenPlane::normal, "Direction out of it"),
    };
};

/// Contacts of the body at poses.
struct WrittenContacts {
    double distance = 0;
    ContactMotion motion = ContactMotion::together;
    std::vector<WrittenPlane> planes;
    std::optional<double> penalty;
    static constexpr auto fields = std::tuple{
        field("distance", &WrittenContacts::distance, unit::m, positive,
              "At which a vertex of the skin touches a plane, or a triangle at a pose if it is "
              "less than half as far as where the mesh is: somewhat above the gap that the fit "
              "leaves")
            .required(),
        field("motion", &WrittenContacts::motion,
              "Motions that vertices in contact have: none (fixed), along the other side "
              "(sliding), or all with the other side, but for slipping (together), so that they "
              "stay in contact; or all but deeper into it (unilateral), so that they may part"),
        field(
            "planes", &WrittenContacts::planes,
            "Planes that the body may touch at poses beside itself: the ground, if the root of the "
            "rig stands still, with which planes go"),
        field("penalty", &WrittenContacts::penalty, positive,
              "Stiffness of the springs that push unilateral contacts apart, over that of the "
              "vertex in the body at rest; 10 if absent"),
    };
    ContactSearch search() const {
        ContactSearch search{distance, motion, {planes.begin(), planes.end()}};
        for (ContactPlane& plane : search.planes) plane.normal.normalize();
        return search;
    }
};

/// Interpolation of bases between poses.
enum class BasisInterpolation { linear, rotated };
/// Inertia of vectors that change with the pose: by differences, or neglected, as published.
enum class BasisRate { full, neglected };

}  // namespace pose_space

template <>
struct EnumNames<pose_space::Alignment> {
    static constexpr std::array names{std::pair{"full", pose_space::Alignment::full},
                                      std::pair{"procrustes", pose_space::Alignment::procrustes},
                                      std::pair{"none", pose_space::Alignment::none}};
};
template <>
struct EnumNames<pose_space::PoseVectors> {
    static constexpr std::array names{
        std::pair{"own", pose_space::PoseVectors::own},
        std::pair{"of_neutral", pose_space::PoseVectors::of_neutral},
        std::pair{"of_neutral_turned", pose_space::PoseVectors::of_neutral_turned}};
};
template <>
struct EnumNames<pose_space::ContactMotion> {
    static constexpr std::array names{
        std::pair{"fixed", pose_space::ContactMotion::fixed},
        std::pair{"sliding", pose_space::ContactMotion::sliding},
        std::pair{"together", pose_space::ContactMotion::together},
        std::pair{"unilateral", pose_space::ContactMotion::unilateral}};
};

template <>
struct EnumNames<pose_space::BasisInterpolation> {
    static constexpr std::array names{
        std::pair{"linear", pose_space::BasisInterpolation::linear},
        std::pair{"rotated", pose_space::BasisInterpolation::rotated}};
};
template <>
struct EnumNames<pose_space::BasisRate> {
    static constexpr std::array names{std::pair{"full", pose_space::BasisRate::full},
                                      std::pair{"neglected", pose_space::BasisRate::neglected}};
};

}  // namespace sinew
