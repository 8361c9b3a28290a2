#include <catch2/catch.hpp>
#include <sinew/kernel/params/marked.hpp>

#include "reading.hpp"

using namespace sinew;
using test::Reading;

namespace {

struct Inner {
    double mass = 0.25;
    static constexpr auto fields =
        std::tuple{field("mass", &Inner::mass, unit::kg, positive, "A mass")};
};

struct Plain {
    double height = 2;
    std::optional<int> first;
    std::vector<int> keep;
    std::vector<Inner> parts;
    static constexpr auto fields = std::tuple{
        field("height", &Plain::height, unit::m, positive, "A height"),
        field("first", &Plain::first, at_least(1), "How many"),
        field("keep", &Plain::keep, at_least(0), "Which"),
        field("parts", &Plain::parts, "Parts"),
    };
};

/// The same, with places.
struct WithMarks {
    Marked<double> height{2, {}};
    std::optional<Marked<int>> first;
    Marked<std::vector<int>> keep;
    std::vector<Marked<Inner>> parts;
    static constexpr auto fields = std::tuple{
        field("height", &WithMarks::height, unit::m, positive, "A height"),
        field("first", &WithMarks::first, at_least(1), "How many"),
        field("keep", &WithMarks::keep, at_least(0), "Which"),
        field("parts", &WithMarks::parts, "Parts"),
    };
};

void check_place(const SourceMark& where, int line, int column) {
    CHECK(where.known());
    CHECK(where.line == line);
    CHECK(where.column == column);
}

}  // namespace

TEST_CASE("marked: a value is read as ever, and its place is known") {
    const Reading<WithMarks> read(
        "\n  height: 30 cm\n  first: 3\n  keep: [4, 0]\n  parts: [{mass: 1}, {}]\n");
    CHECK(read.errors().empty());
    CHECK(read.params.height.value == 0.3);
    check_place(read.params.height.where, 3, 11);
    CHECK(read.params.first->value == 3);
    check_place(read.params.first->where, 4, 10);
    CHECK(read.params.keep.value == std::vector{4, 0});
    check_place(read.params.keep.where, 5, 9);
    REQUIRE(read.params.parts.size() == 2);
    CHECK(read.params.parts[0].value.mass == 1);
    CHECK(read.params.parts[1].value.mass == 0.25);
    check_place(read.params.parts[0].where, 6, 11);
    check_place(read.params.parts[1].where, 6, 22);
}

TEST_CASE("marked: what the scene does not give keeps its default and has no place") {
    const Reading<WithMarks> read("{}");
    CHECK(read.ok);
    CHECK(read.params.height.value == 2);
    CHECK_FALSE(read.params.height.where.known());
    CHECK_FALSE(read.params.first.has_value());
    CHECK(read.params.keep.value.empty());
    CHECK_FALSE(read.params.keep.where.known());
    // An empty list is there.
    CHECK(Reading<WithMarks>("{keep: []}").params.keep.where.known());
}

TEST_CASE("marked: mistakes are reported as those of the type itself") {
    for (const char* text : {"{height: -1 m}", "{height: 3 kg}", "{first: 0}", "{keep: [1, -2]}",
                             "{parts: [{mass: 1}, {mas: 1}]}", "{parts: [{mass: 0}]}"}) {
        CAPTURE(text);
        const Reading<WithMarks> marked(text);
        CHECK_FALSE(marked.ok);
        CHECK_FALSE(marked.errors().empty());
        CHECK(marked.errors() == Reading<Plain>(text).errors());
    }
}

TEST_CASE("marked: documentation is that of the type itself") {
    const auto plain = describe_params<Plain>(), marked = describe_params<WithMarks>();
    REQUIRE(marked.size() == plain.size());
    for (std::size_t k = 0; k < plain.size(); ++k) {
        CAPTURE(plain[k].name);
        CHECK(marked[k].type == plain[k].type);
        CHECK(marked[k].unit == plain[k].unit);
        CHECK(marked[k].range == plain[k].range);
        CHECK(marked[k].default_value == plain[k].default_value);
        CHECK(marked[k].schema == plain[k].schema);
        REQUIRE(marked[k].nested.size() == plain[k].nested.size());
        for (std::size_t n = 0; n < plain[k].nested.size(); ++n)
            CHECK(marked[k].nested[n].name == plain[k].nested[n].name);
    }
    CHECK(plain[3].nested.size() == 1);
}
