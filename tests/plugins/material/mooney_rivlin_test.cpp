#include "closed_forms.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string parameters = "c10: 20 kPa, c01: 5 kPa, bulk: 200 kPa";
constexpr double c10 = 2e4, c01 = 5e3, bulk = 2e5;

/// In the isochoric stretches, as Ogden writes it.
double principal(double a, double b, double c) {
    const double J = a * b * c, size = std::cbrt(J * J);
    const double A = a * a / size, B = b * b / size, C = c * c / size;
    const double first = 2 * c10 * (A - (A + B + C) / 3);
    const double second = -2 * c01 * (1 / A - (1 / A + 1 / B + 1 / C) / 3);
    return (first + second + bulk * J * (J - 1)) / a;
}

}  // namespace

TEST_CASE("mooney_rivlin: uniaxial stretch matches closed form") {
    check_uniaxial(BoundLaw("material/mooney_rivlin", parameters), principal);
}

TEST_CASE("mooney_rivlin: equibiaxial stretch matches closed form") {
    check_equibiaxial(BoundLaw("material/mooney_rivlin", parameters), principal);
}

TEST_CASE("mooney_rivlin: simple shear matches closed form") {
    check_simple_shear(BoundLaw("material/mooney_rivlin", parameters),
                       [](double g) { return 2 * (c10 + c01) * g; });
}

TEST_CASE("mooney_rivlin: d1 is 2/bulk, as in Abaqus and CalculiX") {
    const BoundLaw by_bulk("material/mooney_rivlin", "c10: 20 kPa, bulk: 200 kPa");
    const BoundLaw by_d1("material/mooney_rivlin", "c10: 20 kPa, d1: 1e-5 1/Pa");
    const Matrix3 F = deformed(1);
    CHECK((by_d1.at.stress(F) - by_bulk.at.stress(F)).norm() <= 1e-9 * by_bulk.at.stress(F).norm());
}

TEST_CASE("mooney_rivlin: bulk and d1 together are refused") {
    CHECK_THROWS_WITH(
        BoundLaw("material/mooney_rivlin", "bulk: 1 MPa, d1: 1e-6"),
        Catch::Contains("both bulk and d1 are given") && Catch::Contains("bulk = 2/d1"));
}

TEST_CASE("mooney_rivlin: a hydrostatic stretch feels the volumetric term only") {
    const BoundLaw law("material/mooney_rivlin", parameters);
    const double s = 1.1, J = s * s * s;
    CHECK(law.at.energy(s * Matrix3::Identity()) == Approx(bulk / 2 * (J - 1) * (J - 1)));
}
