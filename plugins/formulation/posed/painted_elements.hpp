/// Values of elements from values that are painted on a surface.
///
///     E = argmin sum_e V_e (E_e - Ebar_e)^2 + zeta/2 V^(2/3) E'L E
///
/// The first sum is over elements that have points of the surface, Ebar_e the mean of their values
/// and V_e the volume. L is the Laplacian between the centres of elements, E'L E = sum over faces
/// of area / distance (E_a - E_b)^2: an integral of |grad E|^2, so that zeta has no unit. No E_e is
/// beyond the values that are painted.
///
/// Xu & Barbic 2016, equation 37, which lacks the square and takes the sum over all elements.
#pragma once

#include <Eigen/SparseCholesky>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew::posed {

/// The elements in which the points of a surface lie, and what their values spread by.
class PaintedElements {
public:
    /// `embeddings`: of the points; without an element, it is in all that have its first node.
    /// `zeta` > 0. `mesh` outlives it.
    PaintedElements(const VolumeMesh& mesh, const std::vector<Embedding>& embeddings, double zeta);

    /// Means of values of elements at each point.
    Eigen::VectorXd at_points(const Eigen::VectorXd& of_elements) const;
    /// Values of elements for those of the points. Where nothing that is painted reaches, in a part
    /// of the mesh without points, they are as in `otherwise`.
    Eigen::VectorXd of_elements(const Eigen::VectorXd& at_points,
                                const Eigen::VectorXd& otherwise) const;

private:
    std::vector<std::vector<int>> elements_;  ///< of each point
    Eigen::VectorXd volumes_;
    Eigen::VectorXi counts_;  ///< points of each element
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

}  // namespace sinew::posed
