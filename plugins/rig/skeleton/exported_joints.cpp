#include "exported_joints.hpp"

namespace sinew {

void export_joints(const JointTree& joints, const SimilarFrame& frame, Eigen::Index root,
                   Archive& archive) {
    std::vector<std::int64_t> parents;
    Eigen::MatrixXd rest(12, joints.n_joints());
    for (std::size_t j = 0; j < joints.rest().size(); ++j) {
        parents.push_back(joints.parents()[j] + 1);
        rest.col(Index(j)) = joints.rest()[j].matrix().topRows<3>().reshaped();
    }
    archive.put("rig/type", std::string("skeleton"));
    archive.put("rig/parents", std::move(parents));
    archive.put("rig/rest", Vector(rest.reshaped()));
    archive.put("rig/root", std::int64_t(root + 1));
    archive.put("rig/frame/turn", Vector(frame.turn.reshaped()));
    archive.put("rig/frame/origin", Vector(frame.origin));
    archive.put("rig/frame/scale", frame.scale);
}

}  // namespace sinew
