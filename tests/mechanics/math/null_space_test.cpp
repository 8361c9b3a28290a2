#include <catch2/catch.hpp>
#include <sinew/mechanics/math/null_space.hpp>

using namespace sinew;

namespace {

ConstraintRows rows_of(const Eigen::MatrixXd& C) {
    return C.sparseView();
}

/// Z by its columns of independent unknowns.
Eigen::MatrixXd dense(const NullSpace& space, Index n, const std::vector<char>& fixed) {
    std::vector<char> skipped = fixed;
    for (const Index i : space.dependent()) skipped[std::size_t(i)] = 1;
    Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(n, n);
    std::vector<Index> kept;
    for (Index i = 0; i < n; ++i)
        if (!skipped[std::size_t(i)]) kept.push_back(i);
    Z = Z(Eigen::all, kept).eval();
    space.expand(Z);
    return Z;
}

}  // namespace

TEST_CASE("null space: all that satisfies the rows, without those that depend on others") {
    std::srand(3);
    const Index n = 14;
    Eigen::MatrixXd C = Eigen::MatrixXd::Zero(6, n);
    C.block(0, 0, 3, 6).setRandom();
    C.row(3) = 2 * C.row(0) - C.row(2);  // depends
    C.block(4, 8, 1, 4).setRandom();
    C(5, 13) = 1;  // of a fixed unknown alone
    std::vector<char> fixed(std::size_t(n), 0);
    fixed[2] = fixed[13] = 1;
    const NullSpace space(rows_of(C), fixed);
    REQUIRE(space.dependent().size() == 4);
    const Eigen::MatrixXd Z = dense(space, n, fixed);
    CHECK(Z.cols() == n - 2 - 4);
    CHECK((C.leftCols(13) * Z.topRows(13)).cwiseAbs().maxCoeff() < 1e-13);
    CHECK(Z.row(2).isZero(0));
    CHECK(Eigen::MatrixXd(Z.transpose() * Z).llt().info() == Eigen::Success);

    SECTION("a patch is found by its own unknowns") {
        for (std::size_t k = 0; k < space.dependent().size(); ++k)
            for (ConstraintRows::InnerIterator entry(space.combinations(), Index(k)); entry;
                 ++entry)
                CHECK((entry.col() < 6) == (space.dependent()[k] < 6));
    }
    SECTION("what restricts forces is the transpose of what expands motions") {
        Eigen::MatrixXd y = Eigen::MatrixXd::Random(n, 2), f = Eigen::MatrixXd::Random(n, 3);
        for (const Index i : space.dependent()) y.row(i).setZero();
        Eigen::MatrixXd u = y, g = f;
        space.expand(u);
        space.restrict(g);
        CHECK((u.transpose() * f - y.transpose() * g).norm() < 1e-13);
        for (const Index i : space.dependent()) CHECK(g.row(i).isZero(0));
    }
}

TEST_CASE("null space: an unknown that all rows hold is zero") {
    Eigen::MatrixXd C(3, 3);
    C << 1, 2, 0, 0, 1, 1, 1, 0, 5;
    const NullSpace space(rows_of(C), {0, 0, 0});
    REQUIRE(space.dependent() == std::vector<Index>{0, 1, 2});
    Eigen::MatrixXd x = Eigen::MatrixXd::Random(3, 1);
    space.expand(x);
    CHECK(x.isZero(0));
}

TEST_CASE("null space: without rows nothing changes") {
    const NullSpace space;
    Eigen::MatrixXd x = Eigen::MatrixXd::Random(4, 2);
    const Eigen::MatrixXd before = x;
    space.expand(x);
    space.restrict(x);
    CHECK(x == before);
}
