#include <catch2/catch.hpp>
#include <cstdint>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/promises.hpp>
#include <sstream>

using namespace sinew;
using Catch::Contains;
using vtk_files::Promise;

namespace {

std::vector<Promise> promises(const std::string& text, const std::string& ending = ".vtk") {
    std::istringstream in(text);
    return vtk_files::promises_of(in, ending, "a" + ending);
}

std::string mistake(const std::string& text, const std::string& ending = ".vtk") {
    try {
        promises(text, ending);
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        return d.message + " | " + d.remedy;
    }
    return "";
}

template <class T>
std::string bytes(std::initializer_list<T> values) {
    return std::string(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T));
}

const std::string points = "POINTS 4 float\n0 0 0 1 0 0 0 1 0 0 0 1\n";

}  // namespace

TEST_CASE("promises: lists of cells of text files, of versions 3 and 5") {
    const auto of_3 = promises("# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n" + points +
                               "POLYGONS 1 4\n3 0 1 2\nLINES 1 3\n2 0 1\n");
    REQUIRE(of_3.size() == 2);
    CHECK(of_3[0].keyword == "POLYGONS");
    CHECK(of_3[0].n == 1);
    CHECK(of_3[0].size == 4);
    CHECK(of_3[0].has_sizes);
    CHECK(of_3[1].line == 9);
    const auto of_5 = promises("# vtk DataFile Version 5.1\nx\nASCII\nDATASET POLYDATA\n" + points +
                               "POLYGONS 2 3\nOFFSETS vtktypeint64\n0 3\nCONNECTIVITY "
                               "vtktypeint64\n0 1 2\n");
    REQUIRE(of_5.size() == 1);
    CHECK_FALSE(of_5[0].has_sizes);
}

TEST_CASE("promises: binary numbers are stepped over, whatever they look like") {
    const std::string text =
        "# vtk DataFile Version 5.1\nx\nBINARY\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\n"
        "TIME 1 1 double\nPOINTS 9\nPOINTS 1 float\n" +
        bytes<float>({1, 2, 3}) + "\nCELLS 2 1\nOFFSETS vtktypeint64\n" +
        bytes<std::int64_t>({0, 1}) + "\nCONNECTIVITY vtktypeint64\n" + bytes<std::int64_t>({0}) +
        "\nCELL_TYPES 1\n" + bytes<std::int32_t>({1}) + "\nPOINT_DATA 1\n";
    const auto found = promises(text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].n == 2);
    CHECK(found[0].size == 1);
}

TEST_CASE("promises: counts that the file cannot hold, or that are none, are refused") {
    const std::string head = "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\n";
    CHECK(mistake(head + "POINTS 100000000 float\n0 0 0\n") ==
          "a.vtk: line 5 promises 100000000 points, and the rest of the file can hold 1 | the file "
          "was cut off, or its header is wrong: copy or export it again");
    CHECK_THAT(mistake(head + "POINTS -4 float\n"),
               Contains("line 5: '-4' is no number of points"));
    CHECK_THAT(mistake(head + points + "POLYGONS 99999999999999999999 4\n"),
               Contains("line 7: '99999999999999999999' is no number of cells"));
    CHECK_THAT(mistake(head + points + "POLYGONS 1\n3 0 1 2\n"), Contains("line 7: '' is"));
    const std::string xml = "<VTKFile><Piece\n NumberOfPoints=\"";
    CHECK_THAT(mistake(xml + "1000000000\"/>", ".vtu"),
               Contains("a.vtu: line 2 promises 1000000000 points, and a file of"));
    CHECK_THAT(mistake(xml + "-1\"/>", ".vtp"), Contains("NumberOfPoints is '-1'"));
    CHECK(mistake(xml + "5\"/>" + std::string(100, ' '), ".vtp").empty());
}

TEST_CASE("promises: a binary STL file has a size, also one that begins with the word solid") {
    std::string text = "solid" + std::string(75, '\0') + bytes<std::uint32_t>({2});
    CHECK_THAT(mistake(text + std::string(50, '\0'), ".stl"),
               Contains("a.stl promises 2 triangles and holds 1"));
    CHECK(mistake(text + std::string(100, '\0'), ".stl").empty());
    CHECK(mistake("solid s\nendsolid s\n", ".stl").empty());
}
