#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {
namespace {

using Coefficients = Eigen::Vector4d;  // x y z w

/// real + eps dual, of one bone or of a blend.
struct DualQuaternion {
    Coefficients real = Coefficients::Zero(), dual = Coefficients::Zero();
};

DualQuaternion dual_quaternion(const Eigen::Isometry3d& T) {
    const Eigen::Quaterniond q(T.linear());
    const Eigen::Vector3d t = T.translation();
    const Eigen::Quaterniond half(0, 0.5 * t.x(), 0.5 * t.y(), 0.5 * t.z());
    return {q.coeffs(), (half * q).coeffs()};
}

std::vector<DualQuaternion> dual_quaternions(const BoneMotion& motion) {
    std::vector<DualQuaternion> result;
    result.reserve(motion.size());
    for (const Eigen::Isometry3d& T : motion) result.push_back(dual_quaternion(T));
    return result;
}

/// Each quaternion and its negative are the same rotation: all take the side of the bone that
/// weighs most (the first one, of equals).
int heaviest(const SkinWeights& weights, Eigen::Index row) {
    int bone = -1;
    double most = -1;
    for (SkinWeights::InnerIterator w(weights, row); w; ++w)
        if (w.value() > most) {
            most = w.value();
            bone = int(w.col());
        }
    SINEW_ASSERT(bone >= 0, "row {} of the weights is empty", row);
    return bone;
}

/// The one bone of a row, or -1 if there are several.
int only_bone(const SkinWeights& weights, Eigen::Index row) {
    SkinWeights::InnerIterator w(weights, row);
    const int bone = w ? int(w.col()) : -1;
    return ++w ? -1 : bone;
}

DualQuaternion blended(const SkinWeights& weights, Eigen::Index row,
                       const std::vector<DualQuaternion>& bones) {
    const Coefficients& pivot = bones[std::size_t(heaviest(weights, row))].real;
    DualQuaternion sum;
    for (SkinWeights::InnerIterator w(weights, row); w; ++w) {
        const DualQuaternion& bone = bones[std::size_t(w.col())];
        const double weight = bone.real.dot(pivot) < 0 ? -w.value() : w.value();
        sum.real += weight * bone.real;
        sum.dual += weight * bone.dual;
    }
    const double norm = sum.real.norm();
    return {sum.real / norm, sum.dual / norm};
}

/// Kavan et al. 2008, algorithm 1: rotation by the real part, then the translation
/// 2 (w0 de - we d0 + d0 x de).
Eigen::Vector3d moved(const DualQuaternion& q, const Eigen::Vector3d& X) {
    const Eigen::Vector3d d0 = q.real.head<3>(), de = q.dual.head<3>();
    const double w0 = q.real(3), we = q.dual(3);
    const Eigen::Vector3d turned = X + 2 * d0.cross(Eigen::Vector3d(d0.cross(X) + w0 * X));
    return turned + 2 * (w0 * de - we * d0 + d0.cross(de));
}

Eigen::Vector3d linearly_moved(const SkinWeights& weights, Eigen::Index row,
                               const BoneMotion& bones, const Eigen::Vector3d& X) {
    Eigen::Matrix<double, 3, 4> T = Eigen::Matrix<double, 3, 4>::Zero();
    for (SkinWeights::InnerIterator w(weights, row); w; ++w)
        T += w.value() * bones[std::size_t(w.col())].matrix().topRows<3>();
    return T.leftCols<3>() * X + T.col(3);
}

/// x.col(k) := where point(k) goes.
template <class PointOf>
void skin(const Points& rest, const SkinWeights& weights, const BoneMotion& motion, Blend blend,
          const PointOf& point, Points& x) {
    SINEW_ASSERT(weights.rows() == rest.cols(), "{} != {}", weights.rows(), rest.cols());
    SINEW_ASSERT(weights.cols() == Eigen::Index(motion.size()), "{} != {}", weights.cols(),
                 motion.size());
    if (blend == Blend::linear) {
        parallel_for(x.cols(), [&](Eigen::Index k) {
            const Eigen::Index i = point(k);
            x.col(k) = linearly_moved(weights, i, motion, rest.col(i));
        });
        return;
    }
    const std::vector<DualQuaternion> bones = dual_quaternions(motion);
    parallel_for(x.cols(), [&](Eigen::Index k) {
        const Eigen::Index i = point(k);
        x.col(k) = moved(blended(weights, i, bones), rest.col(i));
    });
}

}  // namespace

Points skinned(const Points& rest, const SkinWeights& weights, const BoneMotion& motion,
               Blend blend) {
    Points result(3, rest.cols());
    skin(
        rest, weights, motion, blend, [](Eigen::Index k) { return k; }, result);
    return result;
}

void skinned(const Points& rest, const SkinWeights& weights, const BoneMotion& motion, Blend blend,
             std::span<const int> points, Points& x) {
    x.resize(3, Eigen::Index(points.size()));
    skin(
        rest, weights, motion, blend,
        [&](Eigen::Index k) { return Eigen::Index(points[std::size_t(k)]); }, x);
}

void blended_rotations(const SkinWeights& weights, const BoneMotion& motion,
                       std::vector<Eigen::Matrix3d>& rotations) {
    SINEW_ASSERT(weights.cols() == Eigen::Index(motion.size()), "{} != {}", weights.cols(),
                 motion.size());
    const std::vector<DualQuaternion> bones = dual_quaternions(motion);
    rotations.resize(std::size_t(weights.rows()));
    parallel_for(weights.rows(), [&](Eigen::Index i) {
        if (const int bone = only_bone(weights, i); bone >= 0) {
            rotations[std::size_t(i)] = motion[std::size_t(bone)].linear();
            return;
        }
        const Coefficients q = blended(weights, i, bones).real;
        rotations[std::size_t(i)] = Eigen::Quaterniond(q(3), q(0), q(1), q(2)).toRotationMatrix();
    });
}

}  // namespace sinew
