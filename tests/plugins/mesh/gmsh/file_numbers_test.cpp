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
