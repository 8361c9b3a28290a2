/// The rest shape Phi(p(t)) that a rig gives the nodes of a body.
#pragma once

#include <memory>
#include <optional>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <sinew/mechanics/pose_space/pose_features.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>
#include <sinew/mechanics/rig/rig.hpp>

#include "inverse_distance.hpp"

namespace sinew {

/// Corrections of the rest shape at poses of the rig, interpolated between them.
struct PoseCorrections {
    PoseFeatures features;
    PoseWeights weights;
    std::vector<Vector> parameters;  ///< p of each pose, the neutral one first
    std::vector<Points> at_pose;     ///< one a pose, 3 x n_nodes, seen from the root [m]
};

/// Phi_i = root (X_i + sum_s w_is (root^-1 x_s(p) - X_s) + sum_j w_j(p) delta_ij): seen from the
/// rig's root, a node goes as the points of the surface that are nearest to it at rest, by
/// Shepard's weights, and by what poses correct of that; with the root it goes as one rigid piece.
///
/// Xu & Barbic 2016, section 4.1.
class RiggedRest final : public RestShape, public ExamplePoses {
public:
    /// The part of the body that outputs show: its nodes, or that surface with what deforms it.
    enum class Shown { nodes, surface };
    /// `nodes` and `surface`: at rest in the world, 3 x n [m]; `rigged` is that surface. The rig
    /// outlives it.
    RiggedRest(const Rig& rig, std::unique_ptr<RiggedSurface> rigged, Points nodes, Points surface,
               Shown shown = Shown::nodes);
    void set_corrections(PoseCorrections corrections) { corrections_ = std::move(corrections); }
    /// One a pose, the neutral one first.
    void set_moduli(std::unique_ptr<PoseModuli> moduli) { moduli_ = std::move(moduli); }
    void set_inertia_gain(double gain) { inertia_gain_ = gain; }
    void set_least_stretch(double stretch) { least_stretch_ = stretch; }
    /// Times at which the rig jumps that does not know it [s].
    void set_jumps(std::vector<double> times) { jumps_ = std::move(times); }

    const ExamplePoses* poses() const override { return this; }
    const PoseModuli* moduli() const override { return moduli_.get(); }
    double inertia_gain() const override { return inertia_gain_; }
    Index n_poses() const override { return corrections_ ? corrections_->weights.size() : 1; }
    Points at_pose(Index pose) const override;
    Index n_parameters() const override { return rig_.n_parameters(); }
    Points near_pose(Index pose, const Vector& by) const override;
    double distance(Index pose, Index other) const override;
    Vector weights(double t) const override;
    Eigen::Isometry3d root(double t) const override { return rig_.root(rig_.parameters(t)); }

    /// ComputationError in the rig's name if positions are not finite.
    void positions(double t, std::span<const int> nodes, Points& x) const override;
    bool jumps(double from, double to) const override;
    /// Linear where the surface is: its vectors, and along axes that turn with the root what nodes
    /// lie beside it and what poses correct.
    Eigen::MatrixXd linear_factors() const override;
    Points linear_vectors(double t) const override;
    double least_stretch() const override { return least_stretch_; }
    /// `positions` at any p.
    void at(const Vector& p, std::span<const int> nodes, Points& x) const;
    /// All nodes at p, seen from the root, 3 x n_nodes [m].
    Points from_root(const Vector& p) const;
    /// The surface where the rig takes it, if that is shown.
    Points surface(double t) const override;
    std::string export_to(Archive& archive, const std::vector<double>& times) const override;
    /// The surface at p, seen from the root [m].
    Points surface_from_root(const Vector& p) const;

private:
    /// Finds x as `at` does [m]; false if what the rig gives is not finite.
    bool move(const Vector& p, std::span<const int> nodes, Points& x) const;
    [[noreturn]] void fail(const std::string& when) const;
    std::vector<int> all_points() const;
    /// Corrections at the poses; none if there are no poses.
    const std::vector<Points>& at_poses() const;
    /// The points of the surface that some nodes go with.
    struct PointsNear {
        std::vector<int> points;  ///< their numbers, ascending
        std::vector<int> place;   ///< of each point of the surface among them; -1 if it is none
    };
    PointsNear points_near(std::span<const int> nodes) const;

    const Rig& rig_;
    std::unique_ptr<RiggedSurface> rigged_;
    Points nodes_, surface_;
    Shown shown_;
    InverseDistance nearby_;
    std::optional<PoseCorrections> corrections_;
    std::unique_ptr<PoseModuli> moduli_;
    double inertia_gain_ = 1, least_stretch_ = 0;
    std::vector<double> jumps_;
};

}  // namespace sinew
