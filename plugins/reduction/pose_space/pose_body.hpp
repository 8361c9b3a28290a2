/// A body as it is at one pose of its rig.
#pragma once

#include <memory>
#include <optional>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/pose/pose_material.hpp>

#include "pose_contacts.hpp"

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

/// Properties of a pose beside its shape.
struct PoseSite {
    const PoseModuli* moduli = nullptr;          ///< at all poses; nullptr: the material's own
    Index pose = 0;                              ///< which of them it is
    std::optional<ContactSearch> contacts = {};  ///< which are looked for, if any
    double least_stretch = 0;                    ///< ElementTable::limit_stretch; 0: none
};

/// The body in the shape of a pose, free of stress there, with the masses that it has where its
/// mesh is, and the same nodes constrained: what bases are found for. Contacts stay, unless they
/// are unilateral.
class PoseBody {
public:
    /// `shape`: of the pose, 3 x n_nodes [m]. Throws ComputationError if elements are turned inside
    /// out.
    PoseBody(const ElasticBody& body, const Points& shape, const Origin& formulation,
             const PoseSite& site = {});
    PoseBody(const PoseBody&) = delete;
    PoseBody& operator=(const PoseBody&) = delete;

    FullBody& full() { return *full_; }
    /// The contacts at the pose.
    const std::vector<PoseContact>& contacts() const { return contacts_; }

private:
    Body body_;
    std::optional<PoseMaterial> material_;  ///< nothing: it is the body's own
    FixedNodes constrained_;
    std::unique_ptr<FullSpaceSystem> system_;
    std::unique_ptr<FullBody> full_;
    std::vector<PoseContact> contacts_;
};

}  // namespace sinew::pose_space
