#include "posed/inverse_distance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

using namespace sinew;

TEST_CASE("inverse distance: the nearest, by the inverse squares of their distances") {
    std::srand(7);
    const Points from = Points::Random(3, 200), to = Points::Random(3, 50);
    const InverseDistance nearby(from, to, 4);
    REQUIRE(nearby.n_neighbours() == 4);
    for (Eigen::Index i = 0; i < to.cols(); ++i) {
        std::vector<int> all(200);
        std::iota(all.begin(), all.end(), 0);
        const auto d2 = [&](int p) { return (from.col(p) - to.col(i)).squaredNorm(); };
        std::sort(all.begin(), all.end(), [&](int a, int b) { return d2(a) < d2(b); });
        double sum = 0;
        for (std::size_t j = 0; j < 4; ++j) sum += 1 / d2(all[j]);
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK(nearby.neighbours(i)[j] == all[j]);
            CHECK(nearby.weights(i)[j] == Approx(1 / d2(all[j]) / sum).epsilon(1e-12));
        }
    }
}

TEST_CASE("inverse distance: at one of the points it has all the weight") {
    Points from(3, 5);
    from << 0, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;  // two of them are the same
    const InverseDistance nearby(from, Eigen::Vector3d(1, 0, 0), 3);
    CHECK(nearby.neighbours(0)[0] == 1);
    CHECK(nearby.neighbours(0)[1] == 4);
    CHECK(nearby.weights(0)[0] == 1);
    CHECK(nearby.weights(0)[1] == 0);
    CHECK(nearby.weights(0)[2] == 0);
}
