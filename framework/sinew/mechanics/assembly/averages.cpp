#include <cmath>
#include <sinew/mechanics/assembly/averages.hpp>
#include <sinew/mechanics/math/symmetric.hpp>

namespace sinew {

AverageSum::AverageSum(const ElementTable& table, bool small_strain)
    : table_(table), small_strain_(small_strain) {
    const Index n = table.n_elements;
    sum_.deformation_gradient = Eigen::MatrixXd::Zero(9, n);
    sum_.cauchy_stress = Eigen::MatrixXd::Zero(6, n);
    sum_.energy_density = Eigen::VectorXd::Zero(n);
    volume_ = present_volume_ = Eigen::VectorXd::Zero(n);
}

void AverageSum::add(Index pack, int point, const Mat3<Pack>& F, const Mat3<Pack>& P,
                     const Pack& psi) {
    const Pack w = table_.weight(pack, point);
    for (int l = 0; l < table_.lanes(pack); ++l) {
        const Index element = table_.element_at[std::size_t(8 * pack + l)];
        const Eigen::Matrix3d f = lane(F, l);
        // Times the volume of the shape that it is a stress of.
        Eigen::Matrix3d stress = lane(P, l);
        if (!small_strain_) stress *= f.transpose();
        sum_.deformation_gradient.col(element) +=
            w[l] * Eigen::Map<const Eigen::Matrix<double, 9, 1>>(f.data());
        sum_.cauchy_stress.col(element) += w[l] * components(stress);
        sum_.energy_density(element) += w[l] * psi[l];
        volume_(element) += w[l];
        present_volume_(element) += w[l] * (small_strain_ ? 1.0 : f.determinant());
    }
}

ElementAverages AverageSum::result() {
    // The stress of an element that is flat has no bound; it stays a number that files can hold.
    for (Index e = 0; e < volume_.size(); ++e)
        if (std::abs(present_volume_(e)) < 1e-9 * volume_(e))
            present_volume_(e) = std::copysign(1e-9 * volume_(e), present_volume_(e));
    sum_.deformation_gradient.array().rowwise() /= volume_.transpose().array();
    sum_.cauchy_stress.array().rowwise() /= present_volume_.transpose().array();
    sum_.energy_density.array() /= volume_.array();
    return std::move(sum_);
}

}  // namespace sinew
