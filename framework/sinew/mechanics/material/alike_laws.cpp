#include <algorithm>
#include <sinew/mechanics/material/alike_laws.hpp>
#include <vector>

namespace sinew {

std::function<bool(int, int)> alike_laws(const PointLaw& law, Index n_elements) {
    Eigen::Matrix3d deformation;
    deformation << 1.2, 0.1, 0, 0, 1.1, 0.05, 0.02, 0, 0.9;
    const auto rotation = [turns = law.rotations()](Index element) -> Eigen::Matrix3d {
        return turns.empty() ? Eigen::Matrix3d::Identity() : turns[std::size_t(element)];
    };
    std::vector<Eigen::Matrix3d> stress(static_cast<std::size_t>(n_elements));
    for (Index first = 0; first < n_elements; first += Pack::lanes) {
        const int lanes = int(std::min<Index>(Pack::lanes, n_elements - first));
        Mat3<Pack> F, P;
        for (int l = 0; l < Pack::lanes; ++l)
            set_lane(F, l, Eigen::Matrix3d(rotation(first + std::min(l, lanes - 1)) * deformation));
        law.stress(first / Pack::lanes, {&F, 1}, {&P, 1});
        for (int l = 0; l < lanes; ++l)
            stress[std::size_t(first + l)] = rotation(first + l).transpose() * lane(P, l);
    }
    return [stress = std::move(stress)](int one, int other) {
        const Eigen::Matrix3d &a = stress[std::size_t(one)], &b = stress[std::size_t(other)];
        return (a - b).norm() <= 0.1 * std::max(a.norm(), b.norm());
    };
}

}  // namespace sinew
