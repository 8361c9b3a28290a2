#include "basis_gap.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::pose_space {

double basis_gap(Eigen::MatrixXd U, Eigen::MatrixXd V, const MassMatrix& mass) {
    make_mass_orthonormal(U, mass);
    make_mass_orthonormal(V, mass);
    const double shared = transpose_times(U, mass.times(V)).squaredNorm() / double(V.cols());
    return std::sqrt(std::max(0.0, 1 - shared));
}

std::vector<BasisGap> basis_gaps(PoseBasis basis, const RestShape& shape, const MassMatrix& mass,
                                 double every, double end, const FindBasis& find) {
    constexpr double round_off = 1e-9;
    std::vector<int> nodes(std::size_t(basis.n_nodes()));
    std::iota(nodes.begin(), nodes.end(), 0);
    const ExamplePoses& poses = *shape.poses();
    std::vector<BasisGap> gaps;
    for (int k = 0; k * every <= end * (1 + round_off); ++k) {
        const double t = k * every;
        basis.mix(poses.weights(t));
        Points x;
        shape.positions(t, nodes, x);
        x = poses.root(t).inverse() * x;
        gaps.push_back({t, basis_gap(basis.all(), find(t, x), mass)});
    }
    return gaps;
}

const BasisGap& largest(const std::vector<BasisGap>& gaps) {
    return *std::max_element(gaps.begin(), gaps.end(),
                             [](const BasisGap& a, const BasisGap& b) { return a.gap < b.gap; });
}

}  // namespace sinew::pose_space
