#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "young: 100 kPa";
const double mu = 0.5e5;

double principal(double a, double, double) {
    return 2 * mu * (a - 1);
}

}  // namespace

TEST_CASE("arap: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/arap", parameters), principal);
}

TEST_CASE("arap: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/arap", parameters), principal);
}

TEST_CASE("arap: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/arap", parameters), [](double g) {
        // R turns by atan(gamma/2).
        return 2 * mu * (g - g / std::sqrt(4 + g * g));
    });
}
