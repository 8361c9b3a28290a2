#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/types.hpp>

#include "math_support.hpp"

using namespace sinew;

namespace {

// A compressible neo-Hookean law as a plugin writes it: once, for any Real.
template <class Real>
bool_of<Real> admissible(const Mat3<Real>& F) {
    return F.determinant() > 0;
}

template <class Real>
Real energy(const Mat3<Real>& F, const Real& mu, const Real& lambda) {
    const Real ln_J = log(F.determinant());
    return 0.5 * mu * (F.squaredNorm() - 3) - mu * ln_J + 0.5 * lambda * ln_J * ln_J;
}

template <class Real>
Mat3<Real> stress_change(const Mat3<Real>& F, const Mat3<Real>& H, const Real& mu,
                         const Real& lambda) {
    const Real ln_J = log(F.determinant());
    const Mat3<Real> F_inv = F.inverse();
    return mu * H + (mu - lambda * ln_J) * (F_inv * H * F_inv).transpose() +
           lambda * (F_inv * H).trace() * F_inv.transpose();
}

}  // namespace

TEST_CASE("pack: arithmetic, comparisons and choices act lane by lane") {
    const Pack a = pack_from({1, -2, 3, -4, 5, -6, 0, -0.0});
    const Pack b = pack_from({2, 2, 2, 2, 7, -7, 1, 1});
    for (int l = 0; l < Pack::lanes; ++l) {
        CHECK((a + b)[l] == a[l] + b[l]);
        CHECK((2 * a - b / 4)[l] == 2 * a[l] - b[l] / 4);
        CHECK((-a)[l] == -a[l]);
        CHECK((a < b)[l] == (a[l] < b[l]));
        CHECK((a >= 3 || !(b == 2))[l] == (a[l] >= 3 || !(b[l] == 2)));
        CHECK(select(a > 0, a, b)[l] == (a[l] > 0 ? a[l] : b[l]));
        CHECK(min(a, b)[l] == std::min(a[l], b[l]));
        CHECK(max(a, 1)[l] == std::max(a[l], 1.0));
        CHECK(abs(a)[l] == std::abs(a[l]));
        CHECK(copysign(b, a)[l] == std::copysign(b[l], a[l]));
        CHECK(sqrt(abs(a))[l] == std::sqrt(std::abs(a[l])));
        CHECK(std::signbit(Pack(-0.0)[l]));
    }
    CHECK(any(a > 4));
    CHECK_FALSE(any(a > 5));
    CHECK(all(b != 0));
    CHECK_FALSE(all(a != 0));
    CHECK(lane_bits(a < 0) == 0b101010u);
    CHECK(all(Mask(true)));
    CHECK_FALSE(any(Mask(false)));
    CHECK(sum(b) == 10);
}

TEST_CASE("pack: loads and stores at any address, gathers by index") {
    double values[20];
    for (int i = 0; i < 20; ++i) values[i] = 0.5 * i;
    const Pack p = Pack::load(values + 3);
    double back[8];
    p.store(back);
    const std::int32_t index[8] = {19, 0, 3, 3, 7, 1, 2, 18};
    const Pack gathered = Pack::gather(values, index);
    for (int l = 0; l < Pack::lanes; ++l) {
        CHECK(back[l] == 0.5 * (l + 3));
        CHECK(gathered[l] == values[index[l]]);
    }
}

TEST_CASE("pack: a formula written once gives the same with double and with packs") {
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 100; ++trial) {
        const Mat3<Pack> noise = random_matrices(random);
        const Mat3<Pack> H = random_matrices(random);
        const Mat3<Pack> F = Mat3<Pack>::Identity() + 0.15 * noise;
        const Pack mu = 3, lambda = 20;
        const Pack psi = energy(F, mu, lambda);
        const Mat3<Pack> dP = stress_change(F, H, mu, lambda);
        const Mask fine = admissible(F);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Mat3<double> F_l = lane(F, l);
            REQUIRE(fine[l] == admissible(F_l));
            if (!fine[l]) continue;
            const Mat3<double> dP_l = stress_change<double>(F_l, lane(H, l), 3, 20);
            CHECK(psi[l] == Approx(energy<double>(F_l, 3, 20)).epsilon(1e-12));
            CHECK((lane(dP, l) - dP_l).norm() <= 1e-13 * dP_l.norm());
        }
    }
}

TEST_CASE("pack: matrices of packs choose by one condition") {
    std::mt19937_64 random(11);
    const Mat3<Pack> A = random_matrices(random), B = random_matrices(random);
    const Mat3<Pack> C = select(A(0, 0) > 0, A, B);
    for (int l = 0; l < Pack::lanes; ++l)
        CHECK(lane(C, l) == (A(0, 0)[l] > 0 ? lane(A, l) : lane(B, l)));
    const Mat3<double> a = lane(A, 0), b = lane(B, 0);
    CHECK(select(true, a, b) == a);
}

TEST_CASE("aligned: aligned vectors begin on a cache line, vectors of packs on a register") {
    for (int n = 1; n < 40; ++n) {
        CHECK(reinterpret_cast<std::uintptr_t>(AlignedVector<double>(n).data()) % 64 == 0);
        CHECK(reinterpret_cast<std::uintptr_t>(std::vector<Mat3<Pack>>(n).data()) %
                  sinew::detail::pack_alignment ==
              0);
    }
}
