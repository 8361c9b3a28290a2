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

TEST_CASE("linear: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/linear", parameters), principal, false);
}

TEST_CASE("linear: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/linear", parameters), principal, false);
}

TEST_CASE("linear: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/linear", parameters), [](double g) { return mu * g; });
}
