#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/dmat_reader.hpp>
#include <sstream>

using namespace sinew;

namespace {

Eigen::MatrixXd dmat(const std::string& text) {
    std::istringstream in(text);
    return read_dmat(in, "x.dmat");
}

std::string binary(const std::string& counts, const Eigen::MatrixXd& matrix) {
    return "0 0\n" + counts + "\n" +
           std::string(reinterpret_cast<const char*>(matrix.data()),
                       std::size_t(matrix.size()) * sizeof(double));
}

Eigen::MatrixXd two_by_three() {
    Eigen::MatrixXd matrix(2, 3);
    matrix << 1, 3, 5,  //
        2, 4, -6.5e-3;
    return matrix;
}

}  // namespace

TEST_CASE("dmat: columns come first, in the first line and in the numbers") {
    CHECK(dmat("3 2\n1\n2\n3\n4\n5\n-6.5e-3\n") == two_by_three());
    CHECK(dmat("3 2\r\n1 2 3\r\n4 5 -0.0065") == two_by_three());
}

TEST_CASE("dmat: 0 0 begins a binary file") {
    CHECK(dmat(binary("3 2", two_by_three())) == two_by_three());
}

TEST_CASE("dmat: what is wrong is reported with its line") {
    CHECK_THROWS_WITH(dmat("3\n1\n"),
                      Catch::Contains("x.dmat:1:1") && Catch::Contains("two counts"));
    CHECK_THROWS_WITH(dmat("-1 2\n1\n"), Catch::Contains("two counts, of columns and of rows"));
    CHECK_THROWS_WITH(dmat("# weights\n2 1\n"), Catch::Contains("two counts"));
    CHECK_THROWS_WITH(dmat("2 1\n1\nhalf\n"), Catch::Contains("x.dmat:3:1") &&
                                                  Catch::Contains("'half' is no number") &&
                                                  Catch::Contains("column by column"));
    CHECK_THROWS_WITH(dmat("2 1\n1\n0\n0.5\n"),
                      Catch::Contains("x.dmat:4:1") &&
                          Catch::Contains("more numbers than the first line promises, 2 columns of "
                                          "1 numbers") &&
                          Catch::Contains("correct the first line"));
    CHECK_THROWS_WITH(dmat("2 2\n1.0\n0.5\n0.25\n"),
                      Catch::Contains("x.dmat:4:1") &&
                          Catch::Contains("promises 2 columns of 2 numbers, and 3 are there"));
    CHECK_THROWS_WITH(dmat("2000000000 2000000000\n1\n"),
                      Catch::Contains("for which the file is too short"));
    CHECK_THROWS_WITH(dmat(""), Catch::Contains("columns and rows"));
}

TEST_CASE("dmat: a matrix without numbers is refused, however many columns it promises") {
    CHECK_THROWS_WITH(dmat("2000000000 0\n"),
                      Catch::Contains("x.dmat:1:1") &&
                          Catch::Contains("an empty matrix, 2000000000 columns of 0 numbers") &&
                          Catch::Contains("at least one column and one row"));
    CHECK_THROWS_WITH(dmat("0 8\n"), Catch::Contains("an empty matrix, 0 columns of 8 numbers"));
    CHECK_THROWS_WITH(dmat("0 0\n0 0\n"), Catch::Contains("x.dmat:2:1"));
}

TEST_CASE("dmat: the number that is wrong is underlined") {
    CHECK_THROWS_WITH(dmat("2 2\n1 0\n0.5  half\n"), Catch::Contains("x.dmat:3:6"));
    CHECK_THROWS_WITH(dmat("2 1\n1 0 0.5\n"), Catch::Contains("x.dmat:2:5"));
}

TEST_CASE("dmat: a binary file that was cut off is refused, with both sizes") {
    std::string text = binary("3 2", two_by_three());
    text.pop_back();
    CHECK_THROWS_WITH(dmat(text), Catch::Contains("take 8 bytes each, and 47 are there for all"));
    CHECK_THROWS_WITH(dmat(binary("2000000000 2000000000", two_by_three())),
                      Catch::Contains("and 48 are there"));
}
