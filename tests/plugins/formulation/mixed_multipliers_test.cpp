// Equation 12 of Song et al. 2023 against the systems of stretches, positions and multipliers that
// it comes from: with six multipliers an element, with nine and the published pseudo-inverse, and
// with nine as they stand in equation 9, whose solution is another one.
#include <catch2/catch.hpp>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

#include "bent_arm.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix9 = Eigen::Matrix<double, 9, 9>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Vector9 = Eigen::Matrix<double, 9, 1>;
using Block = Eigen::Matrix<double, 9, 6>;
using Gradient = Eigen::Matrix<double, 9, 12>;

/// Rows of B_k: vec(F) = B_k x, column by column, of a tetrahedron.
Gradient gradient_of(const Points& X, const Eigen::Vector4i& nodes, double& volume) {
    Eigen::Matrix3d D;
    for (int a = 0; a < 3; ++a) D.col(a) = X.col(nodes(a + 1)) - X.col(nodes(0));
    volume = D.determinant() / 6;
    const Eigen::Matrix3d D_inv = D.inverse();
    Gradient B = Gradient::Zero();
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) {
                B(i + 3 * j, 3 * (a + 1) + i) += D_inv(a, j);
                B(i + 3 * j, i) -= D_inv(a, j);
            }
    return B;
}

