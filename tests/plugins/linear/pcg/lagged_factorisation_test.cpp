#include <catch2/catch.hpp>
#include <pcg/lagged_factorisation.hpp>

#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

LaggedFactorisation::Policy in_double() {
    LaggedFactorisation::Policy policy;
    policy.rounded = false;
    return policy;
}

std::unique_ptr<LaggedFactorisation> factor_of(
    Solvers& solvers, const LaggedFactorisation::Policy& policy = in_double()) {
    return std::make_unique<LaggedFactorisation>(solvers.make("{type: cholesky}"), policy);
}

Vector applied(const LaggedFactorisation& factor, const Vector& x) {
    Vector y;
    factor.apply(x, y);
    return y;
}

FixedMask none_fixed(Index n) {
    return {std::vector<char>(std::size_t(n), 0), 1, n};
}

}  // namespace

TEST_CASE(
    "lagged factorisation: it solves the tangent that was factored, with constrained degrees of "
    "freedom at zero") {
    Solvers solvers;
    const auto factor = factor_of(solvers);
    GridTangent A(4);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    REQUIRE_FALSE(factor->prepare(A, fixed));
    const Vector x = applied(*factor, b), exact = dense_solution(A, fixed, b);
    CHECK((x - exact).norm() < 1e-12 * exact.norm());
    // Still of the first one, when the tangent has changed.
    A.scale_diagonal(1.5);
    REQUIRE_FALSE(factor->prepare(A, fixed));
    CHECK(applied(*factor, b) == x);
    REQUIRE_FALSE(factor->renew());
    const Vector now = dense_solution(A, fixed, b);
    CHECK((applied(*factor, b) - now).norm() < 1e-12 * now.norm());
}

TEST_CASE(
    "lagged factorisation: rounded, it solves to single precision, and the same after a restart") {
    Solvers solvers;
    const auto factor = factor_of(solvers, {}), again = factor_of(solvers, {});
    const GridTangent A(8);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = 1e12 * random_vector(A.size()), exact = dense_solution(A, fixed, b);
    REQUIRE_FALSE(factor->prepare(A, fixed));
    const Vector x = applied(*factor, b);
    CHECK((x - exact).norm() < 1e-4 * exact.norm());
    CHECK((x - exact).norm() > 1e-9 * exact.norm());
    const Vector z = random_vector(A.size(), 2);
    CHECK(z.dot(x) == Approx(b.dot(applied(*factor, z))).epsilon(1e-4));
    Archive archive;
    factor->save(archive, "factor");
    again->restore(archive, "factor");
    REQUIRE_FALSE(again->prepare(A, fixed));
    CHECK(applied(*again, b) == x);
}

TEST_CASE("lagged factorisation: what single precision does not reach is solved in double") {
    Solvers solvers;
    const auto factor = factor_of(solvers, {});
    GridTangent A(3);
    A.scale_diagonal(1e30);
    const FixedMask fixed = none_fixed(A.size());
    REQUIRE_FALSE(factor->prepare(A, fixed));
    const Vector b = random_vector(A.size()), exact = dense_solution(A, fixed, b);
    CHECK((applied(*factor, b) - exact).norm() < 1e-12 * exact.norm());
}

TEST_CASE(
    "lagged factorisation: turned by rotations it solves what the nodes turned into exactly") {
    Solvers solvers;
    const auto still = factor_of(solvers, {20, 40, false, false}), turning = factor_of(solvers);
    const TurnedGrid rest(0.3), now(1.4);
    // A whole node is constrained; of another one degree of freedom, in `partly`.
    FixedMask fixed = none_fixed(rest.size()), partly = fixed;
    for (const std::size_t i : {3, 4, 5}) fixed.fixed[i] = 1;
    partly.fixed[30] = 1;
    partly.revision = 2;
    const Vector x = random_vector(rest.size());
    const auto error = [&](LaggedFactorisation& factor, const FixedMask& mask) {
        REQUIRE_FALSE(factor.prepare(rest, mask));
        REQUIRE_FALSE(factor.prepare(now, mask));
        Vector free = x, b;
        for (Index i = 0; i < x.size(); ++i)
            if (mask.fixed[std::size_t(i)]) free[i] = 0;
        now.apply(free, b);
        for (Index i = 0; i < x.size(); ++i)
            if (mask.fixed[std::size_t(i)]) b[i] = 0;
        return (applied(factor, b) - free).norm() / free.norm();
    };
    CHECK(error(*turning, fixed) < 1e-11);
    CHECK(error(*still, fixed) > 0.1);
    // That node is not turned, so that what is constrained stays apart from what is free.
    CHECK(error(*turning, partly) > 1e-6);
    CHECK(applied(*turning, x)[30] == 0);
    const Vector z = random_vector(rest.size(), 2);
    CHECK(z.dot(applied(*turning, x)) == Approx(x.dot(applied(*turning, z))));
    CHECK(x.dot(applied(*turning, x)) > 0);
}

