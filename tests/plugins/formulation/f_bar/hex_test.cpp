#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/element.hpp>

#include "averaged.hpp"

using namespace sinew;
using test::Averaged;

TEST_CASE("f_bar/hex: a homogeneous deformation gives the forces of the displacement formulation") {
    Averaged body(ElementType::hex8);
    test::check_homogeneous_deformation(body);
}

TEST_CASE("f_bar/hex: each element's energy is that of Fb = (theta / J)^(1/3) F at its points") {
    Averaged body(ElementType::hex8);
    const Vector u = 0.03 * test::noise(body.n);
    const Points x = body.mesh.positions + u.reshaped(3, body.mesh.n_nodes());
    const Quadrature rule = quadrature(ElementType::hex8, force_degree(ElementType::hex8));
    double energy = 0, pointwise = 0;
    for (Index e = 0; e < body.mesh.n_elements(); ++e) {
        const auto nodes = body.mesh.elements.col(e);
        std::vector<Eigen::Matrix3d> F;
        std::vector<double> w;
        double volume = 0, present = 0;
        for (Index q = 0; q < rule.weights.size(); ++q) {
            const Eigen::MatrixX3d g = shape_gradient(ElementType::hex8, rule.points.col(q));
            const Eigen::Matrix3d at_rest = body.mesh.positions(Eigen::all, nodes) * g;
            F.push_back(x(Eigen::all, nodes) * g * at_rest.inverse());
            w.push_back(rule.weights[q] * at_rest.determinant());
            volume += w.back();
            present += w.back() * F.back().determinant();
        }
        for (std::size_t q = 0; q < F.size(); ++q) {
            const double s = std::cbrt(present / volume / F[q].determinant());
            energy += w[q] * test::neo_hookean_energy(s * F[q]);
            pointwise += w[q] * test::neo_hookean_energy(F[q]);
        }
    }
    REQUIRE(std::abs(pointwise / energy - 1) > 0.01);  // the average matters here
    CHECK(body.averaged.energy(u) == Approx(energy).epsilon(1e-12));
}

TEST_CASE("f_bar/hex: forces are the gradient of energy, and stiffness that of forces") {
    Averaged body(ElementType::hex8);
    test::check_derivatives(body);
}

TEST_CASE("f_bar/hex: the matrix-free product is the matrix's") {
    Averaged body(ElementType::hex8);
    test::check_matrix_free_product(body);
}

TEST_CASE("f_bar/hex: an inverted element is an event that names it") {
    Averaged body(ElementType::hex8);
    test::check_inversion(body);
}
