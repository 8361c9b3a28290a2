#include <catch2/catch.hpp>

#include "reading.hpp"

namespace {

enum class Mode { exact, clamped };

}  // namespace

template <>
struct sinew::EnumNames<Mode> {
    static constexpr std::array names{std::pair{"exact", Mode::exact},
                                      std::pair{"clamped", Mode::clamped}};
};

using namespace sinew;
using test::Reading;

namespace {

struct Containers {
    Mode mode = Mode::exact;
    bool flag = false;
    std::string text = "a";
    Eigen::Vector3d size = Eigen::Vector3d::Ones();
    Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();
    Eigen::Vector3i cells = Eigen::Vector3i::Ones();
    Eigen::Matrix<double, 2, 3> matrix = Eigen::Matrix<double, 2, 3>::Zero();
    Eigen::Matrix<double, 2, 3, Eigen::RowMajor> rows = Eigen::Matrix<double, 2, 3>::Zero();
    std::vector<double> list;
    std::vector<Eigen::Vector2d> points;
    std::vector<Mode> modes;
    std::optional<double> maybe;
    OneOrMany<std::string> names;
    OneOrMany<Eigen::Vector3d> at;
    static constexpr auto fields = std::tuple{
        field("mode", &Containers::mode, "A mode"),
        field("flag", &Containers::flag, "A flag"),
        field("text", &Containers::text, "A text"),
        field("size", &Containers::size, unit::m, positive, "Edge lengths"),
        field("acceleration", &Containers::acceleration, unit::m_per_s2, "Of free fall"),
        field("cells", &Containers::cells, at_least(1), "Cells"),
        field("matrix", &Containers::matrix, unit::m, "A matrix"),
        field("rows", &Containers::rows, "A matrix in rows"),
        field("list", &Containers::list, unit::s, "Times"),
        field("points", &Containers::points, unit::m, "Points"),
        field("modes", &Containers::modes, "Modes"),
        field("maybe", &Containers::maybe, unit::m, positive, "Perhaps"),
        field("names", &Containers::names, "Names"),
        field("at", &Containers::at, unit::m, "Where"),
    };
};

Containers read(const std::string& text) {
    const Reading<Containers> reading(text);
    CHECK(reading.errors() == "");
    CHECK(reading.ok);
    return reading.params;
}

std::string errors(const std::string& text) {
    const Reading<Containers> reading(text);
    CHECK_FALSE(reading.ok);
    return reading.errors();
}

}  // namespace

TEST_CASE("enums: a name chooses the value and a wrong one gets the nearest") {
    CHECK(read("{mode: clamped}").mode == Mode::clamped);
    CHECK(read("{modes: [clamped, exact]}").modes == std::vector{Mode::clamped, Mode::exact});
    CHECK(errors("{mode: exakt}") == "2:11: mode cannot be 'exakt'; did you mean 'exact'?");
    CHECK(errors("{mode: other}") == "2:11: mode cannot be 'other'; allowed: exact, clamped");
    CHECK(errors("{mode: [exact]}") == "2:11: mode: expected one of exact, clamped, got a list");
}

TEST_CASE("booleans: true and false and nothing else") {
    CHECK(read("{flag: true}").flag);
    CHECK_FALSE(read("{flag: false}").flag);
    CHECK(errors("{flag: yes}") == "2:11: flag: expected true or false, got the text 'yes'");
}

TEST_CASE("texts: any scalar, but no list") {
    CHECK(read("{text: hello world}").text == "hello world");
    CHECK(read("{text: 3}").text == "3");
    CHECK(read("{text: \"\"}").text.empty());
    CHECK(errors("{text: [a]}") == "2:11: text: expected a text, got a list");
}

TEST_CASE("vectors: each entry is a quantity of its own") {
    CHECK(read("{size: [1, 10 cm, 5*2 mm]}").size.isApprox(Eigen::Vector3d(1, 0.1, 0.01)));
    CHECK(read("{cells: [40, 2*2, 4]}").cells == Eigen::Vector3i(40, 4, 4));
    CHECK(read("{points: [[1, 2], [3 mm, 4]]}").points.at(1) == Eigen::Vector2d(0.003, 4));
    CHECK(read("{list: []}").list.empty());
}

TEST_CASE("vectors: shape, range and unit errors name the entry") {
    CHECK(errors("{size: [1, 2]}") == "2:11: size: expected a list of 3 numbers, got a list of 2");
    CHECK(errors("{size: 1}") == "2:11: size: expected a list of 3 numbers, got the text '1'");
    CHECK(errors("{size: [1, -2 mm, 0]}") ==
          "2:15: size[1] is -0.002 m, must be > 0\n2:22: size[2] is 0 m, must be > 0");
    CHECK(errors("{cells: [1, 1.5, 1]}") == "2:16: cells[1] is 1.5, must be a whole number");
    CHECK(errors("{points: [[1, 2], [3]]}") ==
          "2:22: points[1]: expected a list of 2 numbers, got a list of 1");
    CHECK(errors("{points: [[1, a]]}").find("points[0][1]: ") != std::string::npos);
}

TEST_CASE("vectors: one number in the place of three is answered with three") {
    CHECK(Reading<Containers>("{acceleration: 9.81}").remedy() ==
          "Of free fall: three numbers are wanted, as [0, 0, -9.81]");
    CHECK(Reading<Containers>("{size: 1}").remedy() ==
          "Edge lengths: three numbers are wanted, as [1, 2, 3]");
}

TEST_CASE("matrices: a list of rows, whatever the storage order") {
    Eigen::Matrix<double, 2, 3> expected;
    expected << 1, 2, 3, 4, 5, 6;
    CHECK(read("{matrix: [[1, 2, 3], [4, 5, 6]]}").matrix == expected);
    CHECK(read("{rows: [[1, 2, 3], [4, 5, 6]]}").rows == expected);
    CHECK(errors("{matrix: [1, 2, 3]}") ==
          "2:13: matrix: expected a list of 2 lists of 3, got a list of 3");
    CHECK(errors("{matrix: [[1, 2, 3], [4, 5]]}") ==
          "2:25: matrix[1]: expected a list of 3 numbers, got a list of 2");
}

TEST_CASE("optional values: absent, given, or out of range") {
    CHECK_FALSE(read("{}").maybe.has_value());
    CHECK(read("{maybe: 3 mm}").maybe.value() == Approx(0.003));
    CHECK(errors("{maybe: -1}") == "2:12: maybe is -1 m, must be > 0");
}

TEST_CASE("one or many: a single vector needs no second bracket") {
    CHECK(read("{names: a}").names.items == std::vector<std::string>{"a"});
    CHECK(read("{names: [a, b]}").names.items == std::vector<std::string>{"a", "b"});
    CHECK(read("{at: [1, 2, 3]}").at.items.size() == 1);
    CHECK(read("{at: [[1, 2, 3], [4, 5, 6]]}").at.items.at(1) == Eigen::Vector3d(4, 5, 6));
}
