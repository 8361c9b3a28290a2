#include "law.hpp"

#include <cmath>
#include <Eigen/Dense>
#include <sinew/mechanics/law/lame.hpp>

namespace sinew::bench {

namespace {

using Matrix3 = Eigen::Matrix3d;
using Vector9 = Eigen::Matrix<double, 9, 1>;

constexpr Lame lame = lame_from(1e6, 0.45);

Vector9 flat(const Matrix3& A) {
    return A.reshaped();
}

/// dP/dF column by column, from the stress change of unit directions.
template <class StressChange>
void by_directions(const StressChange& stress_change, Matrix9& dPdF) {
    for (int c = 0; c < 9; ++c) {
        Matrix3 H = Matrix3::Zero();
        H(c % 3, c / 3) = 1;
        dPdF.col(c) = flat(stress_change(H));
    }
}

void linear(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const Matrix3 I = Matrix3::Identity();
    const auto stress = [&](const Matrix3& H) -> Matrix3 {
        return lame.mu * (H + H.transpose()) + lame.lambda * H.trace() * I;
    };
    P = stress(F - I);
    by_directions(stress, dPdF);
}

void stvk(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const Matrix3 I = Matrix3::Identity();
    const auto second = [&](const Matrix3& E) -> Matrix3 {
        return 2 * lame.mu * E + lame.lambda * E.trace() * I;
    };
    const Matrix3 S = second(0.5 * (F.transpose() * F - I));
    P = F * S;
    by_directions(
        [&](const Matrix3& H) -> Matrix3 {
            return H * S + F * second(0.5 * (F.transpose() * H + H.transpose() * F));
        },
        dPdF);
}

void neo_hookean(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const double ln_J = std::log(F.determinant());
    const Matrix3 G = F.inverse().transpose();
    P = lame.mu * (F - G) + lame.lambda * ln_J * G;
    by_directions(
        [&](const Matrix3& H) -> Matrix3 {
            return lame.mu * H + (lame.mu - lame.lambda * ln_J) * G * H.transpose() * G +
                   lame.lambda * G.cwiseProduct(H).sum() * G;
        },
        dPdF);
}

/// Smith, de Goes & Kim 2018, equations 15, 17 and 18, with the parameters of section 3.4.
void stable_neo_hookean(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const double mu = 4 * lame.mu / 3, lambda = lame.lambda + 5 * lame.mu / 6;
    const double alpha = 1 + 0.75 * mu / lambda;
    const double I_C = F.squaredNorm(), J = F.determinant();
    Matrix3 cofactor;
    cofactor << F.col(1).cross(F.col(2)), F.col(2).cross(F.col(0)), F.col(0).cross(F.col(1));
    P = mu * (1 - 1 / (I_C + 1)) * F + lambda * (J - alpha) * cofactor;
    const Vector9 f = flat(F), g = flat(cofactor);
    dPdF = mu * (1 - 1 / (I_C + 1)) * Matrix9::Identity() +
           2 * mu / ((I_C + 1) * (I_C + 1)) * f * f.transpose() + lambda * g * g.transpose();
    const double factor = lambda * (J - alpha);
    for (int j = 0; j < 3; ++j) {
        const Eigen::Vector3d x = factor * F.col((j + 2) % 3);
        Matrix3 skew;
        skew << 0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0;
        // d(f_a x f_b)/df_b with (a, b) the columns after j, and its transpose in the other
        // position.
        const int here = 3 * j, next = 3 * ((j + 1) % 3);
        dPdF.block<3, 3>(here, next) -= skew;
        dPdF.block<3, 3>(next, here) += skew;
    }
}

/// Holzapfel 2000, section 6.5, by the product rule.
void mooney_rivlin(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const double c10 = 0.4 * lame.mu, c01 = 0.1 * lame.mu, K = lame.bulk();
    const Matrix3 C = F.transpose() * F, G = F.inverse().transpose();
    const double J = F.determinant(), I1 = C.trace(), I2 = 0.5 * (I1 * I1 - (C * C).trace());
    const double a = std::pow(J, -2.0 / 3), b = std::pow(J, -4.0 / 3);
    const Matrix3 A = I1 * F - F * C;
    const Matrix3 X = F - I1 / 3 * G, Y = A - 2 * I2 / 3 * G;
    P = 2 * c10 * a * X + 2 * c01 * b * Y + K * J * (J - 1) * G;
    by_directions(
        [&](const Matrix3& H) -> Matrix3 {
            const double t = G.cwiseProduct(H).sum();
            const double dI1 = 2 * F.cwiseProduct(H).sum(), dI2 = 2 * A.cwiseProduct(H).sum();
            const Matrix3 dG = -G * H.transpose() * G;
            const Matrix3 dA =
                dI1 * F + I1 * H - H * C - F * (F.transpose() * H + H.transpose() * F);
            const Matrix3 dX = H - dI1 / 3 * G - I1 / 3 * dG;
            const Matrix3 dY = dA - 2 * dI2 / 3 * G - 2 * I2 / 3 * dG;
            return 2 * c10 * a * (dX - 2 * t / 3 * X) + 2 * c01 * b * (dY - 4 * t / 3 * Y) +
                   K * J * ((2 * J - 1) * t * G + (J - 1) * dG);
        },
        dPdF);
}

/// mu |F - R|^2 + lambda/2 tr(R'F - I)^2 through the singular value decomposition F = U s V': with
/// A = U'HV, the rotation changes by U [(A_ij - A_ji)/(s_i + s_j)] V'.
void rotated(double mu, double lambda, const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    const Eigen::JacobiSVD<Matrix3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Matrix3 U = svd.matrixU(), V = svd.matrixV();
    Eigen::Vector3d s = svd.singularValues();
    if (U.determinant() * V.determinant() < 0) {
        U.col(2) *= -1;
        s[2] *= -1;
    }
    const Matrix3 R = U * V.transpose();
    const double strain = s.sum() - 3;
    P = 2 * mu * (F - R) + lambda * strain * R;
    by_directions(
        [&](const Matrix3& H) -> Matrix3 {
            const Matrix3 A = U.transpose() * H * V;
            Matrix3 turn = Matrix3::Zero();
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j)
                    if (i != j) turn(i, j) = (A(i, j) - A(j, i)) / (s[i] + s[j]);
            return 2 * mu * H + lambda * R.cwiseProduct(H).sum() * R +
                   (lambda * strain - 2 * mu) * U * turn * V.transpose();
        },
        dPdF);
}

void corotational(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    rotated(lame.mu, lame.lambda, F, P, dPdF);
}

void arap(const Matrix3& F, Matrix3& P, Matrix9& dPdF) {
    rotated(0.5e6, 0, F, P, dPdF);
}

}  // namespace

const std::vector<LawPair>& law_pairs() {
    static const std::string common = "young: 1 MPa, poisson: 0.45";
    static const std::vector<LawPair> pairs{
        {"neo_hookean", common, false, neo_hookean},
        {"corotational", common, false, corotational},
        {"stvk", common, false, stvk},
        {"stable_neo_hookean", common, false, stable_neo_hookean},
        {"arap", "young: 1 MPa", false, arap},
        {"mooney_rivlin", "c10: 0.4/2.9 MPa, c01: 0.1/2.9 MPa, bulk: 1/0.3 MPa", false,
         mooney_rivlin},
        {"linear", common, true, linear},
    };
    return pairs;
}

void project_to_psd(Matrix9& dPdF) {
    const Eigen::SelfAdjointEigenSolver<Matrix9> eigen(dPdF);
    dPdF = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
           eigen.eigenvectors().transpose();
}

}  // namespace sinew::bench
