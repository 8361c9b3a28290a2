/// Shared by the tests of mechanics/math: packs from lists, random matrices, distance in ulp.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

inline Pack pack_from(const std::array<double, 8>& values) {
    return Pack::load(values.data());
}

/// Coefficients with the standard normal distribution, other ones in each lane.
inline Mat3<Pack> random_matrices(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    Mat3<Pack> A;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            for (int l = 0; l < Pack::lanes; ++l) A(i, j).set_lane(l, normal(random));
    return A;
}

/// |a - b| in units of the last place of b; zero for equal or both NaN.
inline double ulp_distance(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
    const double unit =
        std::nextafter(std::abs(b), std::numeric_limits<double>::infinity()) - std::abs(b);
    return std::abs(a - b) / unit;
}

/// Uniformly distributed proper rotation.
inline Mat3<double> random_rotation(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
    return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}

/// Singular values that decompositions find hard: equal, zero, reflected, closer than 1e-12.
inline std::vector<Vec3<double>> hard_singular_values() {
    std::vector<Vec3<double>> list = {
        {0, 0, 0},           {1, 0, 0},        {1, 1, 0},        {1, 1, 1},          {1, 1, -1},
        {1, 1e-12, 0},       {1, 1e-9, 1e-10}, {1, 1e-9, -1e-9}, {1, 1e-14, -1e-14}, {2, 1, 0.5},
        {2, 1, -0.5},        {2, 1, -1},       {1, 0.5, -0.499}, {1, 1e-3, 1e-6},    {1, 1e-160, 0},
        {1, 1e-200, 1e-300}, {3, 2, 1e-17},    {1e4, 1, 1e-4},   {1e8, 1, -1e-8},    {5, 5, 1e-3}};
    for (double close : {1e-12, 1e-14, 1e-15, 1e-8}) {
        list.push_back({1 + close, 1, 0.3});
        list.push_back({2, 1 + close, 1});
        list.push_back({2, 1 + close, -1});
        list.push_back({1 + close, 1, 1 - close});
        list.push_back({1, close, close * (1 - 1e-6)});
    }
    return list;
}

constexpr double hard_scales[] = {1e-8, 1, 1e8};

/// One matrix in lane `which` among neighbours that ask for other amounts of work.
inline Mat3<Pack> among_others(const Mat3<double>& F, int which, std::mt19937_64& random) {
    Mat3<Pack> pack = random_matrices(random);
    pack(1, 2).set_lane((which + 1) % 8, 0);
    set_lane<3, 3>(pack, (which + 2) % 8, Mat3<double>::Zero());
    set_lane<3, 3>(pack, (which + 3) % 8, Mat3<double>::Ones());
    set_lane<3, 3>(pack, which, F);
    return pack;
}

/// The same matrix in every lane.
inline Mat3<Pack> in_all_lanes(const Mat3<double>& F) {
    return F.cast<Pack>();
}

/// True where the bits are equal, up to the sign of zeros.
template <class A, class B>
bool same_bits(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
    return (a.array() == b.array()).all();
}

inline double orthogonality_error(const Mat3<double>& Q) {
    return (Q.transpose() * Q - Mat3<double>::Identity()).norm();
}

}  // namespace sinew
