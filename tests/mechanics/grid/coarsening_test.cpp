#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/coarsening.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using sinew::test::random_numbers;

TEST_CASE("coarsening: restriction is the transpose of prolongation and keeps sums") {
    for (const std::array<Index, 3> count :
         {std::array<Index, 3>{8, 6, 4}, {7, 5, 3}, {9, 4, 1}, {1, 1, 5}}) {
        for (const bool halves_y : {true, false}) {
            Coarsening coarsening(count, {true, halves_y, true});
            const auto& coarse = coarsening.coarse();
            const Index n_fine = count[0] * count[1] * count[2];
            const Index n_coarse = coarse[0] * coarse[1] * coarse[2];
            const SingleVector fine = random_numbers(n_fine).cast<float>();
            const SingleVector weights = random_numbers(n_coarse, 2).cast<float>();
            SingleVector restricted, prolonged;
            coarsening.restrict(fine, restricted);
            coarsening.prolong(weights, prolonged);
            REQUIRE(restricted.size() == n_coarse);
            CHECK(restricted.sum() == Approx(fine.sum()).margin(1e-5));
            CHECK(restricted.dot(weights) == Approx(fine.dot(prolonged)).margin(1e-5));
        }
    }
}

TEST_CASE("coarsening: only the chosen axes go together") {
    const Coarsening coarsening({8, 6, 4}, {true, false, true});
    CHECK(coarsening.coarse() == std::array<Index, 3>{4, 6, 2});
    CHECK_FALSE(coarsening.halves(1));
}

TEST_CASE("coarsening: linear fields are prolonged exactly away from the ends") {
    Coarsening coarsening({8, 1, 1});
    const SingleVector coarse =
        SingleVector::LinSpaced(4, 1, 7);  // 2 x at the centres x = 1, 3, 5, 7 of pairs
    SingleVector fine;
    coarsening.prolong(coarse, fine);
    for (Index i = 1; i < 7; ++i) CHECK(fine[i] == Approx(double(i) + 0.5));
}
