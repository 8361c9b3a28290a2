#include "gmsh/file_numbers.hpp"

#include <catch2/catch.hpp>
#include <cstdint>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

std::string mistake(const std::string& content, bool is_medit) {
    return mistake_of([&] {
        std::istringstream in(content);
        check_file_numbers(in, is_medit ? "a.mesh" : "a.msh", is_medit);
    });
}

std::string medit(const std::string& count, const std::string& element) {
    return "MeshVersionFormatted 1\nDimension\n3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n"
           "0 0 12345678901 0\nTetrahedra " +
           count + "\n" + element + "\nEnd\n";
}

/// A .mesh with one section behind four vertices.
std::string medit_section(const std::string& keyword, int n_promised, const std::string& lines) {
    return "MeshVersionFormatted 1\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 "
           "0\n" +
           keyword + "\n" + std::to_string(n_promised) + "\n" + lines;
}

FileNumbers numbers(const std::string& content, bool is_medit) {
    std::istringstream in(content);
    return check_file_numbers(in, is_medit ? "a.mesh" : "a.msh", is_medit);
}

std::string msh_2(const std::string& count, const std::string& element) {
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n"
           "4 0 0 12345678901\n$EndNodes\n$Elements\n" +
           count + "\n" + element + "\n$EndElements\n";
}

std::string msh_4_binary(std::int64_t n_nodes) {
    std::string text = "$MeshFormat\n4.1 1 8\n";
    const std::int32_t one = 1;
    text.append(reinterpret_cast<const char*>(&one), 4);
    text += "\n$EndMeshFormat\n$Nodes\n";
    const std::int64_t counts[] = {1, n_nodes, 1, n_nodes};
    text.append(reinterpret_cast<const char*>(counts), sizeof counts);
    return text + std::string(100, '\0');
}

}  // namespace

TEST_CASE("file numbers: what Gmsh reads as it stands passes") {
    CHECK(mistake(medit("1", "1 2 3 4 0"), true).empty());
    CHECK(mistake(msh_2("1", "1 4 2 0 1 1 2 3 4"), false).empty());
    CHECK(mistake(msh_4_binary(4), false).empty());
    CHECK(mistake("these are words\n", false).empty());
}

TEST_CASE("file numbers: a node that 32 bits would take for another is refused at its line") {
    CHECK_THAT(mistake(medit("1", "1 2 3 4294967300 0"), true),
               Contains("a.mesh:11: the number 4294967300 of a list of elements is too large | "
                        "numbers of nodes and elements go up to 2147483647"));
    CHECK_THAT(mistake(msh_2("1", "1 4 2 0 1 1 2 3 4294967300"), false),
               Contains("a.msh: line 13: the number 4294967300 of a list of elements"));
}

TEST_CASE("file numbers: counts are compared with what the file can hold") {
    CHECK_THAT(mistake(medit("1000000000", "1 2 3 4 0"), true),
               Contains("a.mesh:10: 1000000000 Tetrahedra are promised, and the"));
    CHECK_THAT(mistake(medit("4294967297", "1 2 3 4 0"), true),
               Contains("expected the number of Tetrahedra, got '4294967297'"));
    CHECK_THAT(mistake(msh_2("1000000000", "1 4 2 0 1 1 2 3 4"), false),
               Contains("a.msh: line 12: 1000000000 Elements are promised, and the rest"));
    CHECK_THAT(mistake(msh_4_binary(1'000'000'000), false),
               Contains("1000000000 Nodes are promised, and the rest of the file can hold"));
    CHECK_THAT(mistake(msh_4_binary(1LL << 40), false), Contains("at most 2147483647 are read"));
    CHECK_THAT(mistake("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 900000 1 9\n", false),
               Contains("a.msh: line 5: 900000 Nodes are promised"));
}

TEST_CASE("file numbers: a section of a .mesh that holds less than it promises is refused") {
    const std::string line = " 1 2 3 4 1 2 3 4 0\n";
    for (const auto& [keyword, things] :
         {std::pair{"Edges", "edges"}, std::pair{"Triangles", "triangles"},
          std::pair{"Quadrilaterals", "quadrilaterals"}, std::pair{"Tetrahedra", "tetrahedra"},
          std::pair{"Hexahedra", "hexahedra"}, std::pair{"Prisms", "prisms"},
          std::pair{"Pyramids", "pyramids"}}) {
        CAPTURE(keyword);
        const std::string expected = std::string("a.mesh: it promises 3 ") + things +
                                     " and holds 2 | the file was cut off: export or download it "
                                     "again";
        CHECK(mistake(medit_section(keyword, 3, line + line), true) == expected);
        CHECK(mistake(medit_section(keyword, 3, line + line + " 1\n"), true) == expected);
        CHECK(mistake(medit_section(keyword, 3, line + line + "Ridges\n1\n1\nEnd\n"), true) ==
              expected);
        CHECK(mistake(medit_section(keyword, 2, line + line + "End\n"), true).empty());
    }
    CHECK_THAT(mistake("Dimension 3\nVertices 3\n0 0 0 0\n1 0 0 0\n0.5 1\n", true),
               Contains("a.mesh: it promises 3 vertices and holds 2"));
    CHECK(mistake("Dimension\n2\nVertices 2\n0 0\n1 0\nEnd\n", true).empty());
    CHECK_THAT(mistake("Dimension 3\nVertices\n", true),
               Contains("a.mesh:2: the file ends where the number of vertices was expected"));
}

TEST_CASE("file numbers: nodes are counted") {
    CHECK(numbers(medit_section("Triangles", 1, "1 2 3 0\nEnd\n"), true).n_nodes == 4);
    CHECK(numbers(msh_2("1", "1 4 2 0 1 1 2 3 4"), false).n_nodes == 4);
    CHECK(numbers(msh_4_binary(4), false).n_nodes == 4);
    CHECK(numbers(medit_section("Triangles", 1, "1 2 3 0\n"), true).n_nodes == 4);  // no End
}
