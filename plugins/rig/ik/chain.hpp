/// A chain of joints of a rig, and the damped least squares that lead its end to a target.
#pragma once

#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <vector>

namespace sinew {

class IkChain {
public:
    /// `bones`: each carried by the one before it; `point`: of the last bone, at rest in the world
    /// [m]. The rig has six parameters a bone: a turn about its joint, and a move.
    IkChain(const SkeletalRig& rig, std::vector<int> bones, const Eigen::Vector3d& point);

    /// The length from joint to joint and on to the point [m].
    double length() const { return length_; }
    /// The position of the point in a pose of the rig.
    Eigen::Vector3d point(const BoneMotion& motion) const {
        return motion[std::size_t(bones_.back())] * point_;
    }

    /// Turns the joints of the chain so that the point comes to the target [m] in the world, or
    /// the share `weight` of the way there: in p, where `motion` is the pose at p.
    void lead(Vector& p, const BoneMotion& motion, const Eigen::Vector3d& target, double weight,
              double damping, int iterations) const;

private:
    /// A joint while the chain turns, as seen from the bone that carries it, since rest.
    struct Turned {
        Eigen::Vector3d joint;    ///< its position [m]
        Eigen::Quaterniond turn;  ///< of its bone
    };

    /// One step for e, from the point to where it should be [m].
    void step(std::vector<Turned>& turned, const Eigen::Isometry3d& base, const Eigen::Vector3d& x,
              const Eigen::Vector3d& e, double damping) const;
    /// The position of the point.
    Eigen::Vector3d point(const std::vector<Turned>& turned, Eigen::Isometry3d base) const;
    /// The motion since rest of bone i of the chain, by that of the bone that carries it.
    Eigen::Isometry3d carried(const Turned& turned, std::size_t i,
                              const Eigen::Isometry3d& carrier) const;

    std::vector<int> bones_;
    int carrier_;                        ///< the bone that carries the chain; -1 if none does
    std::vector<Eigen::Vector3d> rest_;  ///< joints at rest, in the world [m]
    std::vector<Eigen::Matrix3d> axes_;  ///< about which the parameters turn, in the world, at rest
    Eigen::Vector3d point_;              ///< at rest [m]
    double length_ = 0;
};

}  // namespace sinew
