/// Limbs, solids around the bones of a rig: cones with round ends from joint to joint, and muscles
/// next to them, blended together.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/param_types.hpp>
#include <sinew/mechanics/rig/bone.hpp>
#include <sinew/mechanics/shape/shape.hpp>

namespace sinew::shapes {

/// A muscle: an ellipsoid of revolution, whose ends lie next to the bone.
struct Muscle {
    double from = 0, to = 1;
    double radius = 0;
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();
    static constexpr auto fields = std::tuple{
        field("from", &Muscle::from, from_to(-1, 2),
              "Where it starts: share of the bone's length from its head"),
        field("to", &Muscle::to, from_to(-1, 2), "Where it ends, likewise"),
        field("radius", &Muscle::radius, unit::m, positive, "In its middle").required(),
        field("offset", &Muscle::offset, unit::m, "Of its axis from the bone, in the node's frame"),
    };
};

/// A tapered solid around a bone, with muscles.
struct Limb {
    OneOrMany<std::string> bone;
    std::vector<double> radii;
    std::vector<Muscle> muscles;
    static constexpr auto fields = std::tuple{
        field("bone", &Limb::bone, "Name of the bone that it surrounds, or of several alike")
            .required(),
        field("radii", &Limb::radii, unit::m, positive,
              "At evenly spaced points from the bone's head to its tail; a smooth curve in between")
            .required(),
        field("muscles", &Limb::muscles, "Bellies beside the bone"),
    };
};

/// Parameters of a shape of limbs.
struct LimbsParams {
    std::vector<Limb> of;
    double blend = 0;
    static constexpr auto fields = std::tuple{
        field("of", &LimbsParams::of, "The limbs").required(),
        field("blend", &LimbsParams::blend, unit::m, non_negative,
              "Width in which limbs and muscles melt together"),
    };
};

/// Bones at rest in the frame of the node that an object is built on.
class Bones {
public:
    explicit Bones(const BuildContext& context) : context_(context) {}

    /// Bones of the rig on the node or above; InputError at `where`, the point that needs it, if
    /// there is none.
    std::vector<Bone> of_rig(const SourceMark& where) const;
    /// Throws InputError in the name of the object that is built.
    [[noreturn]] void fail(const SourceMark& where, const std::string& message,
                           const std::string& remedy) const;

private:
    const BuildContext& context_;
};

/// Reads limbs from a scene: they have no bounds until they grow along bones. nullptr, with a
/// diagnostic, if they are wrong.
std::shared_ptr<const Shape::Solid> read_limbs(const Value& value, ReadContext& context);

/// Each limb around its bone, which is among `bones`. Values are 1-Lipschitz: never more than the
/// distance to the surface.
std::shared_ptr<const Shape::Solid> grow(const LimbsParams& params, const std::vector<Bone>& bones);

}  // namespace sinew::shapes
