#include <catch2/catch.hpp>
#include <cholesky/alike_axes.hpp>
#include <Eigen/Dense>

#include "pcg/stored_tangent.hpp"

using namespace sinew;

namespace {

/// B (x) I_3 with B = (4 -1 0; -1 4 -1; 0 -1 4), and `spoil` added between x and y of a node.
class Chain final : public Tangent {
public:
    explicit Chain(double spoil) : spoil_(spoil) {}
    Index size() const override { return 9; }
    void apply(const Vector&, Vector&) const override {}
    void add_entries(EntrySink& sink, Index offset) const override {
        for (int i = 0; i < 3; ++i)
            for (int j = std::max(0, i - 1); j <= std::min(2, i + 1); ++j) {
                Eigen::Matrix3d block = (i == j ? 4.0 : -1.0) * Eigen::Matrix3d::Identity();
                if (i == 1 && j == 1) block(0, 1) = block(1, 0) = spoil_;
                sink.add3(offset + 3 * i, offset + 3 * j, block);
            }
    }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return Vector::Constant(9, 4); }
    bool symmetric() const override { return true; }

private:
    double spoil_;
};

bool taken(AlikeAxes& alike, double spoil, std::vector<char> fixed) {
    const Chain chain(spoil);
    FixedMask mask{std::move(fixed), 1, 0};
    for (const char flag : mask.fixed) mask.n_free += flag == 0;
    ReducedMatrix lower(ReducedMatrix::Storage::lower);
    lower.update(chain, mask);
    return alike.take(lower);
}

}  // namespace

TEST_CASE("alike_axes: the matrix of one axis is found, and only where there is one") {
    AlikeAxes alike;
    REQUIRE(taken(alike, 0, std::vector<char>(9, 0)));
    CHECK(alike.size() == 3);
    Eigen::Matrix3d B = Eigen::Matrix3d::Zero();
    for (int j = 0; j < 3; ++j)
        for (int k = alike.starts()[std::size_t(j)]; k < alike.starts()[std::size_t(j) + 1]; ++k)
            B(alike.rows()[std::size_t(k)], j) = alike.values()[std::size_t(k)];
    Eigen::Matrix3d expected;
    expected << 4, 0, 0, -1, 4, 0, 0, -1, 4;
    CHECK(B == expected);
    CHECK_FALSE(taken(alike, 1e-300, std::vector<char>(9, 0)));
    // A node that is constrained in one axis alone.
    CHECK_FALSE(taken(alike, 0, {0, 0, 0, 0, 1, 0, 0, 0, 0}));
    CHECK(taken(alike, 0, {1, 1, 1, 0, 0, 0, 0, 0, 0}));
    CHECK(alike.size() == 2);
}

TEST_CASE("alike_axes: right-hand sides are folded into axes and back") {
    const Eigen::MatrixXd b = Eigen::MatrixXd::Random(9, 2), narrow = AlikeAxes::folded(b);
    CHECK(narrow.rows() == 3);
    CHECK(narrow.cols() == 6);
    Eigen::MatrixXd back(9, 2);
    AlikeAxes::unfold(narrow, back);
    CHECK(back == b);
}
