/// A material as it is at one pose of its body.
#pragma once

#include <sinew/mechanics/material/stvk_parameters.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>

namespace sinew {

/// The moduli are those which `moduli` has at a pose, on meshes that hold them: that of the body
/// after `give`, and its parts.
class PoseMaterial final : public Material, public StvkMaterial {
public:
    /// `moduli` outlives it.
    PoseMaterial(const PoseModuli& moduli, Index pose);

    /// Gives a mesh of the body's elements, all of them in their order, the moduli, as arrays.
    void give(VolumeMesh& mesh) const;

    std::optional<Moduli> moduli(const VolumeMesh& mesh) const override;
    std::unique_ptr<PointLaw> bind(const VolumeMesh& mesh) const override;
    std::unique_ptr<PointLaw> bind_with(const Moduli& moduli,
                                        const VolumeMesh& mesh) const override {
        return material_.bind_with(moduli, mesh);
    }
    const StvkMaterial* stvk() const override { return material_.stvk() ? this : nullptr; }
    std::vector<ElasticConstants> constants(const VolumeMesh& mesh) const override;

private:
    const Material& material_;
    const Moduli& moduli_;
};

}  // namespace sinew
