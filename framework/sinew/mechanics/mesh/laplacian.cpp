#include <Eigen/Dense>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <vector>

namespace sinew {
namespace {

/// The sum of one small matrix a simplex; `of_simplex` gives that of the positions in the columns.
template <int n, class OfSimplex>
Eigen::SparseMatrix<double> assembled(const Points& positions, const Eigen::MatrixXi& simplices,
                                      OfSimplex&& of_simplex) {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(n * n * simplices.cols()));
    for (Eigen::Index e = 0; e < simplices.cols(); ++e) {
        const Eigen::Vector<int, n> at = simplices.col(e);
        const Eigen::Matrix<double, 3, n> points = positions(Eigen::all, at);
        const Eigen::Matrix<double, n, n> local = of_simplex(points);
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b) entries.emplace_back(at[a], at[b], local(a, b));
    }
    Eigen::SparseMatrix<double> K(positions.cols(), positions.cols());
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

}  // namespace

Eigen::SparseMatrix<double> surface_laplacian(const Points& positions,
                                              const Eigen::MatrixXi& triangles) {
    // grad of the function of corner a: the opposite edge, turned in the plane, over twice the
    // area.
    return assembled<3>(positions, triangles, [](const Eigen::Matrix3d& x) {
        Eigen::Matrix3d edges;
        for (int a = 0; a < 3; ++a) edges.col(a) = x.col((a + 2) % 3) - x.col((a + 1) % 3);
        const double twice_area = edges.col(0).cross(edges.col(1)).norm();
        return Eigen::Matrix3d(edges.transpose() * edges / (2 * twice_area));
    });
}

Eigen::SparseMatrix<double> volume_laplacian(const VolumeMesh& mesh) {
    SINEW_ASSERT(mesh.type == ElementType::tet4, "of {}, not tet4", name_of(mesh.type));
    return assembled<4>(mesh.positions, mesh.elements, [](const Eigen::Matrix<double, 3, 4>& x) {
        const Eigen::Matrix3d edges = x.rightCols<3>().colwise() - x.col(0);
        Eigen::Matrix<double, 3, 4> gradients;
        gradients.rightCols<3>() = edges.inverse().transpose();
        gradients.col(0) = -gradients.rightCols<3>().rowwise().sum();
        const double volume = std::abs(edges.determinant()) / 6;
        return Eigen::Matrix4d(volume * (gradients.transpose() * gradients));
    });
}

Eigen::VectorXd areas_of_points(const Points& positions, const Eigen::MatrixXi& triangles) {
    Eigen::VectorXd areas = Eigen::VectorXd::Zero(positions.cols());
    for (Eigen::Index t = 0; t < triangles.cols(); ++t) {
        const Eigen::Vector3d a = positions.col(triangles(0, t));
        const Eigen::Vector3d b = positions.col(triangles(1, t));
        const Eigen::Vector3d c = positions.col(triangles(2, t));
        for (const int i : triangles.col(t)) areas(i) += (b - a).cross(c - a).norm() / 6;
    }
    return areas;
}

}  // namespace sinew
