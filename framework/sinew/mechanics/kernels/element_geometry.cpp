#include <atomic>
#include <sinew/mechanics/kernels/element_geometry.hpp>
#include <sinew/mechanics/math/svd.hpp>

namespace sinew {
namespace {

/// The least of the numbers given so far.
void lower(std::atomic<int>& least, int number) {
    int before = least;
    while (number < before && !least.compare_exchange_weak(before, number)) {
    }
}

/// Makes the least singular values of J J_0^-1 `least`, where they are smaller or J is a mirror
/// image. True if it did.
bool limit(const Eigen::Matrix3d& J_0, double least, Eigen::Matrix3d& J) {
    const Eigen::Matrix3d F = J * J_0.inverse();
    // s_1 s_2 <= |F|^2 / 2 bounds s_3 = det F / (s_1 s_2).
    if (2 * F.determinant() >= least * F.squaredNorm()) return false;
    const Svd3<double> parts = svd<double>(F);
    if (parts.s[2] >= least) return false;
    J = parts.U * parts.s.cwiseMax(least).asDiagonal() * parts.V.transpose() * J_0;
    return true;
}

}  // namespace

Eigen::Matrix3d ElementGeometry::jacobian(const Eigen::Matrix3Xd& positions,
                                          const ElementPacks& packs, Index pack, int lane,
                                          int point) const {
    const Eigen::MatrixX3d& gradients = reference[std::size_t(point)];
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (int a = 0; a < packs.n_nodes_each; ++a) {
        const auto entry = std::size_t((pack * packs.n_nodes_each + a) * Pack::lanes + lane);
        sum += positions.col(packs.nodes[entry]) * gradients.row(corners[entry]);
    }
    return sum;
}

void ElementGeometry::limit_stretch(double least, const Eigen::Matrix3Xd& positions,
                                    const ElementPacks& packs) {
    least_stretch = least;
    unmoved.clear();
    if (least <= 0) return;
    for (Index pack = 0; pack < packs.n_packs; ++pack)
        for (int q = 0; q < packs.n_points; ++q)
            for (int lane = 0; lane < Pack::lanes; ++lane)
                unmoved.push_back(jacobian(positions, packs, pack, lane, q));
}

ElementGeometry::Moved ElementGeometry::move(const Eigen::Matrix3Xd& positions, ElementPacks& packs,
                                             Loop loop) const {
    std::atomic<int> first_bad{FirstBad{}.position};
    std::atomic<Index> n_limited = 0;
    const int n_points = packs.n_points, n_free = packs.n_nodes_each - 1;
    const auto move_pack = [&](Index pack) {
        for (int lane = 0; lane < Pack::lanes; ++lane) {
            bool is_limited = false;
            for (int q = 0; q < n_points; ++q) {
                Eigen::Matrix3d J = jacobian(positions, packs, pack, lane, q);
                const Index point = pack * n_points + q;
                if (least_stretch > 0)
                    is_limited |=
                        limit(unmoved[std::size_t(point * Pack::lanes + lane)], least_stretch, J);
                const Eigen::Matrix3d inverse = J.inverse();
                Pack* out = packs.gradients.data() + point * n_free * 3;
                for (int a = 1; a <= n_free; ++a) {
                    const auto corner =
                        corners[std::size_t((pack * packs.n_nodes_each + a) * Pack::lanes + lane)];
                    const Eigen::RowVector3d gradient =
                        reference[std::size_t(q)].row(corner) * inverse;
                    for (int j = 0; j < 3; ++j) out[3 * (a - 1) + j].set_lane(lane, gradient[j]);
                }
                const double weight = rule_weights[q] * J.determinant();
                packs.weights[std::size_t(point)].set_lane(lane, weight);
                if (!(weight > 0)) lower(first_bad, int(Pack::lanes * pack) + lane);
            }
            if (is_limited && lane < packs.lanes(pack)) ++n_limited;
        }
    };
    loop(packs.n_packs, std::cref(move_pack));
    return {{first_bad.load()}, n_limited};
}

}  // namespace sinew
