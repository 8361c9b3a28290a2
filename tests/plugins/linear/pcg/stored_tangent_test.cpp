#include <catch2/catch.hpp>
#include <pcg/stored_tangent.hpp>
#include <support/dense_entries.hpp>

#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// The lower part of a grid's matrix on its free degrees of freedom, and that matrix.
struct Stored {
    explicit Stored(const FixedMask& fixed) : lower(ReducedMatrix::Storage::lower) { take(fixed); }
    void take(const FixedMask& fixed) {
        lower.update(grid, fixed);
        const Eigen::MatrixXd all = grid.as_dense();
        whole = all(lower.free(), lower.free());
    }
    GridTangent grid{3};
    ReducedMatrix lower;
    Eigen::MatrixXd whole;
};

Eigen::MatrixXd entries_of(const Tangent& tangent) {
    DenseEntries dense(tangent.size());
    tangent.add_entries(dense, 0);
    return dense.matrix;
}

}  // namespace

TEST_CASE("stored tangent: from the lower part alone it is the whole matrix, in every form") {
    Stored from(some_fixed(81));
    const StoredTangent stored(from.lower);
    REQUIRE(stored.size() == from.whole.rows());
    CHECK(entries_of(stored) == from.whole);
    CHECK(stored.diagonal() == from.whole.diagonal());
    const Vector x = random_vector(stored.size());
    Vector y;
    stored.apply(x, y);
    CHECK((y - from.whole * x).norm() < 1e-14 * y.norm());
}

TEST_CASE("stored tangent: it keeps what it was when the matrix it came from changes") {
    Stored from(some_fixed(81));
    StoredTangent stored(from.lower);
    const Eigen::MatrixXd before = from.whole;
    const long pattern = stored.pattern_revision();
    from.grid.scale_diagonal(2);
    from.take(some_fixed(81));
    CHECK(entries_of(stored) == before);
    // Of the same pattern another matrix takes its place under the same revision; of another
    // pattern, under a new one.
    stored.take(from.lower);
    CHECK(entries_of(stored) == from.whole);
    CHECK(stored.pattern_revision() == pattern);
    FixedMask more = some_fixed(81, 2);
    more.fixed[1] = 1;
    --more.n_free;
    from.take(more);
    stored.take(from.lower);
    CHECK(entries_of(stored) == from.whole);
    CHECK(stored.pattern_revision() != pattern);
}

TEST_CASE("stored tangent: saved and restored it has the same bits") {
    Stored from(some_fixed(81));
    const StoredTangent stored(from.lower);
    Archive archive;
    stored.save(archive, "tangent");
    CHECK(entries_of(StoredTangent(archive, "tangent")) == from.whole);
}
