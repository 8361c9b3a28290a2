#include <omp.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <sinew/mechanics/assembly/projected_matrix.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// A chain of nodes in which each is coupled to the next but one.
struct Chain {
    explicit Chain(int n) {
        std::vector<std::uint64_t> pairs;
        for (int i = 0; i + 2 < n; ++i) pairs.push_back(node_pair(i, i + 2));
        A.matrix = BlockMatrix(std::make_shared<BlockPattern>(n, pairs));
        dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        const BlockPattern& pattern = A.matrix.pattern();
        for (int i = 0; i < n; ++i)
            for (int b = pattern.begin(i); b < pattern.end(i); ++b) {
                A.matrix.at(b) = test::noise(9, unsigned(b)).reshaped(3, 3);
                dense.block<3, 3>(3 * i, 3 * pattern.column(b)) = A.matrix.at(b);
            }
    }
    BlockTangent A;
    Eigen::MatrixXd dense;
};

/// Vectors of regions: a third of the columns has the first third of the rows, and so on; the last
/// of the rows are zero.
Eigen::MatrixXd vectors_of_regions(Index n, Index r) {
    Eigen::MatrixXd U = Eigen::MatrixXd::Zero(n, r);
    for (Index j = 0; j < r; ++j) {
        const Index first = 3 * j / r * (n / 4);
        U.col(j).segment(first, n / 4) = test::noise(n / 4, unsigned(j));
    }
    return U;
}

/// The same entries, one block after the other, and a pair of numbers beside them.
class InPieces final : public Tangent {
public:
    explicit InPieces(const BlockTangent& of) : of_(of) {}
    Index size() const override { return of_.size(); }
    void apply(const Vector& x, Vector& y) const override {
        of_.apply(x, y);
        y[0] += 5 * x[7];
    }
    void add_entries(EntrySink& sink, Index offset) const override {
        const BlockPattern& pattern = of_.matrix.pattern();
        for (int i = 0; i < pattern.n_rows(); ++i)
            for (int b = pattern.begin(i); b < pattern.end(i); ++b)
                sink.add3(offset + 3 * i, offset + 3 * pattern.column(b), of_.matrix.at(b));
        sink.add(offset, offset + 7, Eigen::MatrixXd::Constant(1, 1, 5));
    }
    bool has_entries() const override { return has_entries_; }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return of_.diagonal(); }
    bool symmetric() const override { return false; }
    bool has_entries_ = true;

private:
    const BlockTangent& of_;
};

}  // namespace

TEST_CASE("a projected matrix is U'A U, in whatever blocks of rows and columns") {
    for (const auto& [n, r] : {std::pair{1500, 61}, {64, 16}, {7, 3}, {130, 1}}) {
        const Chain chain(n);
        const Eigen::MatrixXd U = vectors_of_regions(3 * n, r);
        const Eigen::MatrixXd expected = U.transpose() * chain.dense * U;
        const Eigen::MatrixXd product = projected(chain.A.matrix.rows(), U);
        CHECK((product - expected).norm() < 1e-13 * expected.norm());
        const int threads = omp_get_max_threads();
        omp_set_num_threads(threads == 1 ? 3 : 1);
        CHECK(projected(chain.A.matrix.rows(), U) == product);
        omp_set_num_threads(threads);
        CHECK((projected(chain.A, U) - 0.5 * (expected + expected.transpose())).norm() <
              1e-13 * expected.norm());
    }
}

TEST_CASE("a tangent is projected by whatever entries it adds, or as an operator") {
    const Chain chain(20);
    const Eigen::MatrixXd U = vectors_of_regions(60, 5);
    Eigen::MatrixXd with_pair = chain.dense;
    with_pair(0, 7) += 5;
    const Eigen::MatrixXd expected = U.transpose() * with_pair * U;
    InPieces pieces(chain.A);
    CHECK((projected(pieces, U) - expected).norm() < 1e-13 * expected.norm());
    pieces.has_entries_ = false;
    CHECK((projected(pieces, U) - expected).norm() < 1e-13 * expected.norm());
}
