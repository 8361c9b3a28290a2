#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "young: 100 kPa, poisson: 0.3";
const Lame lame = lame_from(1e5, 0.3);
const double mu = 4 * lame.mu / 3, lambda = lame.lambda + 5 * lame.mu / 6;
const double alpha = 1 + mu / lambda - mu / (4 * lambda);

double principal(double a, double b, double c) {
    const double I_C = a * a + b * b + c * c;
    return mu * (1 - 1 / (I_C + 1)) * a + lambda * (a * b * c - alpha) * b * c;
}

}  // namespace

TEST_CASE("stable_neo_hookean: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/stable_neo_hookean", parameters), principal);
}

TEST_CASE("stable_neo_hookean: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/stable_neo_hookean", parameters), principal);
}

TEST_CASE("stable_neo_hookean: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/stable_neo_hookean", parameters),
                       [](double g) { return mu * (1 - 1 / (4 + g * g)) * g; });
}

TEST_CASE("stable_neo_hookean: it pushes an inverted or flattened element back") {
    const BoundLaw law("material/stable_neo_hookean", parameters);
    for (const double c : {-1.0, -0.3, 0.0, 0.3}) {
        INFO("stretch " << c);
        const Matrix3 F = Eigen::Vector3d(1, 1, c).asDiagonal();
        CHECK(law.at.admissible(F));
        CHECK(law.at.stress(F)(2, 2) < 0);
    }
}
