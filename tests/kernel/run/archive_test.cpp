#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/archive.hpp>

using namespace sinew;
using Catch::Contains;

TEST_CASE("archive: what is put comes back bit by bit") {
    Archive archive;
    Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(7, -1.0 / 3, 1e300);
    archive.put("a/q", q);
    archive.put("a/n", std::int64_t{1} << 60);
    archive.put("a/x", 0.1);
    archive.put("a/name", std::string("beam"));
    archive.put("a/ids", std::vector<std::int64_t>{3, 1});
    CHECK(archive.vector("a/q", 7) == q);
    CHECK(archive.integer("a/n") == std::int64_t{1} << 60);
    CHECK(archive.number("a/x") == 0.1);
    CHECK(archive.text("a/name") == "beam");
    CHECK(archive.integers("a/ids") == std::vector<std::int64_t>{3, 1});
    CHECK(archive.has("a/q"));
    CHECK_FALSE(archive.has("q"));
}

TEST_CASE("archive: a key that is missing or of another shape is named with both shapes") {
    Archive archive;
    archive.put("q", Eigen::VectorXd::Zero(3));
    CHECK_THROWS_WITH(archive.number("p"), Contains("the archive has no 'p'"));
    CHECK_THROWS_WITH(archive.vector("q", 6),
                      Contains("'q' holds 3 numbers, where 6 numbers is expected"));
    CHECK_THROWS_WITH(archive.text("q"), Contains("'q' holds 3 numbers, where a text is expected"));
    CHECK_THROWS_AS(archive.number("q"), ComputationError);
}
