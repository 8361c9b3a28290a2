#include <catch2/catch.hpp>
#include <sinew/mechanics/math/svd.hpp>

#include "math_support.hpp"

using namespace sinew;

namespace {

/// Checks what defines the decomposition, and the sizes of s against Eigen's JacobiSVD.
void require_svd(const Mat3<double>& F, const Svd3<double>& f) {
    const double size = F.norm();
    REQUIRE((f.U * f.s.asDiagonal() * f.V.transpose() - F).norm() <= 1e-14 * size);
    REQUIRE(orthogonality_error(f.U) <= 1e-14);
    REQUIRE(orthogonality_error(f.V) <= 1e-14);
    REQUIRE(f.U.determinant() > 0);
    REQUIRE(f.V.determinant() > 0);
    REQUIRE(f.s[0] >= f.s[1]);
    REQUIRE(f.s[1] >= std::abs(f.s[2]));
    const Vec3<double> reference = Eigen::JacobiSVD<Mat3<double>>(F).singularValues();
    REQUIRE((f.s.cwiseAbs() - reference).norm() <= 1e-14 * size);
    const double J = F.determinant();
    if (std::abs(J) > 1e-12 * size * size * size) REQUIRE((f.s[2] < 0) == (J < 0));
}

Svd3<double> lane_of(const Svd3<Pack>& f, int which) {
    return {lane(f.U, which), lane(f.s, which), lane(f.V, which)};
}

}  // namespace

TEST_CASE("svd: random matrices of both signs are decomposed to 1e-14, as packs and as doubles") {
    std::mt19937_64 random(21);
    for (int trial = 0; trial < 1000; ++trial) {
        const Mat3<Pack> F = random_matrices(random);
        const Svd3<Pack> f = svd(F);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Mat3<double> F_l = lane(F, l);
            require_svd(F_l, lane_of(f, l));
            const Svd3<double> g = svd(F_l);
            require_svd(F_l, g);
            REQUIRE((g.s - lane(f.s, l)).norm() <= 2e-15 * F_l.norm());
        }
    }
}

TEST_CASE("svd: equal, zero, reflected and 1e-12-close singular values, at scales 1e-8 to 1e8") {
    std::mt19937_64 random(22);
    for (const Vec3<double>& s : hard_singular_values())
        for (double scale : hard_scales)
            for (int trial = 0; trial < 20; ++trial) {
                const Mat3<double> U = trial ? random_rotation(random) : Mat3<double>::Identity();
                const Mat3<double> V = trial > 1 ? random_rotation(random) : U;
                const Mat3<double> F = scale * U * s.asDiagonal() * V.transpose();
                INFO("singular values " << s.transpose() << " times " << scale);
                require_svd(F, svd(F));
                require_svd(F, lane_of(svd(in_all_lanes(F)), 3));
            }
}

TEST_CASE("svd: permutations, reflections and matrices of ones") {
    Mat3<double> permutation;
    permutation << 0, 1, 0, 0, 0, 1, 1, 0, 0;
    const Mat3<double> list[] = {permutation,
                                 -permutation,
                                 -Mat3<double>::Identity(),
                                 Mat3<double>::Ones(),
                                 Vec3<double>(1, 1, -1).asDiagonal().toDenseMatrix(),
                                 Vec3<double>(0, 0, 5).asDiagonal().toDenseMatrix()};
    for (const Mat3<double>& F : list) {
        require_svd(F, svd(F));
        require_svd(F, lane_of(svd(in_all_lanes(F)), 0));
    }
}

TEST_CASE("svd: a lane's bits do not depend on its place or its neighbours") {
    std::mt19937_64 random(23);
    for (const Vec3<double>& s : hard_singular_values()) {
        const Mat3<double> F =
            random_rotation(random) * s.asDiagonal() * random_rotation(random).transpose();
        const Svd3<double> alone = lane_of(svd(in_all_lanes(F)), 0);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Svd3<double> mixed = lane_of(svd(among_others(F, l, random)), l);
            REQUIRE(same_bits(mixed.U, alone.U));
            REQUIRE(same_bits(mixed.s, alone.s));
            REQUIRE(same_bits(mixed.V, alone.V));
        }
    }
}

TEST_CASE("svd: NaN gives NaN and harms no other lane") {
    std::mt19937_64 random(24);
    Mat3<Pack> F = random_matrices(random);
    const Svd3<Pack> before = svd(F);
    F(1, 1).set_lane(5, std::numeric_limits<double>::quiet_NaN());
    const Svd3<Pack> after = svd(F);
    CHECK(std::isnan(after.s[0][5]));
    CHECK(std::isnan(after.s[2][5]));
    CHECK(same_bits(lane(after.U, 4), lane(before.U, 4)));
    CHECK(same_bits(lane(after.s, 6), lane(before.s, 6)));
}
