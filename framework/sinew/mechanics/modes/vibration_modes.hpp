/// Modes of vibration as outputs read them.
#pragma once

#include <Eigen/Core>
#include <sinew/kernel/graph/node.hpp>
#include <vector>

namespace sinew {

/// One mode of vibration of a body, phi with phi'M phi = 1.
struct VibrationMode {
    int number = 0;        ///< from 1 on, rigid motions counted
    double frequency = 0;  ///< [Hz]
    /// Participation factors phi'M d of a unit motion d of all nodes along x, y and z [kg^1/2].
    Eigen::Vector3d participation = Eigen::Vector3d::Zero();
    /// Their squares: the masses that supports feel when they shake the mode along x, y and z [kg].
    Eigen::Vector3d effective_mass() const { return participation.cwiseAbs2(); }
};

/// Publishes the modes that the solver of the node has found, for as long as the node lives.
void publish_vibration_modes(SceneNode& node, std::vector<VibrationMode> modes);
/// The modes on that node; nullptr if none have been published.
const std::vector<VibrationMode>* vibration_modes_of(const SceneNode& node);

}  // namespace sinew
