#include "rows_of_poses.hpp"

namespace sinew::pose_space {

RowsOfPoses::RowsOfPoses(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes)
    : n_poses_(Index(bases.size())), n_columns_(bases.front().cols()) {
    const ColumnRanges ranges(bases);
    first_run_.push_back(0);
    for (const int node : nodes) {
        for (const ColumnRange& columns : ranges.of(node)) {
            runs_.push_back({columns, rows_.size()});
            for (const Eigen::MatrixXd& X : bases)
                for (Index a = 0; a < 3; ++a)
                    for (Index k = 0; k < columns.count; ++k)
                        rows_.push_back(float(X(3 * Index(node) + a, columns.first + k)));
        }
        first_run_.push_back(runs_.size());
    }
}

Vector RowsOfPoses::pulled_back(const Points& forces) const {
    Vector sum = Vector::Zero(n_poses_ * n_columns_);
    for (Index at = 0; at < forces.cols(); ++at) {
        const Eigen::Vector3d f = forces.col(at);
        for (std::size_t run = first_run_[std::size_t(at)]; run < first_run_[std::size_t(at) + 1];
             ++run) {
            const auto [first, count] = runs_[run].columns;
            const float* x = rows_.data() + runs_[run].first;
            for (Index pose = 0; pose < n_poses_; ++pose, x += 3 * count) {
                double* to = sum.data() + pose * n_columns_ + first;
                for (Index k = 0; k < count; ++k)
                    to[k] += f.x() * double(x[k]) + f.y() * double(x[count + k]) +
                             f.z() * double(x[2 * count + k]);
            }
        }
    }
    return sum;
}

Eigen::Vector3d RowsOfPoses::times(Index at, const Vector& stacked) const {
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    for (std::size_t run = first_run_[std::size_t(at)]; run < first_run_[std::size_t(at) + 1];
         ++run) {
        const auto [first, count] = runs_[run].columns;
        const float* row = rows_.data() + runs_[run].first;
        for (Index pose = 0; pose < n_poses_; ++pose)
            for (int a = 0; a < 3; ++a, row += count)
                u[a] += Eigen::Map<const Eigen::VectorXf>(row, count)
                            .cast<double>()
                            .dot(stacked.segment(pose * n_columns_ + first, count));
    }
    return u;
}

}  // namespace sinew::pose_space
