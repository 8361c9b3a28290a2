/// Force and tangent of a mesh of tet4 as a textbook assembles them: one element at a time, a dense
/// 12 x 12 matrix by Eigen, added into a compressed sparse matrix of numbers at positions that were
/// found beforehand. With several threads each has a matrix of its own, and these are added up.
#pragma once

#include <Eigen/Sparse>
#include <sinew/mechanics/mesh/mesh_data.hpp>

#include "law.hpp"

namespace sinew::bench {

class TextbookAssembly {
public:
    explicit TextbookAssembly(const VolumeMesh& mesh);

    /// Assembles at displacements u, x y z a node [m].
    void assemble(const Eigen::VectorXd& u, TextbookLaw law, bool psd_projected, int n_threads);

    const Eigen::VectorXd& force() const { return force_; }
    const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix() const { return matrix_; }

private:
    using Element = Eigen::Matrix<double, 12, 12>;
    using Gradient = Eigen::Matrix<double, 9, 12>;  ///< vec F = I + gradient times displacements

    void assemble_some(int first, int end, const Eigen::VectorXd& u, TextbookLaw law,
                       bool psd_projected, double* force, double* values) const;
    void find_places();

    int n_nodes_;
    Eigen::MatrixXi elements_;
    std::vector<Gradient> gradients_;
    std::vector<double> volumes_;
    std::vector<std::array<int, 144>> places_;  ///< of each entry of an element, column by column
    Eigen::VectorXd force_;
    Eigen::SparseMatrix<double, Eigen::RowMajor> matrix_;
    std::vector<Eigen::VectorXd> thread_forces_, thread_values_;
};

}  // namespace sinew::bench
