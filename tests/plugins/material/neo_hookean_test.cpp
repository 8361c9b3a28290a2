#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "young: 100 kPa, poisson: 0.3";
const Lame lame = lame_from(1e5, 0.3);
const double mu = lame.mu, lambda = lame.lambda;

double principal(double a, double b, double c) {
    return mu * (a - 1 / a) + lambda * std::log(a * b * c) / a;
}

}  // namespace

TEST_CASE("neo_hookean: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/neo_hookean", parameters), principal);
}

TEST_CASE("neo_hookean: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/neo_hookean", parameters), principal);
}

TEST_CASE("neo_hookean: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/neo_hookean", parameters),
                       [](double g) { return mu * g; });
}
