#include <algorithm>
#include <array>
#include <numeric>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <sinew/mechanics/math/loop_on_threads.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/morton_order.hpp>
#include <tuple>

namespace sinew {
namespace {

/// Elements along a curve through their centres, on which x changes first.
std::vector<int> spatial_order(const VolumeMesh& mesh) {
    Eigen::Matrix3Xd centres = Eigen::Matrix3Xd::Zero(3, mesh.n_elements());  // z y x
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        for (Index a = 0; a < mesh.elements.rows(); ++a)
            centres.col(e) += mesh.positions.col(mesh.elements(a, e)).reverse();
        centres.col(e) /= double(mesh.elements.rows());
    }
    const Eigen::Vector3d low = mesh.positions.rowwise().minCoeff().reverse(),
                          high = mesh.positions.rowwise().maxCoeff().reverse();
    return morton_order(centres, {low, high});
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
    geometry_.rule_weights = rule.weights;
    for (int q = 0; q < n_points; ++q)
        geometry_.reference.push_back(shape_gradient(type, rule.points.col(q)));

    const std::size_t n = std::size_t(n_packs);
    nodes.resize(n * std::size_t(n_nodes_each) * 8);
    geometry_.corners.resize(nodes.size());
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
                geometry_.corners[entry] = std::uint8_t(local[std::size_t(a)]);
            }
        }
    });
    move_nodes(mesh.positions);
}

FirstBad ElementTable::move_nodes(const Points& positions) {
    const ElementGeometry::Moved moved = geometry_.move(positions, *this, on_all_threads);
    n_limited_ = moved.n_limited;
    return moved.bad;
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
