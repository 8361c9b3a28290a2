#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {
namespace {

/// Of a row, whose entries lie side by side.
BoneWeights bone_weights(const SkinWeights& weights, Eigen::Index row) {
    const auto first = std::size_t(weights.outerIndexPtr()[row]),
               n = weights.isCompressed() ? std::size_t(weights.outerIndexPtr()[row + 1]) - first
                                          : std::size_t(weights.innerNonZeroPtr()[row]);
    SINEW_ASSERT(n > 0, "row {} of the weights is empty", row);
    return {{weights.innerIndexPtr() + first, n}, {weights.valuePtr() + first, n}};
}

BlendedBones moved_bones(const SkinWeights& weights, const BoneMotion& motion, Blend blend) {
    SINEW_ASSERT(weights.cols() == Eigen::Index(motion.size()), "{} != {}", weights.cols(),
                 motion.size());
    BlendedBones bones(blend);
    bones.move_to(motion);
    return bones;
}

/// x.col(k) := where point(k) goes.
template <class PointOf>
void skin(const Points& rest, const SkinWeights& weights, const BoneMotion& motion, Blend blend,
          const PointOf& point, Points& x) {
    SINEW_ASSERT(weights.rows() == rest.cols(), "{} != {}", weights.rows(), rest.cols());
    const BlendedBones bones = moved_bones(weights, motion, blend);
    parallel_for(x.cols(), [&](Eigen::Index k) {
        const Eigen::Index i = point(k);
        x.col(k) = bones.moved(bone_weights(weights, i), rest.col(i));
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
    const BlendedBones bones = moved_bones(weights, motion, Blend::dual_quaternion);
    rotations.resize(std::size_t(weights.rows()));
    parallel_for(weights.rows(), [&](Eigen::Index i) {
        rotations[std::size_t(i)] = bones.rotation(bone_weights(weights, i));
    });
}

}  // namespace sinew
