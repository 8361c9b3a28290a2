#include <sinew/mechanics/pose_space/rows_of_poses.hpp>
#include <utility>

namespace sinew::pose_space {

RowsOfPoses::RowsOfPoses(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes,
                         Precision precision)
    : n_poses_(Index(bases.size())), n_columns_(bases.front().cols()) {
    if (precision == Precision::single)
        gather(bases, nodes, single_);
    else
        gather(bases, nodes, exact_);
}

RowsOfPoses::RowsOfPoses(Index n_poses, Index n_columns, std::vector<Run> runs,
                         std::vector<std::size_t> first_run, std::vector<float> numbers)
    : n_poses_(n_poses),
      n_columns_(n_columns),
      runs_(std::move(runs)),
      first_run_(std::move(first_run)),
      single_(std::move(numbers)) {}

template <class Number>
void RowsOfPoses::gather(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes,
                         std::vector<Number>& to) {
    const ColumnRanges ranges(bases);
    first_run_.push_back(0);
    for (const int node : nodes) {
        for (const ColumnRange& columns : ranges.of(node)) {
            runs_.push_back({columns, to.size()});
            for (const Eigen::MatrixXd& X : bases)
                for (Index a = 0; a < 3; ++a)
                    for (Index k = 0; k < columns.count; ++k)
                        to.push_back(Number(X(3 * Index(node) + a, columns.first + k)));
        }
        first_run_.push_back(runs_.size());
    }
}

template <class Visit>
void RowsOfPoses::each(Index at, Visit&& visit) const {
    const auto over = [&](const auto* numbers) {
        for (std::size_t run = first_run_[std::size_t(at)]; run < first_run_[std::size_t(at) + 1];
             ++run) {
            const ColumnRange& columns = runs_[run].columns;
            const auto* row = numbers + runs_[run].first;
            for (Index pose = 0; pose < n_poses_; ++pose)
                for (int axis = 0; axis < 3; ++axis, row += columns.count)
                    visit(pose, axis, columns, row);
        }
    };
    if (exact_.empty())
        over(single_.data());
    else
        over(exact_.data());
}

void RowsOfPoses::pull_back(const Eigen::Matrix3Xd& forces, Vector& sum) const {
    sum.setZero(n_poses_ * n_columns_);
    for (Index at = 0; at < forces.cols(); ++at) add_pulled_back(at, forces.col(at), sum);
}

void RowsOfPoses::add_pulled_back(Index at, const Eigen::Vector3d& force, Vector& sum) const {
    each(at, [&](Index pose, int axis, const ColumnRange& columns, const auto* row) {
        double* to = sum.data() + pose * n_columns_ + columns.first;
        const double f = force[axis];
        for (Index k = 0; k < columns.count; ++k) to[k] += f * double(row[k]);
    });
}

/// Eight columns at a time, over all poses, before they are added up.
template <class Number>
double RowsOfPoses::row_times(const Number* row, Index stride, const ColumnRange& columns,
                              const double* k) const {
    constexpr Index width = 8;
    Eigen::Array<double, width, 1> eight = Eigen::Array<double, width, 1>::Zero();
    double rest = 0;
    for (Index pose = 0; pose < n_poses_; ++pose, row += stride, k += n_columns_) {
        Index j = 0;
        for (; j + width <= columns.count; j += width)
            eight +=
                Eigen::Map<const Eigen::Array<Number, width, 1>>(row + j).template cast<double>() *
                Eigen::Map<const Eigen::Array<double, width, 1>>(k + j);
        for (; j < columns.count; ++j) rest += double(row[j]) * k[j];
    }
    return eight.sum() + rest;
}

Eigen::Vector3d RowsOfPoses::times(Index at, const Vector& stacked) const {
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    const auto over = [&](const auto* numbers) {
        for (std::size_t run = first_run_[std::size_t(at)]; run < first_run_[std::size_t(at) + 1];
             ++run) {
            const ColumnRange& columns = runs_[run].columns;
            for (int axis = 0; axis < 3; ++axis)
                u[axis] += row_times(numbers + runs_[run].first + std::size_t(axis * columns.count),
                                     3 * columns.count, columns, stacked.data() + columns.first);
        }
    };
    if (exact_.empty())
        over(single_.data());
    else
        over(exact_.data());
    return u;
}

Eigen::MatrixX3d RowsOfPoses::of_node(Index at) const {
    Eigen::MatrixX3d stacked = Eigen::MatrixX3d::Zero(n_poses_ * n_columns_, 3);
    each(at, [&](Index pose, int axis, const ColumnRange& columns, const auto* row) {
        for (Index k = 0; k < columns.count; ++k)
            stacked(pose * n_columns_ + columns.first + k, axis) = double(row[k]);
    });
    return stacked;
}

void RowsOfPoses::mix(Index at, const Vector& weights, Eigen::MatrixX3d& to) const {
    to.setZero(n_columns_, 3);
    each(at, [&](Index pose, int axis, const ColumnRange& columns, const auto* row) {
        for (Index k = 0; k < columns.count; ++k)
            to(columns.first + k, axis) += weights[pose] * double(row[k]);
    });
}

}  // namespace sinew::pose_space
