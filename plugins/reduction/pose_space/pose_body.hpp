/// A body as it is at one pose of its rig.
#pragma once

#include <memory>
#include <optional>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/pose/pose_material.hpp>

namespace sinew::pose_space {

/// Nodes that stay where they are.
class FixedNodes final : public Constraint {
public:
    /// The nodes whose degrees of freedom these are, three of each.
    explicit FixedNodes(const std::vector<Index>& dofs);
    bool still() const override { return true; }
    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override;

private:
    std::vector<int> nodes_;
};

/// The body in the shape of a pose, free of stress there, with the masses that it has where its
/// mesh is, and the same nodes held: what bases are found for.
class PoseBody {
public:
    /// `shape`: of the pose, 3 x n_nodes [m]; `moduli`: at all poses, or nullptr. Throws
    /// ComputationError if elements are turned inside out.
    PoseBody(const ElasticBody& body, const Points& shape, const Origin& formulation,
             const PoseModuli* moduli = nullptr, Index pose = 0);
    PoseBody(const PoseBody&) = delete;
    PoseBody& operator=(const PoseBody&) = delete;

    FullBody& full() { return *full_; }

private:
    Body body_;
    std::optional<PoseMaterial> material_;  ///< nothing: it is the body's own
    FixedNodes constrained_;
    std::unique_ptr<FullSpaceSystem> system_;
    std::unique_ptr<FullBody> full_;
};

}  // namespace sinew::pose_space
