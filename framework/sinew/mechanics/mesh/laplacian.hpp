/// Laplacians of functions that are linear on each triangle or tetrahedron.
#pragma once

#include <Eigen/SparseCore>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// K of n_points x n_points with x' K x = integral of |grad x|^2 over the surface, so that K x is
/// minus the Laplacian, integrated about each point. Off the diagonal -(cot a + cot b)/2 of the
/// angles opposite the edge. Symmetric, positive semidefinite, K 1 = 0.
///
/// Pinkall & Polthier, Computing discrete minimal surfaces and their conjugates, 1993.
Eigen::SparseMatrix<double> surface_laplacian(const Points& positions,
                                              const Eigen::MatrixXi& triangles);

/// The same over a volume of tet4 [m].
Eigen::SparseMatrix<double> volume_laplacian(const VolumeMesh& mesh);

/// A third of the triangles at each point [m^2].
Eigen::VectorXd areas_of_points(const Points& positions, const Eigen::MatrixXi& triangles);

}  // namespace sinew
