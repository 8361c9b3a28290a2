/// Matrices of nodes projected on a subspace: U'A U.
#pragma once

#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// U'A U, r x r, for U of 3 n_rows x r. Rows of U may vanish in most of its columns, as those of
/// vectors of regions do: that is seen in blocks of such nodes, and saves their products. Sums are
/// taken in a fixed order, whatever the number of threads.
Eigen::MatrixXd projected(const NodeRows& A, const ConstMatrix& U);

/// The same of a tangent of size() = U.rows(), symmetric where the tangent is.
Eigen::MatrixXd projected(const Tangent& A, const ConstMatrix& U);

}  // namespace sinew
