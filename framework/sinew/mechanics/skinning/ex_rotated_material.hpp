/// The base of materials whose rotations come from a rig: see ExRotatedPoints.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/material/isotropic.hpp>
#include <sinew/mechanics/skinning/ex_rotated_points.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

namespace sinew {

/// Law has Params, and point() if they are not Young's modulus and Poisson's ratio.
template <class Law, class Parameters>
class ExRotatedMaterial : public Material {
public:
    static constexpr std::array traits{material_trait::follows_rig, material_trait::affine_forces};

    using Params = Parameters;
    template <class Real>
    using Point = LamePoint<Real>;

    /// Throws InputError if there is no rig.
    ExRotatedMaterial(const Params& params, BuildContext& context)
        : params_(params), node_(context.node()) {
        skeletal_rig_here(context);
    }

    std::unique_ptr<PointLaw> bind(const VolumeMesh& mesh) const final {
        return std::make_unique<ExRotatedPoints<Law>>(
            params_, mesh, rigged_body_of(node_, provenance).rotations(mesh));
    }
    bool follows_rig() const final { return true; }

private:
    Params params_;
    SceneNode& node_;
};

}  // namespace sinew
