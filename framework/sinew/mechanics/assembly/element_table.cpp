#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/svd.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <tuple>

namespace sinew {
namespace {

/// Spreads the lowest 21 bits to every third position.
std::uint64_t spread(std::uint64_t x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
}

/// Elements by the Morton number of their centres.
std::vector<int> spatial_order(const VolumeMesh& mesh) {
    const Index n = mesh.n_elements();
    const Eigen::Vector3d low = mesh.positions.rowwise().minCoeff();
    const double side = std::max((mesh.positions.rowwise().maxCoeff() - low).maxCoeff(), 1e-300);
    std::vector<std::pair<std::uint64_t, int>> keys(static_cast<std::size_t>(n));
    for (Index e = 0; e < n; ++e) {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (Index a = 0; a < mesh.elements.rows(); ++a)
            centre += mesh.positions.col(mesh.elements(a, e));
        const Eigen::Vector3d cell =
            (centre / double(mesh.elements.rows()) - low) / side * double(0x1fffff);
        keys[std::size_t(e)] = {spread(std::uint64_t(cell.x())) |
                                    spread(std::uint64_t(cell.y())) << 1 |
                                    spread(std::uint64_t(cell.z())) << 2,
                                int(e)};
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int> order;
    order.reserve(keys.size());
    for (const auto& [key, element] : keys) order.push_back(element);
    return order;
}

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

ElementTable::ElementTable(const VolumeMesh& mesh, int quadrature_degree)
    : type(mesh.type),
      n_mesh_nodes(int(mesh.n_nodes())),
      element_at(spatial_order(mesh)),
      position_of(element_at.size()) {
    n_nodes_each = nodes_per_element(mesh.type);
    n_elements = int(mesh.n_elements());
    n_packs = (n_elements + 7) / 8;
    SINEW_ASSERT(n_elements > 0, "a mesh of {} nodes without elements", n_mesh_nodes);
    for (std::size_t p = 0; p < element_at.size(); ++p)
        position_of[std::size_t(element_at[p])] = int(p);

    const Quadrature rule = quadrature(type, quadrature_degree);
    n_points = int(rule.weights.size());
    points = rule.points;
    rule_weights_ = rule.weights;
    for (int q = 0; q < n_points; ++q)
        reference_.push_back(shape_gradient(type, rule.points.col(q)));

    const std::size_t n = std::size_t(n_packs);
    nodes.resize(n * std::size_t(n_nodes_each) * 8);
    corners_.resize(nodes.size());
    gradients.resize(n * std::size_t(n_points) * std::size_t(n_nodes_each - 1) * 3);
    weights.resize(n * std::size_t(n_points));
    parallel_for(n_packs, [&](int pack) {
        std::vector<int> local(static_cast<std::size_t>(n_nodes_each));
        for (int lane = 0; lane < 8; ++lane) {
            const int element = element_at[std::size_t(std::min(8 * pack + lane, n_elements - 1))];
            const auto numbers = mesh.elements.col(element);
            std::iota(local.begin(), local.end(), 0);
            std::sort(local.begin(), local.end(),
                      [&](int a, int b) { return numbers(a) < numbers(b); });
            for (int a = 0; a < n_nodes_each; ++a) {
                const std::size_t entry = std::size_t((pack * n_nodes_each + a) * 8 + lane);
                nodes[entry] = numbers(local[std::size_t(a)]);
                corners_[entry] = std::uint8_t(local[std::size_t(a)]);
            }
        }
    });
    move_nodes(mesh.positions);
}

Eigen::Matrix3d ElementTable::jacobian(const Points& positions, Index pack, int lane,
                                       int point) const {
    const Eigen::MatrixX3d& reference = reference_[std::size_t(point)];
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (int a = 0; a < n_nodes_each; ++a) {
        const std::size_t entry = std::size_t((pack * n_nodes_each + a) * 8 + lane);
        sum += positions.col(nodes[entry]) * reference.row(corners_[entry]);
    }
    return sum;
}

void ElementTable::limit_stretch(double least, const Points& positions) {
    least_stretch_ = least;
    unmoved_.clear();
    if (least <= 0) return;
    for (Index pack = 0; pack < n_packs; ++pack)
        for (int q = 0; q < n_points; ++q)
            for (int lane = 0; lane < 8; ++lane)
                unmoved_.push_back(jacobian(positions, pack, lane, q));
}

FirstBad ElementTable::move_nodes(const Points& positions) {
    std::atomic<int> first_bad{FirstBad{}.position};
    std::atomic<Index> n_limited = 0;
    parallel_for(n_packs, [&](int pack) {
        for (int lane = 0; lane < 8; ++lane) {
            bool is_limited = false;
            for (int q = 0; q < n_points; ++q) {
                Eigen::Matrix3d J = jacobian(positions, pack, lane, q);
                if (least_stretch_ > 0) {
                    const std::size_t at = std::size_t((Index(pack) * n_points + q) * 8 + lane);
                    is_limited |= limit(unmoved_[at], least_stretch_, J);
                }
                const Eigen::MatrixX3d gradient = reference_[std::size_t(q)] * J.inverse();
                Pack* out =
                    gradients.data() + (Index(pack) * n_points + q) * (n_nodes_each - 1) * 3;
                for (int a = 1; a < n_nodes_each; ++a) {
                    const auto corner = corners_[std::size_t((pack * n_nodes_each + a) * 8 + lane)];
                    for (int j = 0; j < 3; ++j)
                        out[3 * (a - 1) + j].set_lane(lane, gradient(corner, j));
                }
                const double weight = rule_weights_(q) * J.determinant();
                weights[std::size_t(Index(pack) * n_points + q)].set_lane(lane, weight);
                if (!(weight > 0)) lower(first_bad, 8 * pack + lane);
            }
            if (is_limited && lane < lanes(pack)) ++n_limited;
        }
    });
    n_limited_ = n_limited;
    return {first_bad.load()};
}

VolumeMesh ElementTable::reordered(const VolumeMesh& mesh) const {
    VolumeMesh result = mesh;
    for (int p = 0; p < n_elements; ++p)
        result.elements.col(p) = mesh.elements.col(element_at[std::size_t(p)]);
    for (auto& [name, values] : result.element_arrays) {
        const Eigen::MatrixXd& from = mesh.element_arrays.at(name);
        for (int p = 0; p < n_elements; ++p) values.col(p) = from.col(element_at[std::size_t(p)]);
    }
    for (auto& [name, set] : result.element_sets) {
        for (int& element : set) element = position_of[std::size_t(element)];
        std::sort(set.begin(), set.end());
    }
    return result;
}

}  // namespace sinew
