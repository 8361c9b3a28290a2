#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "young: 100 kPa, poisson: 0.3";
const Lame lame = lame_from(1e5, 0.3);
const double mu = lame.mu, lambda = lame.lambda;

double principal(double a, double b, double c) {
    return 2 * mu * (a - 1) + lambda * (a + b + c - 3);
}

}  // namespace

TEST_CASE("corotational: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/corotational", parameters), principal);
}

TEST_CASE("corotational: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/corotational", parameters), principal);
}

TEST_CASE("corotational: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/corotational", parameters), [](double g) {
        // R turns by atan(gamma/2), and the stretches add up to 1 + q.
        const double q = std::sqrt(4 + g * g);
        return 2 * mu * (g - g / q) + lambda * (q - 2) * g / q;
    });
}

TEST_CASE("corotational: the PSD-projected tangent differs from the exact one in twists only") {
    const BoundLaw law("material/corotational", parameters);
    const Matrix3 R = random_rotation(7);
    const Matrix3 F = R * Eigen::Vector3d(0.6, 0.7, 0.8).asDiagonal();
    const Matrix9 exact = law.at.tangent(F),
                  psd_projected = law.at.tangent(F, Definiteness::psd_projected);
    CHECK((psd_projected - exact).norm() > 0.01 * exact.norm());
    const Matrix3 A = random_matrix(8, 1);
    const Matrix3 stretch = R * (A + A.transpose());
    CHECK(((psd_projected - exact) * stretch.reshaped()).norm() <= 1e-12 * exact.norm());
}