TEST_CASE("lagged factorisation: it is made anew when keeping it would raise the mean cost") {
    Solvers solvers;
    const auto factor = factor_of(solvers, {20, 40, true, false});
    const GridTangent A(3);
    const FixedMask fixed = none_fixed(A.size());
    // The k-th solve takes k iterations: k^2 >= 20 + k (k + 1) / 2 from the seventh.
    REQUIRE_FALSE(factor->prepare(A, fixed));
    for (int k = 1; k <= 7; ++k) {
        CHECK(factor->is_old() == (k > 1));
        factor->count(k);
        REQUIRE_FALSE(factor->prepare(A, fixed));
    }
    CHECK_FALSE(factor->is_old());
    // As many each time never are more than the mean.
    for (int k = 0; k < 200; ++k) {
        factor->count(40);
        REQUIRE_FALSE(factor->prepare(A, fixed));
        CHECK(factor->is_old());
    }
    // But more than refresh_above are.
    factor->count(41);
    REQUIRE_FALSE(factor->prepare(A, fixed));
    CHECK_FALSE(factor->is_old());
}

TEST_CASE("lagged factorisation: it is made anew when other degrees of freedom are constrained") {
    Solvers solvers;
    const auto factor = factor_of(solvers);
    GridTangent A(3);
    FixedMask fixed = none_fixed(A.size());
    REQUIRE_FALSE(factor->prepare(A, fixed));
    factor->count(3);
    A.scale_diagonal(2);
    fixed.fixed[4] = 1;
    fixed.revision = 2;
    REQUIRE_FALSE(factor->prepare(A, fixed));
    CHECK_FALSE(factor->is_old());
    const Vector b = random_vector(A.size()), exact = dense_solution(A, fixed, b);
    CHECK((applied(*factor, b) - exact).norm() < 1e-12 * exact.norm());
}

TEST_CASE(
    "lagged factorisation: restored, it is the same factor bit by bit, and as near its renewal") {
    Solvers solvers;
    const auto first = factor_of(solvers), second = factor_of(solvers);
    const TurnedGrid then(0.2), now(0.9);
    const FixedMask fixed = none_fixed(then.size());
    REQUIRE_FALSE(first->prepare(then, fixed));
    for (int k = 1; k <= 6; ++k) first->count(k);
    Archive archive;
    first->save(archive, "factor");
    second->restore(archive, "factor");
    CHECK(second->is_old());
    const Vector b = random_vector(then.size());
    for (LaggedFactorisation* factor : {first.get(), second.get()})
        REQUIRE_FALSE(factor->prepare(now, fixed));
    CHECK(applied(*second, b) == applied(*first, b));
    for (LaggedFactorisation* factor : {first.get(), second.get()}) {
        factor->count(7);
        REQUIRE_FALSE(factor->prepare(now, fixed));
        CHECK_FALSE(factor->is_old());
    }
    CHECK(applied(*second, b) == applied(*first, b));
}

TEST_CASE(
    "lagged factorisation: of what has no factor it says so, and tries again with the next "
    "tangent") {
    Solvers solvers;
    const auto factor = factor_of(solvers);
    GridTangent A(3);
    const FixedMask fixed = none_fixed(A.size());
    A.scale_diagonal(-1);
    CHECK(factor->prepare(A, fixed).kind == Event::Kind::not_definite);
    A.scale_diagonal(-1);
    REQUIRE_FALSE(factor->prepare(A, fixed));
    const Vector b = random_vector(A.size()), exact = dense_solution(A, fixed, b);
    CHECK((applied(*factor, b) - exact).norm() < 1e-12 * exact.norm());
}
