#include <sinew/mechanics/system/full_space_tangent.hpp>

namespace sinew {

void FullSpaceTangent::add_entries(EntrySink& sink, Index offset) const {
    const BlockPattern& pattern = matrix.pattern();
    for (int i = 0; i < pattern.n_rows(); ++i)
        for (int b = pattern.begin(i); b < pattern.end(i); ++b)
            sink.add3(offset + 3 * Index(i), offset + 3 * Index(pattern.column(b)), matrix.at(b));
}

Eigen::MatrixXd FullSpaceTangent::near_null_space() const {
    const Index n = positions.cols();
    const Eigen::Vector3d centre = positions.rowwise().mean();
    Eigen::MatrixXd modes = Eigen::MatrixXd::Zero(3 * n, 6);
    for (Index i = 0; i < n; ++i) {
        const Eigen::Vector3d arm = positions.col(i) - centre;
        for (int axis = 0; axis < 3; ++axis) {
            modes(3 * i + axis, axis) = 1;
            modes.block<3, 1>(3 * i, 3 + axis) = Eigen::Vector3d::Unit(axis).cross(arm);
        }
    }
    modes.colwise().normalize();
    return modes;
}

}  // namespace sinew
