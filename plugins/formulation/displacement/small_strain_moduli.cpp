#include "small_strain_moduli.hpp"

#include <algorithm>

namespace sinew {

Eigen::VectorXd poisson_ratios(const PointLaw& law, Eigen::Index n_elements) {
    Eigen::Matrix3d shear = Eigen::Matrix3d::Zero();
    shear(0, 1) = shear(1, 0) = 1;
    Eigen::VectorXd ratios(n_elements);
    for (Index first = 0; first < n_elements; first += Pack::lanes) {
        const auto rotation = [&, turns = law.rotations()](int l) -> Eigen::Matrix3d {
            if (turns.empty()) return Eigen::Matrix3d::Identity();
            return turns[std::size_t(std::min(first + l, n_elements - 1))];
        };
        Mat3<Pack> F, swelling, shearing, pressed, sheared;
        for (int l = 0; l < Pack::lanes; ++l) {
            set_lane(F, l, rotation(l));
            set_lane(swelling, l, rotation(l));
            set_lane(shearing, l, Eigen::Matrix3d(rotation(l) * shear));
        }
        const Index pack = first / Pack::lanes;
        law.stress_change(pack, {&F, 1}, {&swelling, 1}, {&pressed, 1}, Definiteness::exact);
        law.stress_change(pack, {&F, 1}, {&shearing, 1}, {&sheared, 1}, Definiteness::exact);
        for (int l = 0; l < Pack::lanes && first + l < n_elements; ++l) {
            const Eigen::Matrix3d back = rotation(l).transpose();
            const double K = (back * lane(pressed, l)).trace() / 9;
            const double mu = (back * lane(sheared, l))(0, 1) / 2;
            ratios[first + l] = (3 * K - 2 * mu) / (6 * K + 2 * mu);
        }
    }
    return ratios;
}

}  // namespace sinew
