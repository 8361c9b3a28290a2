#include "abaqus/keyword.hpp"

#include <catch2/catch.hpp>

using namespace sinew;

TEST_CASE("abaqus keyword: names in capitals, values as they are written") {
    const Keyword keyword = parse_keyword("*Element, type=C3D8, ELSET=Bar");
    CHECK(keyword.name == "ELEMENT");
    CHECK(keyword.get("TYPE") == "C3D8");
    CHECK(keyword.get("ELSET") == "Bar");
    CHECK(keyword.parameters.size() == 2);
}

TEST_CASE("abaqus keyword: flags have no value, blanks and quotes around values go") {
    const Keyword keyword = parse_keyword("  *NSET , NSET = \"the left\" ,GENERATE,");
    CHECK(keyword.name == "NSET");
    CHECK(keyword.get("NSET") == "the left");
    CHECK(keyword.has("GENERATE"));
    CHECK(keyword.get("GENERATE").empty());
    CHECK_FALSE(keyword.has("UNSORTED"));
    CHECK(keyword.get("UNSORTED").empty());
    CHECK(parse_keyword("*END PART").name == "END PART");
}
