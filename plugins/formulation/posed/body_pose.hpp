/// Poses of a rig as the scene says them, and what the body is made of there.
#pragma once

#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <sinew/mechanics/pose/written_pose.hpp>
#include <sinew/mechanics/selection/selection.hpp>

#include "pose_fit.hpp"

namespace sinew::posed {

/// Values for some points of the surface.
struct Paint {
    Selection where;
    std::optional<double> young, poisson;

    static constexpr auto fields = std::tuple{
        field("where", &Paint::where, "Points of the surface at rest").required(),
        field("young", &Paint::young, unit::Pa, positive, "Young's modulus there"),
        field("poisson", &Paint::poisson, between(-1.0, 0.5), "Poisson's ratio there"),
    };
};

/// A pose, and what the body is made of there.
struct BodyPose : WrittenPose {
    std::optional<Field<double>> young, poisson;
    std::vector<Marked<Paint>> paint;

    static constexpr auto fields = std::tuple_cat(
        WrittenPose::fields,
        std::tuple{
            field("young", &BodyPose::young, unit::Pa, positive,
                  "Young's modulus in this pose; that of the material if absent"),
            field("poisson", &BodyPose::poisson, between(-1.0, 0.5),
                  "Poisson's ratio in this pose; that of the material if absent"),
            field("paint", &BodyPose::paint,
                  "Values painted on the surface in this pose, the last one wins; all elements "
                  "follow them smoothly"),
        });

    bool has_material() const { return young || poisson || !paint.empty(); }
};

/// Moduli of the body at the neutral pose, those of its material, and at each pose; nullptr if no
/// pose has any of its own. zeta: how smooth painted ones are, see PaintedElements. Throws
/// InputError in the name of `origin`, which has the poses as its parameter `poses`.
std::unique_ptr<PoseModuli> moduli_of(const std::vector<Marked<BodyPose>>& poses,
                                      const FitSite& site, double zeta, const Origin& origin);

}  // namespace sinew::posed
