#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/skinning/skinned_surface.hpp>

namespace sinew {
namespace {

class SkinnedSurface final : public RiggedSurface {
public:
    SkinnedSurface(const SkeletalRig& rig, Points rest, const SkinWeights& weights, Blend blend)
        : rig_(rig), rest_(std::move(rest)), weights_(weights), blend_(blend) {
        weights_.makeCompressed();
    }

    void positions(const Vector& p, std::span<const int> points, Points& x) const override {
        skinned(rest_, weights_, rig_.pose(p), blend_, points, x);
    }

    /// Linear blend: x = sum_b w_b T_b (X, 1), of which the columns of each T_b are vectors.
    Eigen::MatrixXd linear_factors() const override {
        if (blend_ != Blend::linear) return {};
        Eigen::MatrixXd factors(rest_.cols(), 4 * weights_.cols());
        for (Eigen::Index b = 0; b < weights_.cols(); ++b) {
            const Vector w = weights_.col(b);
            for (int a = 0; a < 3; ++a)
                factors.col(4 * b + a) = w.cwiseProduct(rest_.row(a).transpose());
            factors.col(4 * b + 3) = w;
        }
        return factors;
    }
    Points linear_vectors(const Vector& p) const override {
        const BoneMotion motion = rig_.pose(p);
        Points vectors(3, 4 * Eigen::Index(motion.size()));
        for (std::size_t b = 0; b < motion.size(); ++b)
            vectors.middleCols<4>(4 * Eigen::Index(b)) = motion[b].matrix().topRows<3>();
        return vectors;
    }

    std::string export_to(Archive& archive) const override {
        const auto integers = [](const int* from, Eigen::Index n) {
            return std::vector<std::int64_t>(from, from + n);
        };
        archive.put("shape/blend",
                    std::string(blend_ == Blend::linear ? "linear" : "dual_quaternion"));
        archive.put("shape/skin/first", integers(weights_.outerIndexPtr(), weights_.rows() + 1));
        archive.put("shape/skin/bones", integers(weights_.innerIndexPtr(), weights_.nonZeros()));
        archive.put("shape/skin/weights",
                    Eigen::Map<const Vector>(weights_.valuePtr(), weights_.nonZeros()));
        return {};
    }

private:
    const SkeletalRig& rig_;
    Points rest_;
    SkinWeights weights_;
    Blend blend_;
};

}  // namespace

std::unique_ptr<RiggedSurface> skinned_surface(const SkeletalRig& rig, Points rest,
                                               const SkinWeights& weights, Blend blend) {
    return std::make_unique<SkinnedSurface>(rig, std::move(rest), weights, blend);
}

}  // namespace sinew
