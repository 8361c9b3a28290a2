/// Bases of a body at the poses of its rest shape, so that vectors of equal number mean alike.
///
/// Xu & Barbic 2016, sections 5.1 and 6.
#pragma once

#include <memory>
#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/storage/artifact_key.hpp>
#include <string>
#include <vector>

#include "bases_report.hpp"
#include "pose_body.hpp"

namespace sinew::pose_space {

/// One aligned basis a pose, and how they came about.
struct PoseBases {
    std::vector<std::unique_ptr<PoseBody>> bodies;
    std::vector<Eigen::MatrixXd> U;
    std::vector<int> groups;  ///< of vectors, which are aligned apart
    BasesReport report;
    ArtifactKey key;
    std::string file;  ///< of the neutral pose
};

/// Wishes of the scene.
struct PoseBasesSettings {
    const Basis& basis;
    const Origin& formulation;
    const Origin& reduction;
    std::optional<ContactSearch> contacts = {};
    /// Number of vectors of the one basis that all poses take, principal components of their own
    /// ones, as in the comparison of figure 14. Poses have their own if it is absent.
    std::optional<int> common = {};
    Alignment alignment = Alignment::full;
    PoseVectors vectors = PoseVectors::own;
};

/// `full` has a rest shape with poses. Throws InputError if their bases do not fit each other.
PoseBases pose_bases(const ElasticBody& full, const PoseBasesSettings& settings);

}  // namespace sinew::pose_space
