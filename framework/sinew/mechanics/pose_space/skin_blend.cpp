#include <sinew/mechanics/pose_space/skin_blend.hpp>

namespace sinew {
namespace {

DualQuaternion dual_quaternion(const Eigen::Isometry3d& T) {
    const Eigen::Quaterniond q(T.linear());
    const Eigen::Vector3d t = T.translation();
    const Eigen::Quaterniond half(0, 0.5 * t.x(), 0.5 * t.y(), 0.5 * t.z());
    return {q.coeffs(), (half * q).coeffs()};
}

/// Each quaternion and its negative are the same rotation: all take the side of the bone that
/// weighs most (the first one, of equals).
std::size_t heaviest(const BoneWeights& weights) {
    std::size_t most = 0;
    for (std::size_t k = 1; k < weights.bones.size(); ++k)
        if (weights.weights[k] > weights.weights[most]) most = k;
    return std::size_t(weights.bones[most]);
}

/// Kavan et al. 2008, algorithm 1: rotation by the real part, then the translation
/// 2 (w0 de - we d0 + d0 x de).
Eigen::Vector3d moved_by(const DualQuaternion& q, const Eigen::Vector3d& X) {
    const Eigen::Vector3d d0 = q.real.head<3>(), de = q.dual.head<3>();
    const double w0 = q.real(3), we = q.dual(3);
    const Eigen::Vector3d turned = X + 2 * d0.cross(Eigen::Vector3d(d0.cross(X) + w0 * X));
    return turned + 2 * (w0 * de - we * d0 + d0.cross(de));
}

}  // namespace

void BlendedBones::move_to(const std::vector<Eigen::Isometry3d>& motion) {
    motion_ = motion;
    if (blend_ == Blend::linear) return;
    quaternions_.resize(motion.size());
    for (std::size_t b = 0; b < motion.size(); ++b) quaternions_[b] = dual_quaternion(motion[b]);
}

DualQuaternion BlendedBones::blended(const BoneWeights& weights) const {
    const Eigen::Vector4d& pivot = quaternions_[heaviest(weights)].real;
    DualQuaternion sum;
    for (std::size_t k = 0; k < weights.bones.size(); ++k) {
        const DualQuaternion& bone = quaternions_[std::size_t(weights.bones[k])];
        const double weight = bone.real.dot(pivot) < 0 ? -weights.weights[k] : weights.weights[k];
        sum.real += weight * bone.real;
        sum.dual += weight * bone.dual;
    }
    const double norm = sum.real.norm();
    return {sum.real / norm, sum.dual / norm};
}

Eigen::Vector3d BlendedBones::moved(const BoneWeights& weights, const Eigen::Vector3d& X) const {
    if (blend_ == Blend::dual_quaternion) return moved_by(blended(weights), X);
    Eigen::Matrix<double, 3, 4> T = Eigen::Matrix<double, 3, 4>::Zero();
    for (std::size_t k = 0; k < weights.bones.size(); ++k)
        T += weights.weights[k] * motion_[std::size_t(weights.bones[k])].matrix().topRows<3>();
    return T.leftCols<3>() * X + T.col(3);
}

Eigen::Matrix3d BlendedBones::rotation(const BoneWeights& weights) const {
    if (weights.bones.size() == 1) return motion_[std::size_t(weights.bones[0])].linear();
    const Eigen::Vector4d q = blended(weights).real;
    return Eigen::Quaterniond(q(3), q(0), q(1), q(2)).toRotationMatrix();
}

}  // namespace sinew
