#include <sinew/mechanics/cubature/element_columns.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Elements that are taken together, whatever the number of threads: their forces in all poses stay
/// in the second cache.
constexpr std::size_t elements_at_once = 64;

}  // namespace

ElementColumns::ElementColumns(const Body& body, const ElementTable& whole,
                               const Eigen::MatrixXd& U, Eigen::MatrixXd poses,
                               const Eigen::MatrixXd& forces, std::vector<Eigen::MatrixXd> metrics)
    : body_(body),
      whole_(whole),
      U_(U),
      poses_(std::move(poses)),
      metrics_(std::move(metrics)),
      target_(forces.size()) {
    const Index r = forces.rows();
    for (Index t = 0; t < forces.cols(); ++t)
        target_.segment(r * t, r).noalias() = metrics_[std::size_t(t)] * forces.col(t);
}

void ElementColumns::compute(std::span<const int> candidates,
                             std::span<double* const> columns) const {
    const std::size_t n = (candidates.size() + elements_at_once - 1) / elements_at_once;
    parallel_for_dynamic(n, 1, [&](std::size_t k) {
        const std::size_t first = k * elements_at_once,
                          count = std::min(elements_at_once, candidates.size() - first);
        compute_some(candidates.subspan(first, count), columns.subspan(first, count));
    });
}

void ElementColumns::compute_some(std::span<const int> candidates,
                                  std::span<double* const> columns) const {
    const ElementPart part(body_, whole_, candidates);
    const Index r = U_.cols(), n_poses = poses_.cols(), m = part.n_differences();
    const int n_nodes = part.table().n_nodes_each;
    const Eigen::MatrixXd rows = part.rows(U_);
    Eigen::MatrixXd D(r, m * part.size());  // an element after the other
    part.differences(rows, r, D.data());

    // Forces of all elements in all poses: m x n_poses an element.
    Eigen::MatrixXd forces(m, n_poses * part.size());
    const Index n_packs = part.table().n_packs, step = part.forces().batch();
    AlignedVector<double> out(std::size_t(8 * step * ElementOutput::force_stride(n_nodes)));
    Vector u;
    for (Index t = 0; t < n_poses; ++t) {
        u.noalias() = rows * poses_.col(t);
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
    Eigen::MatrixXd reduced(r, n_poses * part.size());  // an element after the other
    for (int position = 0; position < part.size(); ++position)
        reduced.middleCols(n_poses * position, n_poses).noalias() =
            D.middleCols(m * position, m) * forces.middleCols(n_poses * position, n_poses);
    // Each metric is read once, for all elements.
    Eigen::MatrixXd weighed(r, part.size());
    for (Index t = 0; t < n_poses; ++t) {
        const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> at_pose(
            reduced.col(t).data(), r, part.size(), Eigen::OuterStride<>(r * n_poses));
        weighed.noalias() = metrics_[std::size_t(t)] * at_pose;
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
