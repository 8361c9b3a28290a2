/// Bases of a block, and its mass.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// A block of tetrahedra with its consistent mass.
struct MassOfBlock {
    VolumeMesh mesh = box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.1);
    NeoHookean material;
    Assembler assembler{displacement_forces(mesh, material)};
    MassMatrix mass{mesh, Eigen::VectorXd::Constant(mesh.n_elements(), 1000), assembler.pattern()};

    Eigen::MatrixXd gram(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) const {
        return A.transpose() * mass.times(B);
    }
    /// X with other columns of the same span, mass-orthonormal.
    Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& X) const {
        const Eigen::LLT<Eigen::MatrixXd> factor(gram(X, X));
        return factor.matrixL().solve(X.transpose()).transpose();
    }
    Eigen::MatrixXd random_basis(Index r) const {
        return orthonormal(Eigen::MatrixXd::Random(3 * mesh.n_nodes(), r));
    }
};

/// Turns the rows of each node: X := R X; X: 3 n_nodes x r.
inline void rotate_rows(const std::vector<Eigen::Matrix3d>& R, Eigen::MatrixXd& X) {
    for (std::size_t i = 0; i < R.size(); ++i) {
        auto rows = X.middleRows<3>(3 * Index(i));
        rows = (R[i] * rows).eval();
    }
}

/// An orthogonal r x r matrix.
inline Eigen::MatrixXd random_orthogonal(Index r) {
    return Eigen::HouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd::Random(r, r)).householderQ();
}

}  // namespace sinew::test
