#include "stvk_polynomial/coefficients.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/mesh/quality.hpp>

#include "stvk_polynomial/strain_integrals.hpp"

using namespace sinew;
using namespace sinew::test;
using stvk::Coefficients;
using stvk::SymmetricTensors;

namespace {

std::vector<int> elements(const VolumeMesh& mesh, int first, int step) {
    std::vector<int> chosen;
    for (int e = first; e < int(mesh.n_elements()); e += step) chosen.push_back(e);
    return chosen;
}

Coefficients over(const VolumeMesh& mesh, const Eigen::MatrixXd& U, const std::vector<int>& chosen,
                  const Lame& weight = {1, 1}) {
    return stvk::CoefficientSums(mesh, U).over(chosen, std::vector<Lame>(chosen.size(), weight));
}

double value(const SymmetricTensors& W, double q) {
    return W.A2[0] * q * q / 2 + W.A3[0] * q * q * q / 6 + W.A4[0] * q * q * q * q / 24;
}

double distance(const SymmetricTensors& one, const SymmetricTensors& other) {
    double sum = 0, size = 0;
    for (const auto member : {&SymmetricTensors::A2, &SymmetricTensors::A3, &SymmetricTensors::A4})
        for (std::size_t k = 0; k < (one.*member).size(); ++k) {
            sum += std::abs((one.*member)[k] - (other.*member)[k]);
            size += std::abs((one.*member)[k]);
        }
    return sum / size;
}

}  // namespace

TEST_CASE("coefficients: of a linear displacement they are the energy of its uniform strain") {
    const Eigen::Matrix3d A = 0.4 * noise(9).reshaped(3, 3);
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8})
        for (const double distortion : {0.0, 0.2}) {
            const VolumeMesh mesh = box(type, {2, 2, 2}, {1, 2, 0.5}, distortion);
            const Coefficients found = over(mesh, linear_mode(mesh, A), elements(mesh, 0, 1));
            for (const double q : {0.01, 0.5, -2.0}) {
                const Eigen::Matrix3d E = green_strain(A, q);
                CHECK(value(found.lambda, q) == Approx(0.5 * E.trace() * E.trace()).epsilon(1e-11));
                CHECK(value(found.mu, q) == Approx(E.squaredNorm()).epsilon(1e-11));
            }
        }
}

TEST_CASE("coefficients: parts of a body add up, bricks and other hexahedra alike") {
    VolumeMesh mesh = box(ElementType::hex8, {3, 3, 3}, {1, 1, 1});
    mesh.positions(0, 21) += 0.05;  // a node inside: the elements around it are no bricks
    REQUIRE(stvk::is_brick(mesh, 26));
    REQUIRE_FALSE(stvk::is_brick(mesh, 0));
    const Eigen::MatrixXd U = noise(3 * mesh.n_nodes() * 5).reshaped(3 * mesh.n_nodes(), 5);
    const Coefficients whole = over(mesh, U, elements(mesh, 0, 1));
    Coefficients sum = over(mesh, U, elements(mesh, 0, 2));
    const Coefficients rest = over(mesh, U, elements(mesh, 1, 2));
    sum.lambda.add(1, rest.lambda);
    sum.mu.add(1, rest.mu);
    CHECK(distance(whole.lambda, sum.lambda) < 1e-12);
    CHECK(distance(whole.mu, sum.mu) < 1e-12);
}

TEST_CASE("coefficients: weights multiply what they are of") {
    const VolumeMesh mesh = box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
    const Eigen::MatrixXd U = noise(3 * mesh.n_nodes() * 4).reshaped(3 * mesh.n_nodes(), 4);
    const Coefficients plain = over(mesh, U, elements(mesh, 0, 1));
    const Coefficients heavy = over(mesh, U, elements(mesh, 0, 1), Lame{3, 7});
    SymmetricTensors lambda(4), mu(4);
    lambda.add(7, plain.lambda);
    mu.add(3, plain.mu);
    CHECK(distance(heavy.lambda, lambda) < 1e-12);
    CHECK(distance(heavy.mu, mu) < 1e-12);
}
