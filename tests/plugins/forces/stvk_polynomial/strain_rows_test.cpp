#include "stvk_polynomial/strain_rows.hpp"

#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::stvk;

namespace {

constexpr Index n_nodes = 8;

/// Random modes, and the gradients of shape functions at some point.
struct Element {
    explicit Element(Index r)
        : U(test::noise(3 * n_nodes * r).reshaped(3 * n_nodes, r)),
          dN(test::noise(3 * n_nodes, 5).reshaped(n_nodes, 3)),
          modes(U),
          rows(modes, modes.n_columns() + 16) {}

    /// grad Psi_i = sum of u_a dN_a'.
    Eigen::Matrix3d gradient(Index i) const { return U.col(i).reshaped(3, n_nodes) * dN; }
    /// a_i q_i + b_ij q_i q_j / 2 by the definition of Green's strain.
    Eigen::Matrix3d strain(const Vector& q) const {
        Eigen::Matrix3d H = Eigen::Matrix3d::Zero();
        for (Index i = 0; i < q.size(); ++i) H += q[i] * gradient(i);
        return 0.5 * (H + H.transpose() + H.transpose() * H);
    }
    /// The same of a row.
    double at(const double* row, const Vector& q) const {
        const Index r = q.size();
        double sum = 0;
        for (Index i = 0; i < r; ++i) sum += row[i] * q[i];
        for (Index j = 0; j < r; ++j)
            for (Index i = 0; i <= j; ++i)
                sum += (i == j ? 0.5 : 1) * row[r + place(i, j)] * q[i] * q[j];
        return sum;
    }

    Eigen::MatrixXd U;
    Eigen::MatrixX3d dN;
    Modes modes;
    StrainRows rows;
};

}  // namespace

TEST_CASE("strain rows: each component is that of Green's strain") {
    for (const Index r : {1, 3, 8, 11}) {
        CAPTURE(r);
        Element element(r);
        element.rows.clear();
        for (Index a = 0; a < n_nodes; ++a)
            for (int k = 0; k < 3; ++k) element.rows.add(a, k, element.dN(a, k));
        const Vector q = test::noise(r, 3);
        const Eigen::Matrix3d E = element.strain(q);
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l)
                CHECK(element.at(element.rows.strain(k, l, 2.5), q) ==
                      Approx(2.5 * E(k, l)).epsilon(1e-12));
        CHECK(element.at(element.rows.trace(0.5), q) == Approx(0.5 * E.trace()).epsilon(1e-12));
    }
}

TEST_CASE("strain rows: along other axes the strain turns with them") {
    Element element(5);
    const Eigen::Matrix3d axes =
        Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    element.rows.turn(axes, Eigen::Matrix<int, 8, 1>::LinSpaced(0, 7));
    element.rows.clear();
    const Eigen::MatrixX3d dN = element.dN * axes;  // along the axes
    for (int a = 0; a < n_nodes; ++a)
        for (int k = 0; k < 3; ++k) element.rows.add_turned(a, k, dN(a, k));
    const Vector q = test::noise(5, 3);
    const Eigen::Matrix3d E = axes.transpose() * element.strain(q) * axes;
    for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
            CHECK(element.at(element.rows.strain(k, l, 1), q) ==
                  Approx(E(k, l)).epsilon(1e-12).margin(1e-12));
}
