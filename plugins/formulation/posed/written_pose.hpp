/// Poses of a rig as the scene says them, and what the body is made of there.
#pragma once

#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/mechanics/pose/pose_fit.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <sinew/mechanics/selection/selection.hpp>

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

/// A pose, as the scene says it.
struct WrittenPose {
    std::optional<double> time;
    std::vector<double> parameters;
    std::optional<Field<double>> young, poisson;
    std::vector<Marked<Paint>> paint;

    static constexpr auto fields = std::tuple{
        field("time", &WrittenPose::time, unit::s, "At which the rig takes it"),
        field("parameters", &WrittenPose::parameters,
              "Its parameters p instead, all of them in the rig's order, in SI units"),
        field("young", &WrittenPose::young, unit::Pa, positive,
              "Young's modulus in this pose; that of the material if absent"),
        field("poisson", &WrittenPose::poisson, between(-1.0, 0.5),
              "Poisson's ratio in this pose; that of the material if absent"),
        field("paint", &WrittenPose::paint,
              "Values painted on the surface in this pose, the last one wins; all elements follow "
              "them smoothly"),
    };

    bool has_material() const { return young || poisson || !paint.empty(); }
};

/// Moduli of the body at the neutral pose, those of its material, and at each pose; nullptr if no
/// pose has any of its own. zeta: how smooth painted ones are, see PaintedElements. Throws
/// InputError in the name of `origin`, which has the poses as its parameter `poses`.
std::unique_ptr<PoseModuli> moduli_of(const std::vector<Marked<WrittenPose>>& poses,
                                      const FitSite& site, double zeta, const Origin& origin);

}  // namespace sinew::posed
