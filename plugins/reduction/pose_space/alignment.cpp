#include "alignment.hpp"

#include <cmath>
#include <Eigen/Cholesky>
#include <limits>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

#include "vertex_rotations.hpp"

namespace sinew::pose_space {
namespace {

/// Cosines of the angles between the span of mass-orthonormal vectors and of others, U, from their
/// products U'M onto and U'M U.
Vector cosines(const Eigen::MatrixXd& products, const Eigen::MatrixXd& gram) {
    const Eigen::LLT<Eigen::MatrixXd> factor(gram);
    return singular_decomposition(factor.matrixL().solve(products)).values;
}

}  // namespace

std::vector<Branch> alignment_tree(
    Eigen::Index m, const std::function<double(Eigen::Index, Eigen::Index)>& distance) {
    std::vector<char> has_joined(std::size_t(m), 0);
    has_joined[0] = 1;
    std::vector<Branch> tree;
    while (Eigen::Index(tree.size()) + 1 < m) {
        Branch next;
        double least = std::numeric_limits<double>::infinity();
        for (Eigen::Index i = 0; i < m; ++i) {
            if (!has_joined[std::size_t(i)]) continue;
            for (Eigen::Index j = 0; j < m; ++j) {
                if (has_joined[std::size_t(j)] || !(distance(i, j) < least)) continue;
                least = distance(i, j);
                next = {j, i};
            }
        }
        has_joined[std::size_t(next.pose)] = 1;
        tree.push_back(next);
    }
    return tree;
}

Aligned align(const Eigen::MatrixXd& U, const Eigen::MatrixXd& onto,
              const std::vector<Eigen::Matrix3d>& from_onto, const MassMatrix& mass) {
    Eigen::MatrixXd turned = U;
    rotate_rows_back(from_onto, turned);
    const Eigen::MatrixXd M_turned = mass.times(turned);
    const Eigen::MatrixXd products = transpose_times(M_turned, onto);
    const SingularDecomposition svd = singular_decomposition(products);
    Aligned aligned;
    tall_product(1, U, svd.U * svd.V.transpose(), 0, aligned.U);
    const Vector c = cosines(products, transpose_times(M_turned, turned));
    aligned.angles.resize(c.size());
    for (Eigen::Index k = 0; k < c.size(); ++k)  // cosines descend
        aligned.angles[c.size() - 1 - k] = std::acos(std::min(c[k], 1.0));
    return aligned;
}

}  // namespace sinew::pose_space
