/// The bones of a rig at rest, and how they move.
#pragma once

#include <Eigen/Geometry>
#include <string>
#include <vector>

namespace sinew {

/// A straight piece of a bone; a point if both ends are the same [m].
struct BoneSegment {
    Eigen::Vector3d head, tail;
};

/// A bone: it moves as one rigid piece. Positions are in the world, at rest [m].
struct Bone {
    std::string name;
    int parent = -1;        ///< the bone that carries it, with a smaller number; -1 for a root
    Eigen::Vector3d joint;  ///< where it turns [m]
    std::vector<BoneSegment> segments;  ///< its straight pieces, for distances [m]
    double radius = 0;                  ///< of what is attached to it [m]
    /// Its number in the file or the scene that it comes from, from 0; -1: its number here.
    int number = -1;
    /// For a point, the other points that cage edges join it to: weights are linear along an edge,
    /// from one end to the other. Each edge is listed at one of its ends.
    std::vector<int> cage = {};
};

/// Rigid motion of each bone since rest: x = T X [m] for the points that move with it, in the
/// world.
using BoneMotion = std::vector<Eigen::Isometry3d>;

/// Numbers of the bones in the order in which the file or the scene counts them, which is that of
/// the columns of weights in the file.
std::vector<int> bones_as_counted(const std::vector<Bone>& bones);

/// Point of a segment that is nearest to x [m].
Eigen::Vector3d nearest_on(const BoneSegment& segment, const Eigen::Vector3d& x);
/// Distance of x to the nearest segment of the bone [m].
double distance_to(const Bone& bone, const Eigen::Vector3d& x);
/// The nearest bone; of equals the one with the smallest number.
int nearest_bone(const std::vector<Bone>& bones, const Eigen::Vector3d& x);

}  // namespace sinew
