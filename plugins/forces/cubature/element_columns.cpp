#include "element_columns.hpp"

#include <algorithm>
#include <numeric>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Elements that are taken together, whatever the number of threads: their forces in all poses stay
/// in the second cache.
constexpr std::size_t elements_at_once = 64;

/// Columns of U that move an element: r numbers an element, 1 or 0.
std::vector<char> moved_elements(const VolumeMesh& mesh, const Eigen::MatrixXd& U) {
    const std::size_t r = std::size_t(U.cols());
    std::vector<char> nodes(std::size_t(mesh.n_nodes()) * r),
        elements(std::size_t(mesh.n_elements()) * r);
    for (std::size_t j = 0; j < r; ++j)
        for (std::size_t node = 0; node < std::size_t(mesh.n_nodes()); ++node)
            nodes[node * r + j] = !U.col(Index(j)).segment<3>(3 * Index(node)).isZero(0);
    for (std::size_t e = 0; e < std::size_t(mesh.n_elements()); ++e)
        for (const int node : mesh.elements.col(Index(e)))
            for (std::size_t j = 0; j < r; ++j)
                elements[e * r + j] |= nodes[std::size_t(node) * r + j];
    return elements;
}

/// The place of each element in an order in which those that the same columns move are together.
std::vector<int> places_by_columns(const VolumeMesh& mesh, const Eigen::MatrixXd& U) {
    const std::vector<char> moved = moved_elements(mesh, U);
    const auto of = [&](int e) { return moved.begin() + Index(e) * U.cols(); };
    std::vector<int> order(std::size_t(mesh.n_elements())), places(order.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) {
        return std::lexicographical_compare(of(a), of(a) + U.cols(), of(b), of(b) + U.cols());
    });
    for (std::size_t k = 0; k < order.size(); ++k) places[std::size_t(order[k])] = int(k);
    return places;
}

/// Columns that are not zero in these rows: of bases by regions, few.
std::vector<Index> moving_columns(const Eigen::MatrixXd& rows) {
    std::vector<Index> moving;
    for (Index j = 0; j < rows.cols(); ++j)
        if (!rows.col(j).isZero(0)) moving.push_back(j);
    return moving;
}

}  // namespace

ElementColumns::ElementColumns(const Body& body, const ElementTable& whole,
                               const Eigen::MatrixXd& U, Eigen::MatrixXd poses,
                               const Eigen::MatrixXd& forces, std::vector<Eigen::MatrixXd> metrics)
    : body_(body),
      whole_(whole),
      U_(U),
      poses_(std::move(poses)),
      metrics_(std::move(metrics)),
      target_(forces.size()),
      place_(places_by_columns(body.mesh, U)) {
    const Index r = forces.rows();
    for (Index t = 0; t < forces.cols(); ++t)
        target_.segment(r * t, r).noalias() = metrics_[std::size_t(t)] * forces.col(t);
}

void ElementColumns::compute(std::span<const int> candidates,
                             std::span<double* const> columns) const {
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t k) { return place_[std::size_t(candidates[k])]; });
    std::vector<int> sorted;
    std::vector<double*> to;
    for (const std::size_t k : order) {
        sorted.push_back(candidates[k]);
        to.push_back(columns[k]);
    }
    const std::size_t n = (candidates.size() + elements_at_once - 1) / elements_at_once;
    parallel_for_dynamic(n, 1, [&](std::size_t k) {
        const std::size_t first = k * elements_at_once,
                          count = std::min(elements_at_once, sorted.size() - first);
        compute_some(std::span(sorted).subspan(first, count), std::span(to).subspan(first, count));
    });
}

void ElementColumns::compute_some(std::span<const int> candidates,
                                  std::span<double* const> columns) const {
    const ElementPart part(body_, whole_, candidates);
    const Index r = U_.cols(), n_poses = poses_.cols(), m = part.n_differences();
    const int n_nodes = part.table().n_nodes_each;
    Eigen::MatrixXd rows = part.rows(U_);
    const std::vector<Index> moving = moving_columns(rows);
    const Index n_moving = Index(moving.size());
    rows = rows(Eigen::all, moving).eval();
    const Eigen::MatrixXd poses = poses_(moving, Eigen::all);
    Eigen::MatrixXd D(n_moving, m * part.size());  // an element after the other
    part.differences(rows, n_moving, D.data());

    // Forces of all elements in all poses: m x n_poses an element.
    Eigen::MatrixXd forces(m, n_poses * part.size());
    const Index n_packs = part.table().n_packs, step = part.forces().batch();
    AlignedVector<double> out(std::size_t(8 * step * ElementOutput::force_stride(n_nodes)));
    Vector u;
    for (Index t = 0; t < n_poses; ++t) {
        u.noalias() = rows * poses.col(t);
        for (Index first = 0; first < n_packs; first += step) {
            const Index n = std::min(step, n_packs - first);
            FirstBad bad;  // the poses are admissible for the whole body
            part.forces().forces(first, int(n), u.data(), {out.data(), nullptr}, bad);
            const Index end = std::min(8 * (first + n), part.size());
            for (Index position = 8 * first; position < end; ++position)
                for (int a = 1; a < n_nodes; ++a)
                    for (int i = 0; i < 3; ++i)
                        forces(3 * (a - 1) + i, position * n_poses + t) =
                            out[std::size_t(((position - 8 * first) * n_nodes + a) * 4 + i)];
        }
    }
    Eigen::MatrixXd reduced(n_moving, n_poses * part.size());  // an element after the other
    for (int position = 0; position < part.size(); ++position)
        reduced.middleCols(n_poses * position, n_poses).noalias() =
            D.middleCols(m * position, m) * forces.middleCols(n_poses * position, n_poses);
    // Each metric is read once, for all elements.
    Eigen::MatrixXd weighed(r, part.size()), metric(r, n_moving);
    for (Index t = 0; t < n_poses; ++t) {
        const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> at_pose(
            reduced.col(t).data(), n_moving, part.size(), Eigen::OuterStride<>(n_moving * n_poses));
        metric = metrics_[std::size_t(t)](Eigen::all, moving);
        weighed.noalias() = metric * at_pose;
        for (int position = 0; position < part.size(); ++position)
            Eigen::Map<Vector>(columns[std::size_t(part.order(position))] + r * t, r) =
                weighed.col(position);
    }
}

double ElementColumns::error(std::span<const int> elements, const Vector& weights) const {
    Eigen::MatrixXd A(target_.size(), Index(elements.size()));
    std::vector<double*> columns;
    for (Index k = 0; k < A.cols(); ++k) columns.push_back(A.col(k).data());
    compute(elements, columns);
    Vector residual = target_;
    for (Index k = 0; k < A.cols(); ++k) residual -= weights[k] * A.col(k);
    return residual.norm() / target_.norm();
}

}  // namespace sinew
