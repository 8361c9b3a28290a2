/// The interface of `rig/` plugins: what moves a character, as a function of parameters p; a clip
/// gives p(t).
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/rig/bone.hpp>

namespace sinew {

class BuildContext;
class SceneNode;

/// A rig: its bones at rest, and their motion as a function of parameters p.
class Rig : public Object {
public:
    static constexpr const char* kind = "rig";
    /// Rigs have no common parameters.
    struct Common {
        static constexpr auto fields = std::tuple{};
    };
    Common common;

    /// The bones at rest, in the world [m].
    const std::vector<Bone>& bones() const { return bones_; }

    /// Length of p.
    virtual Index n_parameters() const = 0;
    /// The parameters of the clip at time t [s], n_parameters() numbers; zero at rest.
    virtual Vector parameters(double t) const = 0;
    /// The motion of every bone at any p, n_parameters() numbers.
    virtual BoneMotion pose(const Vector& p) const = 0;

    /// pose(parameters(t)); the last one is kept. ComputationError if it is not finite.
    const BoneMotion& at(double t) const;

protected:
    explicit Rig(std::vector<Bone> bones) : bones_(std::move(bones)) {}

private:
    void check_finite(double t) const;

    std::vector<Bone> bones_;
    mutable double kept_time_ = std::numeric_limits<double>::quiet_NaN();
    mutable BoneMotion kept_;
};

/// The rig of a node: its own, else that of the nearest node above; nullptr if there is none.
const Rig* rig_of(SceneNode& node);
/// The rig of the context's node; an InputError if there is none.
const Rig& rig_here(const BuildContext& context);

}  // namespace sinew
