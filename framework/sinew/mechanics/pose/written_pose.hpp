/// Poses of a rig, as scenes say them.
#pragma once

#include <optional>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>
#include <sinew/mechanics/rig/rig.hpp>
#include <vector>

namespace sinew {

template <>
struct EnumNames<PoseKernel> {
    static constexpr std::array names{std::pair{"distance", PoseKernel::distance},
                                      std::pair{"multiquadric", PoseKernel::multiquadric}};
};

/// A pose by its time or its parameters.
struct WrittenPose {
    std::optional<double> time;
    std::vector<double> parameters;

    static constexpr auto fields = std::tuple{
        field("time", &WrittenPose::time, unit::s, "At which the rig takes it"),
        field("parameters", &WrittenPose::parameters,
              "Its parameters p instead, all of them in the rig's order, in SI units"),
    };
};

/// p of a pose that is written at `where`. Throws InputError if neither or both are given, p has
/// another length, or is not finite.
Vector parameters_of(const WrittenPose& pose, const SourceMark& where, const Rig& rig);

/// Throws InputError if two columns of x, the features of the neutral pose and of those written at
/// `where`, are equal.
void refuse_equal_poses(const Eigen::MatrixXd& x, const std::vector<SourceMark>& where);

}  // namespace sinew