/// vec(R S) = [R] s with s = (xx, yy, zz, yz, xz, xy).
Block block_of(const Eigen::Matrix3d& R) {
    constexpr int pair[6][2]{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    Block block;
    for (int c = 0; c < 6; ++c) {
        Eigen::Matrix3d E = Eigen::Matrix3d::Zero();
        E(pair[c][0], pair[c][1]) = E(pair[c][1], pair[c][0]) = 1;
        block.col(c) = (R * E).reshaped();
    }
    return block;
}

/// ([R]'[R])^-1 [R]', the pseudo-inverse: halves what [R]' adds up of the two entries off the
/// diagonal.
Eigen::Matrix<double, 6, 9> inverse_of(const Block& R) {
    return (R.transpose() * R).inverse() * R.transpose();
}

struct Element {
    double volume;
    Eigen::Vector4i nodes;
    Gradient B;
    Block R;

    Vector9 gradient(const Eigen::VectorXd& x) const {
        Eigen::Matrix<double, 12, 1> local;
        for (int a = 0; a < 4; ++a) local.segment<3>(3 * a) = x.segment<3>(3 * nodes(a));
        return B * local;
    }
    Vector6 stretch(const Eigen::VectorXd& x) const { return inverse_of(R) * gradient(x); }
    /// The norm of what equation 12 leaves free, skew(R'F) = [R]^-1-complement of B x.
    double skewness(const Eigen::VectorXd& x) const {
        return (gradient(x) - R * stretch(x)).norm();
    }
};

/// The arm at a time, with a law Psi(s) = s'Hs/2 - s'H rest + constant that is quadratic in s:
/// mu |S - I|^2 + lambda/2 tr(S - I)^2.
struct Arm {
    SceneBody scene;
    std::vector<Element> elements;
    Matrix6 H = Matrix6::Zero();
    Vector6 rest;
    Eigen::VectorXd springs, pull;  ///< H_x, which is diagonal, and its right-hand side

    Arm(const std::string& material, double t, const Lame& lame) : scene(bent_arm(material)) {
        H.diagonal() << 2 * lame.mu, 2 * lame.mu, 2 * lame.mu, 4 * lame.mu, 4 * lame.mu,
            4 * lame.mu;  // entries off the diagonal of S count twice
        H.topLeftCorner<3, 3>().array() += lame.lambda;
        rest << 1, 1, 1, 0, 0, 0;
        scene.system().move_to(t);
        const VolumeMesh& mesh = scene.body().mesh;
        const RiggedBody& rigged = rigged_body_of(scene.node(), {});
        ElementRotations rotations = rigged.rotations(mesh);
        rotations.move_to(t);
        for (Index k = 0; k < mesh.n_elements(); ++k) {
            Element one;
            one.nodes = mesh.elements.col(k);
            one.B = gradient_of(mesh.positions, one.nodes, one.volume);
            one.R = block_of(rotations.elements()[std::size_t(k)]);
            elements.push_back(one);
        }
        springs = pull = Eigen::VectorXd::Zero(mesh.positions.size());
        for (Index i = 0; i < mesh.n_nodes(); ++i) {
            const Eigen::Vector3d X = mesh.positions.col(i);
            const int bone = nearest_bone(rigged.rig->bones(), X);
            const Bone& near = rigged.rig->bones()[std::size_t(bone)];
            if (distance_to(near, X) > near.radius) continue;
            springs.segment<3>(3 * i).setConstant(300);
            pull.segment<3>(3 * i) = 300 * (rigged.rig->at(t)[std::size_t(bone)] * X);
        }
    }

    /// Where Sinew's one linear solve leads.
    Eigen::VectorXd positions() { return rest_positions() + solved(scene.system()); }
    Eigen::VectorXd rest_positions() { return scene.body().mesh.positions.reshaped(); }

    /// The whole system of equation 9 in s (6 m), x (3 n) and multipliers, nine of each element, or
    /// six, of the rows [R]^-1 (B x - [R] s).
    struct Solution {
        Eigen::VectorXd x, multipliers;
    };
    Solution whole(int n_multipliers) const {
        const Index m = Index(elements.size()), n = springs.size(), p = n_multipliers;
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero((6 + p) * m + n, (6 + p) * m + n);
        Eigen::VectorXd b = Eigen::VectorXd::Zero(A.rows());
        A.diagonal().segment(6 * m, n) = springs;
        b.segment(6 * m, n) = pull;
        for (Index k = 0; k < m; ++k) {
            const Element& e = elements[std::size_t(k)];
            A.block(6 * k, 6 * k, 6, 6) = e.volume * H;
            b.segment(6 * k, 6) = e.volume * (H * rest);
            Eigen::MatrixXd of_s = -e.R, of_x = e.B;
            if (p == 6) {
                of_s = inverse_of(e.R) * of_s;
                of_x = inverse_of(e.R) * of_x;
            }
            const Index row = 6 * m + n + p * k;
            A.block(row, 6 * k, p, 6) = e.volume * of_s;
            for (int a = 0; a < 4; ++a)
                A.block(row, 6 * m + 3 * e.nodes(a), p, 3) += e.volume * of_x.middleCols(3 * a, 3);
        }
        A.topRightCorner(6 * m + n, p * m) = A.bottomLeftCorner(p * m, 6 * m + n).transpose();
        // Nine are more than there are independent conditions: of those solutions, the least.
        const Eigen::VectorXd z = least_squares(A, b, 1e-13);
        CHECK((A * z - b).norm() < 1e-9 * b.norm());
        return {z.segment(6 * m, n), z.tail(p * m)};
    }

    /// Equations 10 to 12 as published: multipliers of nine by the pseudo-inverse, found
    /// numerically, of [R] H^-1 [R]'.
    Eigen::VectorXd condensed_numerically() const {
        const Index n = springs.size();
        Eigen::MatrixXd A = springs.asDiagonal();
        Eigen::VectorXd b = pull;
        const Vector6 g = -H * rest;  // dPsi/ds at s = 0
        for (const Element& e : elements) {
            const Matrix9 M = e.R * H.inverse() * e.R.transpose();
            const SymmetricDecomposition of_M = symmetric_decomposition(M);
            const auto& [values, vectors] = of_M;
            CHECK(values[2] < 1e-9 * values[8]);
            CHECK(values[3] > 1e-9 * values[8]);
            const Matrix9 M_inv = vectors.rightCols<6>() *
                                  values.tail<6>().cwiseInverse().asDiagonal() *
                                  vectors.rightCols<6>().transpose();
            const Eigen::Matrix<double, 12, 12> K = e.volume * e.B.transpose() * M_inv * e.B;
            const Eigen::Matrix<double, 12, 1> f =
                -e.volume * e.B.transpose() * M_inv * e.R * H.inverse() * g;
            for (int a = 0; a < 4; ++a) {
                b.segment<3>(3 * e.nodes(a)) += f.segment<3>(3 * a);
                for (int c = 0; c < 4; ++c)
                    A.block<3, 3>(3 * e.nodes(a), 3 * e.nodes(c)) += K.block<3, 3>(3 * a, 3 * c);
            }
        }
        CHECK(A.rows() == n);
        return A.ldlt().solve(b);
    }

    /// What equation 12 makes least: stretches as x has them, and springs; less a constant.
    double energy(const Eigen::VectorXd& x) const {
        double sum = 0.5 * x.dot(springs.cwiseProduct(x)) - x.dot(pull);
        for (const Element& e : elements) {
            const Vector6 d = e.stretch(x) - rest;
            sum += 0.5 * e.volume * d.dot(H * d);
        }
        return sum;
    }
    /// The largest over the elements.
    double skewness(const Eigen::VectorXd& x) const {
        double worst = 0;
        for (const Element& e : elements) worst = std::max(worst, e.skewness(x));
        return worst;
    }
};

const Lame tissue = lame_from(2e3, 0.3);
constexpr const char* corotational = "corotational, young: 2 kPa, poisson: 0.3";

}  // namespace

