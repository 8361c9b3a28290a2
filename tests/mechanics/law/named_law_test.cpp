#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/law/named_law.hpp>

using namespace sinew;

namespace {

Pack stretched_stress(const PointLaw& law, Index pack, double stretch) {
    Mat3<Pack> F = Mat3<Pack>::Identity(), P;
    F(0, 0) = Pack(stretch);
    law.stress(pack, {&F, 1}, {&P, 1});
    return P(0, 0);
}

}  // namespace

TEST_CASE("named_law: constants go out as they came in, whatever the number of elements") {
    CHECK(named_laws().size() == 4);
    for (const std::string_view name : named_laws())
        for (const Index n : {1, 8, 11}) {
            CAPTURE(name, n);
            NamedConstants given{std::string(name), {}};
            for (Index k = 0; k < n * n_constants(name); ++k)
                given.values.push_back(1e4 + 7 * double(k));
            const auto law = named_law(given, n);
            REQUIRE(law);
            const NamedConstants found = law->named_constants(n);
            CHECK(found.law == name);
            CHECK(found.values == given.values);
        }
    CHECK(n_constants("mooney_rivlin") == 0);
    CHECK(named_law({"mooney_rivlin", {}}, 3) == nullptr);
}

TEST_CASE("named_law: each element has its own constants, and lanes past the last repeat it") {
    // Uniaxial strain of St. Venant and Kirchhoff's law: P_xx = s (s^2 - 1)/2 (2 mu + lambda).
    NamedConstants constants{"stvk", {}};
    const auto mu = [](int e) { return 1e3 * (e + 1); };
    for (int e = 0; e < 11; ++e) {
        constants.values.push_back(mu(e));
        constants.values.push_back(3 * mu(e));
    }
    const auto law = named_law(constants, 11);
    for (int e = 0; e < 16; ++e) {
        const double expected = 1.2 * (1.44 - 1) / 2 * 5 * mu(std::min(e, 10));
        CHECK(stretched_stress(*law, e / 8, 1.2)[e % 8] == Approx(expected).epsilon(1e-13));
    }
}

TEST_CASE("named_law: neo-Hookean laws have the closed forms of uniaxial strain") {
    const double mu = 3e4, lambda = 7e4, s = 1.3;
    const auto neo = named_law({"neo_hookean", {mu, lambda}}, 1);
    CHECK(stretched_stress(*neo, 0, s)[0] ==
          Approx(mu * (s - 1 / s) + lambda * std::log(s) / s).epsilon(1e-13));
    const double alpha = 1 + 0.75 * mu / lambda, I_C = s * s + 2;
    const auto stable = named_law({"stable_neo_hookean", {mu, lambda, alpha}}, 1);
    CHECK(stretched_stress(*stable, 0, s)[0] ==
          Approx(mu * (1 - 1 / (I_C + 1)) * s + lambda * (s - alpha)).epsilon(1e-13));
    const auto corotational = named_law({"corotational", {mu, lambda}}, 1);
    CHECK(stretched_stress(*corotational, 0, s)[0] ==
          Approx((2 * mu + lambda) * (s - 1)).epsilon(1e-13));
}
