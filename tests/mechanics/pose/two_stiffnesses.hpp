/// Two poses of a block, whose material differs from element to element and between them.
#pragma once

#include <sinew/mechanics/pose/pose_material.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <support/bodies.hpp>
#include <support/plugins.hpp>

namespace sinew::test {

/// All weight is on the second pose at 1 s.
class TwoStiffnesses final : public ExamplePoses {
public:
    /// `more_poisson`: by how much Poisson's ratios differ.
    explicit TwoStiffnesses(double more_poisson = 0.15)
        : moduli_(*material, {*material->moduli(mesh), other(more_poisson)}) {}

    const PoseModuli* moduli() const override { return &moduli_; }
    Index n_poses() const override { return 2; }
    Index n_parameters() const override { return 1; }
    Points at_pose(Index) const override { return mesh.positions; }
    Points near_pose(Index, const Vector&) const override { return mesh.positions; }
    double distance(Index pose, Index other) const override { return std::abs(pose - other); }
    Vector weights(double t) const override { return Eigen::Vector2d(1 - t, t); }
    Eigen::Isometry3d root(double) const override { return Eigen::Isometry3d::Identity(); }

    VolumeMesh mesh = box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.1);
    Made<Material> material = make<Material>("material/stvk", "young: 1 kPa, poisson: 0.2");

private:
    Moduli other(double more_poisson) const {
        Moduli moduli = *material->moduli(mesh);
        moduli.young += 1e3 * Vector::LinSpaced(mesh.n_elements(), 0, 2);
        moduli.poisson.array() += more_poisson;
        return moduli;
    }
    PoseModuli moduli_;
};

}  // namespace sinew::test
