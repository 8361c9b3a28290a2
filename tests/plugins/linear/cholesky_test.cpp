#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <sinew/mechanics/linear/linear.hpp>
#include <support/dense_entries.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("cholesky analyses a pattern once, and again when other degrees of freedom are fixed") {
    Solvers solvers;
    const auto solver = solvers.make("{type: cholesky}");
    GridTangent A(4);
    nlohmann::json report;
    for (int k = 0; k < 3; ++k) {
        A.scale_diagonal(1.1);
        REQUIRE_FALSE(solver->prepare(A, some_fixed(A.size(), 1)));
    }
    solver->report(report);
    CHECK(report["analyses"] == 1);
    CHECK(report["factorisations"] == 3);
    FixedMask none{std::vector<char>(static_cast<std::size_t>(A.size()), 0), 2, A.size()};
    REQUIRE_FALSE(solver->prepare(A, none));
    solver->report(report);
    CHECK(report["analyses"] == 2);
}

TEST_CASE("cholesky keeps the ordering that fills less") {
    Solvers solvers;
    const GridTangent A(14);
    const FixedMask fixed = some_fixed(A.size());
    double entries[3];
    int k = 0;
    for (const char* ordering : {"best", "amd", "metis"}) {
        const auto solver =
            solvers.make(std::string("{type: cholesky, ordering: ") + ordering + "}");
        REQUIRE_FALSE(solver->prepare(A, fixed));
        nlohmann::json report;
        solver->report(report);
        entries[k++] = report["factor_entries"];
    }
    CHECK(entries[0] == std::min(entries[1], entries[2]));
}

namespace {

/// B (x) I_3: springs along a chain of nodes that act on all axes alike, but for `skew` between two
/// axes of one node.
class AlikeTangent final : public Tangent {
public:
    explicit AlikeTangent(Index n_nodes, double skew = 0) : n_(n_nodes), skew_(skew) {}
    Index size() const override { return 3 * n_; }
    void apply(const Vector&, Vector&) const override {}
    void add_entries(EntrySink& sink, Index offset) const override {
        for (Index i = 0; i < n_; ++i) {
            Eigen::Matrix3d diagonal = (2.5 + 0.1 * double(i % 4)) * Eigen::Matrix3d::Identity();
            if (i == 5) diagonal(0, 1) = diagonal(1, 0) = skew_;
            sink.add3(offset + 3 * i, offset + 3 * i, diagonal);
            if (i + 1 == n_) continue;
            sink.add3(offset + 3 * i, offset + 3 * i + 3, -Eigen::Matrix3d::Identity());
            sink.add3(offset + 3 * i + 3, offset + 3 * i, -Eigen::Matrix3d::Identity());
        }
    }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return {}; }
    bool symmetric() const override { return true; }

private:
    Index n_;
    double skew_;
};

FixedMask fixed_nodes(Index n_nodes, bool first_axis_alone = false) {
    FixedMask mask{std::vector<char>(std::size_t(3 * n_nodes), 0), first_axis_alone ? 2 : 1, 0};
    mask.fixed[6] = 1;
    if (!first_axis_alone) mask.fixed[7] = mask.fixed[8] = 1;
    mask.n_free = 3 * n_nodes - (first_axis_alone ? 1 : 3);
    return mask;
}

}  // namespace

TEST_CASE("cholesky keeps its factor while the values stay to the last bit") {
    Solvers solvers;
    const auto solver = solvers.make("{type: cholesky}"), fresh = solvers.make("{type: cholesky}");
    GridTangent A(4);
    const FixedMask fixed = some_fixed(A.size());
    const auto factorisations = [&] {
        nlohmann::json report;
        solver->report(report);
        return report["factorisations"].get<int>();
    };
    for (int k = 0; k < 3; ++k) REQUIRE_FALSE(solver->prepare(A, fixed));
    CHECK(factorisations() == 1);
    REQUIRE_FALSE(fresh->prepare(A, fixed));
    Vector x, y;
    solver->solve(random_vector(A.size()), x, 0);
    fresh->solve(random_vector(A.size()), y, 0);
    CHECK(x == y);
    A.scale_diagonal(1 + 1e-15);
    REQUIRE_FALSE(solver->prepare(A, fixed));
    CHECK(factorisations() == 2);
    A.scale_diagonal(0.1);
    CHECK(solver->prepare(A, fixed).kind == Event::Kind::not_definite);
    CHECK(solver->prepare(A, fixed).kind == Event::Kind::not_definite);
    CHECK(factorisations() == 4);
}

TEST_CASE("cholesky factors one axis of a matrix that treats all alike, and the whole of others") {
    Solvers solvers;
    const Index n = 12;
    const auto solver = solvers.make("{type: cholesky}");
    for (const bool first_axis_alone : {false, true})
        for (const double skew : {0.0, 0.3}) {
            CAPTURE(first_axis_alone, skew);
            const AlikeTangent A(n, skew);
            const FixedMask fixed = fixed_nodes(n, first_axis_alone);
            REQUIRE_FALSE(solver->prepare(A, fixed));
            nlohmann::json report;
            solver->report(report);
            CHECK(report["alike_axes"] == (skew == 0 && !first_axis_alone));
            DenseEntries dense(A.size());
            A.add_entries(dense, 0);
            for (Index i = 0; i < A.size(); ++i) {
                if (!fixed.fixed[std::size_t(i)]) continue;
                dense.matrix.row(i).setZero();
                dense.matrix.col(i).setZero();
                dense.matrix(i, i) = 1;
            }
            Eigen::MatrixXd B(A.size(), 20), X;
            for (Index c = 0; c < B.cols(); ++c) {
                B.col(c) = random_vector(A.size(), unsigned(c));
                for (Index i = 0; i < A.size(); ++i)
                    if (fixed.fixed[std::size_t(i)]) B(i, c) = 0;
            }
            const Eigen::MatrixXd exact = dense.matrix.ldlt().solve(B);
            Vector x;
            REQUIRE_FALSE(solver->solve(B.col(3), x, 0).event);
            CHECK((x - exact.col(3)).norm() < 1e-13 * exact.norm());
            REQUIRE_FALSE(solver->solve_many(B, X, 0).event);
            CHECK((X - exact).norm() < 1e-13 * exact.norm());
        }
}
