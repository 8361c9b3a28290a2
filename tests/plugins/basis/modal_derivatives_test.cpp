#include <catch2/catch.hpp>
#include <sinew/mechanics/modes/modal_derivatives.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

const std::string stvk = "stvk, young: 1 MPa, poisson: 0.3";
const std::string neo_hookean = "neo_hookean, young: 1 MPa, poisson: 0.3";

/// A small body with dense matrices on its free degrees of freedom.
struct SmallBody {
    explicit SmallBody(const std::string& node)
        : scene(node),
          linear(make<LinearSolver>("linear/cholesky")),
          pencil(scene.full, *linear, {}) {
        for (Index i = 0; i < scene.full.size(); ++i)
            if (!scene.full.constrained.fixed[std::size_t(i)]) free.push_back(i);
        const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(scene.full.size(), scene.full.size());
        M = scene.full.mass().times(I)(free, free);
    }
    Eigen::MatrixXd K(const Vector& u) const {
        const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(scene.full.size(), scene.full.size());
        return scene.stiffness_times(I, u)(free, free);
    }
    Vector on_free(const Vector& u) const { return u(free); }

    FullScene scene;
    Made<LinearSolver> linear;
    ModalPencil pencil;
    std::vector<Index> free;
    Eigen::MatrixXd M;
};

double steepest(const SmallBody& body, const Vector& u) {
    const Vector identity = Eigen::Matrix3d::Identity().reshaped();
    const PointFields fields = body.scene.full.system.point_fields(u);
    return (fields.means(fields.deformation_gradient).colwise() - identity)
        .colwise()
        .norm()
        .maxCoeff();
}

}  // namespace

