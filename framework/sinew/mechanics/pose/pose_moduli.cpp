#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>

namespace sinew {
namespace {

/// The element array that holds numbers; no scene can name it.
constexpr const char* numbers = "\nnumber";

}  // namespace

Moduli PoseModuli::mixed(const Vector& weights, std::span<const int> elements) const {
    const Vector shares = without_negative(weights);
    const Index n = Index(elements.size());
    Moduli sum{Vector::Zero(n), Vector::Zero(n)};
    for (std::size_t pose = 0; pose < at_poses_.size(); ++pose) {
        const double share = shares[Index(pose)];
        if (share == 0) continue;
        for (Index k = 0; k < n; ++k) {
            sum.young[k] += share * at_poses_[pose].young[elements[std::size_t(k)]];
            sum.poisson[k] += share * at_poses_[pose].poisson[elements[std::size_t(k)]];
        }
    }
    return sum;
}

PosedLaw::PosedLaw(const ExamplePoses& poses, VolumeMesh mesh, std::vector<int> elements)
    : poses_(poses), mesh_(std::move(mesh)), elements_(std::move(elements)) {
    SINEW_ASSERT(mesh_.n_elements() == Index(elements_.size()), "{} != {}", mesh_.n_elements(),
                 elements_.size());
    mix(Vector::Unit(poses_.n_poses(), 0));
}

void PosedLaw::mix(const Vector& weights) {
    if (weights.size() == weights_.size() && weights == weights_) return;
    const PoseModuli& moduli = *poses_.moduli();
    law_ = moduli.material().bind_with(moduli.mixed(weights, elements_), mesh_);
    weights_ = weights;
}

PosedLawOfMesh::PosedLawOfMesh(const ExamplePoses& poses, const VolumeMesh& mesh)
    : poses_(poses), numbered_(mesh) {
    const Index n = mesh.n_elements();
    numbered_.element_arrays[numbers] =
        Eigen::RowVectorXd::LinSpaced(n, 0, double(std::max<Index>(n - 1, 0)));
}

std::unique_ptr<PointLaw> PosedLawOfMesh::operator()(const VolumeMesh& ordered) const {
    const Eigen::MatrixXd& of_elements = ordered.element_arrays.at(numbers);
    std::vector<int> elements;
    for (const double number : of_elements.reshaped()) elements.push_back(int(std::lround(number)));
    return std::make_unique<PosedLaw>(poses_, ordered, std::move(elements));
}

}  // namespace sinew
