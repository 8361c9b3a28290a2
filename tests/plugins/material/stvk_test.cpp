#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "young: 100 kPa, poisson: 0.3";
const Lame lame = lame_from(1e5, 0.3);
const double mu = lame.mu, lambda = lame.lambda;

double principal(double a, double b, double c) {
    const double trace = (a * a + b * b + c * c - 3) / 2;
    return a * (mu * (a * a - 1) + lambda * trace);
}

}  // namespace

TEST_CASE("stvk: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/stvk", parameters), principal);
}

TEST_CASE("stvk: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/stvk", parameters), principal);
}

TEST_CASE("stvk: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/stvk", parameters),
                       [](double g) { return mu * g + (mu + lambda / 2) * g * g * g; });
}