TEST_CASE("mixed: six multipliers an element, in the range of [R], have equation 12's solution") {
    Arm arm(corotational, 1, tissue);
    const Eigen::VectorXd x = arm.positions(), u = x - arm.rest_positions();
    CHECK(u.lpNorm<Eigen::Infinity>() > 0.5);
    CHECK((arm.whole(6).x - x).norm() < 1e-9 * u.norm());

    Arm arap("arap, young: 2 kPa", 1, {1e3, 0});
    const Eigen::VectorXd y = arap.positions();
    CHECK((arap.whole(6).x - y).norm() < 1e-9 * (y - arap.rest_positions()).norm());
}

TEST_CASE("mixed: nine multipliers eliminated by the pseudo-inverse, as published, have it too") {
    Arm arm(corotational, 1, tissue);
    const Eigen::VectorXd x = arm.positions();
    CHECK((arm.condensed_numerically() - x).norm() < 1e-9 * x.norm());
}

TEST_CASE("mixed: nine multipliers as they stand hold each F at R S, and lock the mesh") {
    Arm arm(corotational, 1, tissue);
    const Eigen::VectorXd relaxed = arm.positions(), constrained = arm.whole(9).x;
    CHECK(arm.skewness(constrained) < 1e-8);
    CHECK(arm.skewness(relaxed) > 0.1);
    CHECK((constrained - relaxed).norm() > 0.1 * (relaxed - arm.rest_positions()).norm());
    // Conditions fewer, energy lower: what equation 12 finds is a relaxation.
    CHECK(arm.energy(relaxed) < arm.energy(constrained) - 1e-3 * std::abs(arm.energy(constrained)));
}

TEST_CASE("mixed: where all elements turn alike, six and nine multipliers agree") {
    Arm arm(corotational, 0, tissue);
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, 3, 1).normalized()).toRotationMatrix();
    for (Element& e : arm.elements) e.R = block_of(R);
    for (Index i = 0; i < arm.pull.size(); i += 3)
        arm.pull.segment<3>(i) = R * Eigen::Vector3d(arm.pull.segment<3>(i));
    const Eigen::VectorXd six = arm.whole(6).x, nine = arm.whole(9).x;
    const Eigen::MatrixXd turned = R * arm.scene.body().mesh.positions;
    CHECK((six - turned.reshaped()).norm() < 1e-9 * six.norm());
    CHECK((nine - turned.reshaped()).norm() < 1e-9 * nine.norm());
}

TEST_CASE("mixed: the multipliers are the stress, whose shear entries are half those of dPsi/ds") {
    Arm arm(corotational, 1, tissue);
    const Arm::Solution whole = arm.whole(6);
    for (std::size_t k = 0; k < arm.elements.size(); ++k) {
        const Element& e = arm.elements[k];
        const Vector6 s = e.stretch(whole.x), dPsi_ds = arm.H * (s - arm.rest);
        // Of the rows s = [R]^-1 B x; those of the nine are ([R]^-1)' of them.
        const Vector6 six = whole.multipliers.segment<6>(6 * Index(k));
        CHECK((six - dPsi_ds).norm() < 1e-7 * dPsi_ds.norm());
        const Vector9 lambda = inverse_of(e.R).transpose() * dPsi_ds;
        Eigen::Matrix3d S;
        S << s[0], s[5], s[4], s[5], s[1], s[3], s[4], s[3], s[2];
        const Eigen::Matrix3d strain = S - Eigen::Matrix3d::Identity();
        const Eigen::Matrix3d stress =
            2 * tissue.mu * strain + tissue.lambda * strain.trace() * Eigen::Matrix3d::Identity();
        const Block& block = e.R;
        const Vector6 entries{stress(0, 0), stress(1, 1), stress(2, 2),
                              stress(1, 2), stress(0, 2), stress(0, 1)};
        CHECK((lambda - block * entries).norm() < 1e-10 * lambda.norm());
        CHECK((dPsi_ds.tail<3>() - 2 * entries.tail<3>()).norm() < 1e-10 * dPsi_ds.norm());
    }
}
