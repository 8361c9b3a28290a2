#include <fmt/format.h>

#include <sinew/mechanics/pose/written_pose.hpp>

namespace sinew {

Vector parameters_of(const WrittenPose& pose, const SourceMark& where, const Rig& rig) {
    const std::vector<double>& p = pose.parameters;
    if (pose.time.has_value() == !p.empty())
        throw InputError(where,
                         "a pose needs the `time` at which the rig takes it, or its `parameters`",
                         "give one of them");
    if (pose.time) {
        const Vector at = rig.parameters(*pose.time);
        if (at.allFinite()) return at;
        throw InputError(where, "the rig's parameters are not finite at that time",
                         "look at what the rig's motion is made of");
    }
    if (Index(p.size()) != rig.n_parameters())
        throw InputError(where,
                         fmt::format("the pose has {} parameters, and {} has {}", p.size(),
                                     rig.provenance.plugin, rig.n_parameters()),
                         "give all of them, in the rig's order");
    return Eigen::Map<const Vector>(p.data(), Index(p.size()));
}

void refuse_equal_poses(const Eigen::MatrixXd& x, const std::vector<SourceMark>& where) {
    const NearestPoses nearest = nearest_poses(x);
    if (nearest.distance > 1e-9) return;
    throw InputError(
        where[std::size_t(nearest.second) - 1],
        nearest.first == 0
            ? std::string("this pose is the neutral one, which is there always")
            : fmt::format("this pose is the same as number {} of the list", nearest.first),
        "take it out; what moves the whole body, the rig's root, makes no difference");
}

}  // namespace sinew
