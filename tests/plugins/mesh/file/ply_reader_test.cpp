#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "file/polygons.hpp"
#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

Polygons read(const std::string& content) {
    std::istringstream in(content);
    return read_ply(in, "a.ply");
}

std::string mistake(const std::string& content) {
    return mistake_of([&] { read(content); });
}

std::string header(const std::string& format, const std::string& vertices,
                   const std::string& faces) {
    return "ply\nformat " + format + " 1.0\ncomment by hand\nelement vertex " + vertices +
           "\nproperty float x\nproperty float y\nproperty double z\nproperty uchar red\n"
           "element face " +
           faces + "\nproperty uchar part\nproperty list uchar int vertex_indices\nend_header\n";
}

const std::string square = "0 0 0 255\n1 0 0 0\n1 1 0 0\n0 1 0.5 0\n";

/// A square with z = 0.5 at its last corner.
std::string binary_square(bool is_big, int last_index = 3) {
    std::string text = header(is_big ? "binary_big_endian" : "binary_little_endian", "4", "1");
    const auto add = [&](auto value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        if (is_big) std::reverse(bytes, bytes + sizeof value);
        text.append(bytes, sizeof value);
    };
    const float xy[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < 4; ++i) {
        add(xy[i][0]);
        add(xy[i][1]);
        add(i == 3 ? 0.5 : 0.0);
        add(static_cast<unsigned char>(7));
    }
    add(static_cast<unsigned char>(1));
    add(static_cast<unsigned char>(4));
    for (const int index : {0, 1, 2, last_index}) add(index);
    return text;
}

}  // namespace

TEST_CASE("ply reader: text and binary in either order of bytes give the same polygons") {
    for (const std::string& content : {header("ascii", "4", "1") + square + "9 4 0 1 2 3\n",
                                       binary_square(false), binary_square(true)}) {
        const Polygons polygons = read(content);
        CHECK(polygons.faces == std::vector<std::vector<int>>{{0, 1, 2, 3}});
        CHECK(polygons.positions.col(1) == Eigen::Vector3d(1, 0, 0));
        CHECK(polygons.positions.col(3) == Eigen::Vector3d(0, 1, 0.5));
    }
}

TEST_CASE("ply reader: a header that promises more than the file can hold is refused at once") {
    CHECK(mistake(header("ascii", "4", "1000") + square + "9 4 0 1 2 3\n") ==
          "a.ply:12: 1000 elements 'face' are promised, and the 48 bytes behind the header can "
          "hold 4 | the file was cut off, or the number is wrong: copy or export it again");
    CHECK_THAT(mistake(header("binary_little_endian", "100000000", "1") + square),
               Contains("a.ply:4: 100000000 elements 'vertex' are promised"));
    CHECK_THAT(mistake(header("ascii", "4294967296", "1") + square),
               Contains("expected the number of elements 'vertex', got '4294967296'"));
    CHECK_THAT(mistake(header("ascii", "-1", "1") + square), Contains("got '-1'"));
}

TEST_CASE("ply reader: a file that ends early is refused once, with what is missing") {
    CHECK_THAT(mistake(header("ascii", "4", "1") + square),
               Contains("the file ends where face 1 of 1 was expected"));
    CHECK_THAT(mistake(header("ascii", "4", "1") + square + "9 4 0 1 2\n"),
               Contains("a.ply:17: face 1 of 1 lacks numbers | it may have been cut off"));
    const std::string whole = binary_square(false);
    CHECK_THAT(mistake(whole.substr(0, whole.size() - 1)),
               Contains("a.ply: the file ends inside face 1 of 1"));
    CHECK_THAT(mistake("ply\nformat ascii 1.0\n"),
               Contains("the file ends where end_header was expected"));
}

TEST_CASE("ply reader: a face names vertices that are there, whatever 32 bits would make of them") {
    for (const std::string index : {"4", "-1", "4294967296", "1.5", "1e300", "nan"})
        CHECK_THAT(mistake(header("ascii", "4", "1") + square + "9 4 0 1 2 " + index + "\n"),
                   Contains("a.ply:17: a face names vertex") && Contains("but there are 4") &&
                       Contains("vertices are 0 to 3"));
    CHECK_THAT(mistake(binary_square(true, 1 << 30)),
               Contains("a.ply: a face names vertex 1073741824, but there are 4"));
}

TEST_CASE("ply reader: what is no header is refused at its line") {
    CHECK_THAT(mistake("OFF\n"), Contains("a.ply:1: the file does not begin with the word ply"));
    CHECK_THAT(mistake("ply\nformat binary 1.0\n"),
               Contains("a.ply:2: there is no format 'binary' | allowed: ascii, binary_little"));
    CHECK_THAT(mistake("ply\nproperty float x\n"), Contains("a.ply:2: a property before any"));
    CHECK_THAT(mistake("ply\nformat ascii 1.0\nelement vertex 0\nproperty half x\n"),
               Contains("a.ply:4: there is no type 'half'"));
    CHECK_THAT(
        mistake("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n"),
        Contains("vertices have no property y"));
    CHECK_THAT(mistake("ply\nformat ascii 1.0\nend_header\n"),
               Contains("the header has no element vertex"));
}

TEST_CASE("ply reader: every mistake has a remedy") {
    const std::string start = "ply\nformat ascii 1.0\n", end = "end_header\n";
    const std::string vertex =
                          "element vertex 1\nproperty float x\nproperty float y\nproperty "
                          "float z\n",
                      face = "element face 1\nproperty list int int vertex_indices\n";
    const std::pair<std::string, const char*> cases[] = {
        {"", "is it a .ply file?"},
        {"OFF\n", "is it a .ply file?"},
        {"ply\nformats\n", "allowed: format, element"},
        {"ply\nformat binary 1.0\n", "allowed: ascii"},
        {"ply\nelement vertex 0\n" + end, "for example format ascii 1.0"},
        {start + end, "export it as polygons"},
        {start + "element vertex many\n", "a whole number from 0"},
        {start + "property float x\n", "write its element above it"},
        {start + "element vertex 1\nproperty real x\n", "allowed: char"},
        {start + "element vertex 1\nproperty float\n", "for example property float x"},
        {start + "element vertex 1\nproperty float x\n" + end + "0\n", "x, y and z"},
        {start + vertex + face + end + "0 0\n", "copy or export it again"},
        {start + vertex + face + end + "0 0 up\n", "copy or export it again"},
        {start + vertex + face + end + "0 0 0\n-1 0\n", "how many follow"},
        {start + vertex + face + end + "0 0 0\n3 0 0 1\n", "vertices are 0 to 0"}};
    for (const auto& [content, remedy] : cases) {
        CAPTURE(content);
        const std::string said = mistake(content);
        REQUIRE(said.find(" | ") != std::string::npos);
        CHECK_THAT(said.substr(said.find(" | ")), Contains(remedy));
    }
}
