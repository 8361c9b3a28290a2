/// The parts of a level of multigrid in double precision, for its tests.
#pragma once

#include <catch2/catch.hpp>
#include <multigrid/greatest_eigenvalue.hpp>

#include "held_block.hpp"

namespace sinew::test {

inline const BlockScene free_block{.constraints = "[]"};

/// The matrix of a block, the inverses of its diagonal, and the interpolation to it.
struct Parts {
    explicit Parts(HeldBlock& block)
        : A(masked_rows<double>(block.tangent(), block.fixed)),
          motions(masked_motions(block.tangent(), block.fixed)) {
        REQUIRE(inverse.invert(A) == -1);
        greatest = multigrid::greatest_eigenvalue(A, inverse);
        P.set_structure(
            A, multigrid::aggregate(A.starts, A.columns, multigrid::strengths(A, inverse), 0.08));
        coarse_motions = P.compute(A, inverse, 4 / (3 * greatest), motions);
    }
    multigrid::SquareRows<double, 3> A;
    multigrid::Motions motions, coarse_motions;
    multigrid::DiagonalBlocks<double, 3> inverse;
    double greatest = 0;
    multigrid::Interpolation<double, 3> P;
};

inline Eigen::MatrixXd dense_inverse(const Parts& parts) {
    const Index n = 3 * parts.A.n_rows();
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < parts.A.n_rows(); ++i)
        inverse.block<3, 3>(3 * i, 3 * i) =
            Eigen::Map<const Eigen::Matrix3d>(parts.inverse.block(i));
    return inverse;
}

}  // namespace sinew::test
