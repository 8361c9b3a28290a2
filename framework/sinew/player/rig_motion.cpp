#include <algorithm>
#include <sinew/player/rig_motion.hpp>

namespace sinew::player {

bool RigMotion::find(const Vector& p, RigState& at) {
    find_world_motion(model_.joints, model_.frame, p, at.motion);
    at.bones.move_to(at.motion);
    if (model_.root >= 0) at.root = at.motion[std::size_t(model_.root)];
    model_.features.of(p, x_);
    model_.weights.at(x_, phi_, at.weights);
    if (model_.sculpted) model_.sculpted->at(x_, phi_, at.sculpted);
    return at.weights.allFinite() && at.sculpted.allFinite() &&
           std::all_of(at.motion.begin(), at.motion.end(),
                       [](const Eigen::Isometry3d& T) { return T.matrix().allFinite(); });
}

void RigMotion::find_vectors(const RigState& at, bool has_corrections, Eigen::Matrix3Xd& v) const {
    const Index n_bones = model_.joints.n_joints(),
                n_sculpted = model_.sculpted ? model_.sculpted->size() - 1 : 0,
                n_corrections = has_corrections ? at.weights.size() : 0;
    v.resize(3, 4 * n_bones + 3 * n_sculpted + 3 + 3 * n_corrections);
    for (Index b = 0; b < n_bones; ++b)
        v.middleCols<4>(4 * b) = at.motion[std::size_t(b)].matrix().topRows<3>();
    Index first = 4 * n_bones;
    for (Index j = 0; j < n_sculpted; ++j, first += 3)
        v.middleCols<3>(first) = at.sculpted[j + 1] * at.root.linear();
    v.middleCols<3>(first) = at.root.linear();
    for (Index j = 0; j < n_corrections; ++j)
        v.middleCols<3>(first + 3 + 3 * j) = at.weights[j] * at.root.linear();
}

}  // namespace sinew::player
