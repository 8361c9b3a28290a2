/// Record of the targets of a point, step by step.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

namespace sinew::view {

/// Targets of a point in time, in the world.
struct TargetRecord {
    struct Key {
        double time;             ///< at the end of a step [s]
        Eigen::Vector3d target;  ///< [m]
    };
    std::vector<Key> keys;

    /// Notes a target; of one that stays, the first and the last time.
    void add(double time, const Eigen::Vector3d& target);
    /// Lines "- [time, [x, y, z]]" of a scene, indented, in a frame that `from_world` leads to.
    std::string keyframes(int indentation, const Eigen::Affine3d& from_world) const;
};

/// "[x, y, z]" of a scene.
std::string written(const Eigen::Vector3d& x);

}  // namespace sinew::view
