#include <catch2/catch.hpp>
#include <sinew/mechanics/composite/composite_tangent.hpp>

using namespace sinew;

namespace {

/// Keeps what couplings report to it; P is 2.
class Listening final : public Tangent {
public:
    explicit Listening(Index n) : n_(n) {}
    Index size() const override { return n_; }
    void apply(const Vector& x, Vector& y) const override { y = 0.5 * x; }
    void add_entries(EntrySink&, Index) const override {}
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return Vector::Constant(n_, 0.5); }
    std::unique_ptr<Preconditioner> preconditioner(
        const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const override {
        struct Twice : Preconditioner {
            void apply(const Vector& x, Vector& y) const override { y = 2 * x; }
        };
        fixed_ = fixed;
        heard = coupled;
        return std::make_unique<Twice>();
    }
    bool symmetric() const override { return true; }

    mutable std::vector<CouplingBlock> heard;
    mutable std::vector<char> fixed_;

private:
    Index n_;
};

}  // namespace

TEST_CASE("composite_tangent: a body's preconditioner hears of couplings on its own dofs") {
    const Listening first(6), second(3);
    const Eigen::MatrixXd a = Eigen::Matrix3d::Constant(1), b = Eigen::Matrix3d::Constant(2),
                          c = Eigen::Matrix3d::Constant(3), d = Eigen::Matrix3d::Constant(4);
    CompositeTangent whole;
    whole.assemble({&first, &second}, {0, 6, 9}, {{0, 3, a}, {0, 6, b}, {6, 3, b}, {6, 6, c}},
                   true);
    std::vector<char> fixed(9, 0);
    fixed[7] = 1;
    // A composite may itself be a part: what is said to it goes on.
    const auto P = whole.preconditioner(fixed, {{3, 0, d}});
    REQUIRE(first.heard.size() == 2);
    CHECK((first.heard[0].row == 0 && first.heard[0].col == 3));
    CHECK(first.heard[0].block == a);
    CHECK((first.heard[1].row == 3 && first.heard[1].col == 0));
    CHECK(first.heard[1].block == d);
    REQUIRE(second.heard.size() == 1);
    CHECK((second.heard[0].row == 0 && second.heard[0].col == 0));
    CHECK(second.heard[0].block == c);
    CHECK(second.fixed_ == std::vector<char>{0, 1, 0});
    Vector y;
    P->apply(Vector::LinSpaced(9, 1, 9), y);
    CHECK(y == Vector::LinSpaced(9, 2, 18));
}