TEST_CASE(
    "modal_derivatives: equation 14 is the derivative of K(p Psi_j)^-1 "
    "K(0) Psi_i") {
    for (const std::string& material : {stvk, neo_hookean})
        for (const std::string element : {"tet4", "hex8"}) {
            INFO(material << " " << element);
            const SmallBody body(clamped(bar("[2, 0.5, 0.6]", "[3, 1, 2]", element, material)));
            const Eigenmodes modes = elastic_modes(body.pencil, 3);
            const Eigen::MatrixXd Phi = static_derivatives(body.pencil, modes.vectors);
            REQUIRE(Phi.cols() == 6);
            const Eigen::MatrixXd K0 = body.K(Vector::Zero(body.scene.full.size()));
            for (const auto& [i, j, at] : {std::array{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {2, 1, 4}}) {
                const Vector along = modes.vectors.col(j);
                const Vector right = K0 * body.on_free(modes.vectors.col(i));
                const Vector expected = body.on_free(Phi.col(at));
                const auto error = [&](double strain) {
                    const double p = strain / steepest(body, along);
                    const Vector ahead = body.K(p * along).ldlt().solve(right);
                    const Vector back = body.K(-p * along).ldlt().solve(right);
                    return ((ahead - back) / (2 * p) - expected).norm() / expected.norm();
                };
                const double whole = error(4e-3), half = error(2e-3);
                CHECK(whole < 2e-2);
                CHECK(whole / half == Approx(4).epsilon(0.05));
            }
        }
}

TEST_CASE(
    "modal_derivatives: equation 29 is the derivative of the modes of "
    "K(p Psi_j)") {
    const SmallBody body(bar("[2, 0.5, 0.6]", "[3, 1, 1]", "hex8", neo_hookean));
    const Eigenmodes modes = elastic_modes(body.pencil, 10);
    const Index k = 3;
    const Eigen::MatrixXd Phi = inertial_derivatives(body.pencil, modes, k);
    CHECK((body.pencil.rigid().transpose() * body.scene.full.mass().times(Phi))
              .cwiseAbs()
              .maxCoeff() < 1e-8 * Phi.cwiseAbs().maxCoeff());
    const Eigen::MatrixXd MR = body.M * body.pencil.rigid();
    const auto mode_at = [&](Index i, const Vector& u) {
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(body.K(u), body.M);
        const Vector overlap = eigen.eigenvectors().transpose() * body.M * modes.vectors.col(i);
        Index best = 0;
        overlap.cwiseAbs().maxCoeff(&best);
        Vector x = eigen.eigenvectors().col(best) * (overlap(best) > 0 ? 1 : -1);
        return Vector(x - body.pencil.rigid() * (MR.transpose() * x));
    };
    for (const auto& [i, j] : {std::pair{0, 0}, {0, 1}, {1, 0}, {2, 1}}) {
        INFO(i << " along " << j);
        const Vector along = modes.vectors.col(j), expected = Phi.col(i * k + j);
        const auto error = [&, mode = i](double strain) {
            const double p = strain / steepest(body, along);
            const Vector ahead = mode_at(mode, p * along), back = mode_at(mode, -p * along);
            return ((ahead - back) / (2 * p) - expected).norm() / expected.norm();
        };
        const double whole = error(4e-3), half = error(2e-3);
        CHECK(whole < 2e-2);
        CHECK(whole / half == Approx(4).epsilon(0.1));
    }
}

TEST_CASE("modal_derivatives: equation 29 where an eigenvalue is repeated") {
    // A free square bar bends alike both ways.
    const SmallBody body(bar("[3, 1, 1]", "[6, 2, 2]", "hex8", stvk));
    Eigenmodes modes = elastic_modes(body.pencil, 12);
    REQUIRE(modes.values(1) == Approx(modes.values(0)).epsilon(1e-9));
    REQUIRE(modes.values(2) > 1.01 * modes.values(1));
    const Index k = 3;
    const Eigen::MatrixXd Phi = inertial_derivatives(body.pencil, modes, k);
    const Eigen::MatrixXd E = modes.vectors.leftCols(2), ME = body.scene.full.mass().times(E);
    const Eigen::MatrixXd& R = body.pencil.rigid();
    const Eigen::MatrixXd MR = body.scene.full.mass().times(R);
    Vector right;
    for (Index j = 0; j < k; ++j) {
        stiffness_derivative(body.scene.full, modes.vectors.col(j))
            .multiply(modes.vectors.col(0), right);
        // Without the rigid part, which is taken out of Phi.
        const Vector b = ME * (E.transpose() * right) + MR * (R.transpose() * right) - right;
        const Vector x = Phi.col(j);
        const Vector r =
            body.pencil.stiffness_times(x) - modes.values(0) * body.pencil.mass_times(x) - b;
        CHECK(r.norm() < 1e-7 * right.norm());
        CHECK((ME.transpose() * x).norm() <
              1e-8 * std::sqrt(x.dot(Vector(body.scene.full.mass().times(x)))));
    }
    // Another pair of modes in the same eigenspace: what belongs to it turns with it.
    const double c = std::cos(0.7), s = std::sin(0.7);
    const Eigen::Matrix2d turn{{c, -s}, {s, c}};
    modes.vectors.leftCols(2) = (E * turn).eval();
    const Eigen::MatrixXd turned = inertial_derivatives(body.pencil, modes, k);
    const Vector expected = c * Phi.col(2) + s * Phi.col(k + 2);
    CHECK((turned.col(2) - expected).norm() < 1e-7 * Phi.col(2).norm());
}

TEST_CASE(
    "modal_derivatives: a bending mode's own derivative foreshortens the "
    "cantilever") {
    // Axially, u = -1/2 integral of w'^2: half of Phi_11.
    const SmallBody body(clamped(bar("[20, 0.8, 1]", "[20, 2, 2]", "tet10", stvk)));
    const Eigenmodes modes = elastic_modes(body.pencil, 1);
    const Eigen::MatrixXd Phi = static_derivatives(body.pencil, modes.vectors);
    const Points& x = body.scene.full.body().mesh.positions;
    std::map<double, Index> axis;  // nodes on the centre line
    for (Index a = 0; a < x.cols(); ++a)
        if (std::abs(x(1, a) - 0.4) < 1e-9 && std::abs(x(2, a) - 0.5) < 1e-9) axis[x(0, a)] = a;
    REQUIRE(axis.size() > 20);
    double integral = 0, x_before = 0;
    Eigen::Vector3d w_before = Eigen::Vector3d::Zero();
    for (const auto& [at, node] : axis) {
        const Eigen::Vector3d w = modes.vectors.col(0).segment<3>(3 * node);
        if (at > 0) integral += (w - w_before).tail<2>().squaredNorm() / (at - x_before);
        w_before = w;
        x_before = at;
    }
    const double tip = Phi(3 * axis.rbegin()->second, 0);
    CHECK(tip == Approx(-integral).epsilon(0.03));
}

TEST_CASE(
    "modal_derivatives: the basis spans modes and derivatives, and "
    "weighs them") {
    FullScene scene(clamped(bar("[4, 0.8, 1]", "[8, 1, 2]")));
    const auto linear = scene.compute("basis/linear_modes", "modes: 3");
    const auto all = scene.compute("basis/modal_derivatives", "modes: 3, size: 9");
    CHECK(all.details.integer("derivatives") == 6);
    const Eigen::MatrixXd inside = all.U * (all.U.transpose() * scene.full.mass().times(linear.U));
    CHECK((inside - linear.U).norm() < 1e-9 * linear.U.norm());
    // The first mode has weight 1, the derivatives of higher ones next to nothing.
    const auto few = scene.compute("basis/modal_derivatives", "modes: 3, size: 2");
    CHECK(few.U == all.U.leftCols(2));
    const double share = (few.U.transpose() * scene.full.mass().times(linear.U.col(0))).norm();
    CHECK(share == Approx(1).epsilon(1e-2));
    CHECK_THROWS_WITH(scene.compute("basis/modal_derivatives", "modes: 3, size: 10"),
                      Contains("size 10 asked of 3 modes and their derivatives, which span 9") &&
                          Contains("smaller `size`"));
}
