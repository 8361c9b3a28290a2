/// The one principal component analysis in the metric of mass.
#pragma once

#include <functional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <string>

namespace sinew {

/// X -> M X, M symmetric and positive definite on the columns that come.
using MassProduct = std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>;

/// Result of the analysis of N snapshots of n numbers.
struct MassPca {
    /// n x rank, mass-orthonormal, falling singular values, the largest entry of each positive. The
    /// first r span the plane through 0 that leaves the least sum of squared mass distances of the
    /// snapshots to it: the sum of the squares of the other singular values.
    Eigen::MatrixXd vectors;
    Vector singular_values;  ///< [m sqrt(kg)] for displacements [m]
};

/// Barbic & James 2005, appendix A. `snapshots`: n x N. The result is the same for any number of
/// threads.
MassPca mass_pca(const Eigen::MatrixXd& snapshots, const MassProduct& mass_times);

/// The first vectors. Throws InputError if there are not so many; `of` and `remedy` end its
/// sentences: "12 snapshots", ", or give more snapshots".
Eigen::MatrixXd first_vectors(const MassPca& pca, Index size, const SourceMark& where,
                              const std::string& of, const std::string& remedy);

/// Singular values of the first r vectors over the first of all: Basis::Vectors::weights.
Vector weights_of(const MassPca& pca, Index r);

/// Number of vectors that leave no more than `tolerance` of the root of the sum of all squares.
Index size_within(const Vector& singular_values, double tolerance);

}  // namespace sinew
