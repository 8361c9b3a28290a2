#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/pair_products.hpp>

using namespace sinew;
using sinew::pose_space::PairProducts;

TEST_CASE("pair products: entries of all matrices where any has one, on and above the diagonal") {
    std::vector<Eigen::MatrixXd> matrices(2, Eigen::MatrixXd::Zero(3, 3));
    matrices[0](0, 0) = 1;
    matrices[0](2, 1) = 7;  // below
    matrices[1](1, 2) = 5;
    const PairProducts products(matrices);
    REQUIRE(products.n_pairs() == 2);
    CHECK((products.pairs[0].a == 0 && products.pairs[0].b == 0));
    CHECK((products.pairs[1].a == 1 && products.pairs[1].b == 2));
    CHECK(products.values.col(0) == Eigen::Vector2d(1, 0));
    CHECK(products.values.col(1) == Eigen::Vector2d(0, 5));
}
