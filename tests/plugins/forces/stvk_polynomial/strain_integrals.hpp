/// Integrals of strains over single elements, as their rows have them and as they are.
#pragma once

#include <stvk_polynomial/element_strains.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// Integrals of E:E and tr(E)^2.
struct StrainIntegrals {
    double shear = 0, trace = 0;
};

/// Integrals at u = U q, from sums of squares of rows: with c = (q_i, q_i q_j or q_i^2/2) it is
/// c'Gc.
inline StrainIntegrals integrals(const stvk::ElementStrains& strains, Index element,
                                 const Eigen::MatrixXd& U, const Vector& q) {
    const stvk::Modes modes(U);
    stvk::Gram shear(modes.n_columns(), strains.n_shear_rows());
    stvk::Gram trace(modes.n_columns(), strains.n_trace_rows());
    stvk::StrainRows rows(modes, shear.row_room());
    strains.fill(element, {}, rows, shear, 0, trace, 0);
    shear.add_rows(strains.n_shear_rows());
    trace.add_rows(strains.n_trace_rows());
    const Index r = q.size();
    Vector c(modes.n_columns());
    c.head(r) = q;
    for (Index j = 0; j < r; ++j)
        for (Index i = 0; i <= j; ++i) c[r + stvk::place(i, j)] = (i == j ? 0.5 : 1) * q[i] * q[j];
    StrainIntegrals sum;
    for (Index i = 0; i < c.size(); ++i)
        for (Index j = 0; j < c.size(); ++j) {
            sum.shear += c[i] * shear(i, j) * c[j];
            sum.trace += c[i] * trace(i, j) * c[j];
        }
    return sum;
}

/// One mode u = A x.
inline Eigen::MatrixXd linear_mode(const VolumeMesh& mesh, const Eigen::Matrix3d& A) {
    return (A * mesh.positions).eval().reshaped();
}

/// Green's strain of u = q A x.
inline Eigen::Matrix3d green_strain(const Eigen::Matrix3d& A, double q) {
    const Eigen::Matrix3d H = q * A;
    return 0.5 * (H + H.transpose() + H.transpose() * H);
}

}  // namespace sinew::test
