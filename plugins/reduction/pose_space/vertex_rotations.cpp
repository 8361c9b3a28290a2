#include "vertex_rotations.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew::pose_space {
namespace {

/// The rotation of the affine map that takes the element's nodes nearest to where they go.
Eigen::Matrix3d element_rotation(const VolumeMesh& mesh, const Points& to, Eigen::Index element) {
    const auto nodes = mesh.elements.col(element);
    const Points X = mesh.positions(Eigen::all, nodes), x = to(Eigen::all, nodes);
    const Points edges = X.colwise() - X.rowwise().mean();
    const Eigen::Matrix3d F = x * edges.transpose() * (edges * edges.transpose()).inverse();
    return polar<double>(F).R;
}

}  // namespace

std::vector<Eigen::Matrix3d> vertex_rotations(const VolumeMesh& mesh, const Points& to) {
    const Eigen::VectorXd volumes = element_volumes(mesh);
    std::vector<Eigen::Vector4d> sums(std::size_t(mesh.n_nodes()), Eigen::Vector4d::Zero());
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        const Eigen::Quaterniond turn(element_rotation(mesh, to, e));
        for (const int node : mesh.elements.col(e)) {
            Eigen::Vector4d& sum = sums[std::size_t(node)];
            const double sign = sum.dot(turn.coeffs()) < 0 ? -1 : 1;
            sum += sign * volumes[e] * turn.coeffs();
        }
    }
    std::vector<Eigen::Matrix3d> rotations;
    for (const Eigen::Vector4d& sum : sums) {
        const bool is_free = sum.squaredNorm() == 0;  // a node of no element
        rotations.push_back(is_free ? Eigen::Matrix3d(Eigen::Matrix3d::Identity())
                                    : Eigen::Quaterniond(sum).normalized().toRotationMatrix());
    }
    return rotations;
}

void rotate_rows_back(const std::vector<Eigen::Matrix3d>& R, Eigen::MatrixXd& X) {
    for (std::size_t i = 0; i < R.size(); ++i) {
        auto rows = X.middleRows<3>(3 * Eigen::Index(i));
        rows = (R[i].transpose() * rows).eval();
    }
}

}  // namespace sinew::pose_space
