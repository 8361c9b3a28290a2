#include "skeleton/tgf_reader.hpp"

#include <catch2/catch.hpp>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// Six vertices on the x axis, numbered from 1; the first line has an extra number.
const std::string vertices = "1 0 0 0 7\n2 1 0 0\n3 2 0 0\n4 3 0 0\n5 4 0 0\n6 5 0 0\n#\n";

TgfHandles read(const std::string& text) {
    std::istringstream in(text);
    return read_tgf(in, "a.tgf");
}

std::string mistake(const std::string& text) {
    return mistake_of([&] { read(text); });
}

/// "name<parent" of each joint.
std::vector<std::string> tree(const TgfHandles& handles) {
    std::vector<std::string> result;
    for (const Joint& joint : handles.joints)
        result.push_back(joint.name + (joint.parent < 0
                                           ? ""
                                           : "<" + handles.joints[std::size_t(joint.parent)].name));
    return result;
}

using Tree = std::vector<std::string>;

/// Where the file counts each joint.
std::vector<int> numbers(const TgfHandles& handles) {
    std::vector<int> result;
    for (const Joint& joint : handles.joints) result.push_back(joint.number);
    return result;
}

}  // namespace

TEST_CASE("tgf reader: a bone is carried by the one that ends where it starts") {
    const TgfHandles handles =
        read(vertices + "1 2 1 0 0\n2 3 1 0 0\n2 4 1 0 0\n1 5 1 0 0\n5 6 1 0 0\n#\n1 2 3\n");
    CHECK(tree(handles) == Tree{"1-2", "2-3<1-2", "2-4<1-2", "1-5", "5-6<1-5"});
    CHECK(handles.n_bones == 5);
    CHECK(handles.n_points == 0);
    CHECK(handles.joints[2].rest.translation() == Vector3d(1, 0, 0));
    CHECK(handles.joints[2].segments.at(0).head == Vector3d(1, 0, 0));
    CHECK(handles.joints[2].segments.at(0).tail == Vector3d(3, 0, 0));
}

TEST_CASE("tgf reader: edges of two columns are bones; parents come before their children") {
    const TgfHandles handles = read(vertices + "5 6\n3 5\n1 2\r\n2 3\n3 4\n");
    CHECK(tree(handles) == Tree{"1-2", "2-3<1-2", "3-4<2-3", "3-5<2-3", "5-6<3-5"});
    CHECK(numbers(handles) == std::vector{2, 3, 4, 1, 0});
}

TEST_CASE("tgf reader: pseudo edges are no bones, and connect parents") {
    const TgfHandles handles = read(vertices + "1 2 1 0 0\n2 3 0 1 0\n3 4 0 1 0\n4 5 1 0 0\n");
    // What no bone touches is a point, and what starts behind a pseudo edge goes with it.
    CHECK(tree(handles) == Tree{"6", "1-2", "3<1-2", "4-5<3"});
    CHECK(numbers(handles) == std::vector{1, 2, 0, 3});
    CHECK(handles.n_points == 2);
}

TEST_CASE("tgf reader: vertices without bones are points, which cage edges join") {
    const TgfHandles points = read("1 0 0.8 0\n2 0 -0.8 0\n#\n#\n");
    CHECK(tree(points) == Tree{"1", "2"});
    CHECK(points.joints[1].segments.at(0).head == Vector3d(0, -0.8, 0));
    CHECK(points.joints[1].segments.at(0).tail == Vector3d(0, -0.8, 0));
    const TgfHandles caged = read(vertices + "1 2 1 0 0\n3 4 0 0 1\n4 5 0 0 1\n5 6 0 0 1\n");
    CHECK(tree(caged) == Tree{"3", "4", "5", "6", "1-2"});
    CHECK(caged.warnings.empty());
    CHECK(caged.joints[0].cage == std::vector{1});
    CHECK(caged.joints[1].cage == std::vector{2});
    CHECK(caged.joints[2].cage == std::vector{3});
    CHECK(caged.joints[3].cage.empty());
    CHECK(caged.n_points == 4);
    // Joints may stand in another order than the file's points.
    const TgfHandles carried = read(vertices + "1 2 1 0 0\n2 3 0 1 0\n3 4 0 0 1\n");
    CHECK(tree(carried) == Tree{"4", "5", "6", "1-2", "3<1-2"});
    CHECK(carried.joints[4].cage == std::vector{0});
    const TgfHandles mixed = read(vertices + "1 2 1 0 0\n2 3 0 0 1\n3 4 0 0 1\n");
    CHECK(mixed.joints[0].cage == std::vector{1});
    CHECK(mixed.warnings ==
          std::vector<std::string>{"a.tgf: cage edges join points, and those that end at bones are "
                                   "left out: 2-3"});
}

TEST_CASE("tgf reader: mistakes are shown by their line") {
    CHECK(mistake("1 0 0\n#\n") ==
          "a.tgf:1: vertex 1 has less than three coordinates | vertices are lines of a number, x, "
          "y and z, up to a line '#'");
    CHECK(
        mistake("1 0 0 x\n#\n") ==
        "a.tgf:1: 'x' is no number | vertices are lines of a number, x, y and z, up to a line '#'");
    CHECK(mistake("1 0 0 inf\n#\n") ==
          "a.tgf:1: 'inf' is no number | vertices are lines of a number, x, y and z, up to a line "
          "'#'");
    CHECK(mistake("v 0 0 0\n#\n") ==
          "a.tgf:1: expected the number of a vertex, got 'v' | vertices are lines of a number, x, "
          "y and z, up to a line '#'");
    CHECK(mistake("1 0 0 0\n1 1 0 0\n#\n") ==
          "a.tgf:2: there are two vertices 1 | give each a number of its own");
    CHECK(mistake(vertices + "1 7\n") ==
          "a.tgf:8: there is no vertex 7 | their numbers are 1 to 6");
    CHECK(
        mistake(vertices + "1\n") ==
        "a.tgf:8: expected the numbers of two vertices, got '' | edges are lines of two vertices, "
        "then 1 or 0 for bone, pseudo and cage edges");
    CHECK(mistake(vertices + "1 2 yes\n") ==
          "a.tgf:8: expected 0 or 1, got 'yes' | behind its vertices an edge says whether it is a "
          "bone, a pseudo edge, a cage edge");
    CHECK(mistake(vertices + "1 1\n") ==
          "a.tgf:8: the bone 1 has no length | move one of its vertices, or take the edge away");
    CHECK(mistake("1 0 0 0\n2 0 0 0\n#\n1 2\n") ==
          "a.tgf:4: the bone 1-2 has no length | move one of its vertices, or take the edge away");
    CHECK(mistake(vertices + "3 3 0 0 1\n") ==
          "a.tgf:8: the cage edge from vertex 3 to 3 has no length | move one of its vertices, or "
          "take the edge away");
    CHECK(mistake(vertices + "1 3\n2 3\n") ==
          "a.tgf:9: two bones end at vertex 3: 1-3 and 2-3 | bones lead away from the root, and "
          "each has one parent");
    CHECK(mistake(vertices + "1 2\n2 3\n3 1\n") ==
          "a.tgf:10: the bones 1-2, 2-3, 3-1 carry each other in a circle | bones lead away from a "
          "root, at whose start no bone ends");
    CHECK(mistake(vertices + "1 2 1 0 0\n2 1 0 1 0\n") ==
          "a.tgf:9: the bones 1-2 carry each other in a circle | bones lead away from a root, at "
          "whose start no bone ends");
    CHECK(mistake(vertices + "1 2\n3 4 0 0 1\n5 6 0 1 0\n6 5 0 1 0\n") ==
          "a.tgf:11: the bones 5, 6 carry each other in a circle | bones lead away from a root, at "
          "whose start no bone ends");
    CHECK(mistake("#\n") ==
          "a.tgf:1: the file has no bones and no points | write vertices, a line '#', and edges "
          "between them, which are the bones");
}

TEST_CASE("tgf reader: what it would lose or take for something else is refused") {
    CHECK(mistake("1 0 0 0 7\n2 1 0 0 hip\n#\n1 2\n") ==
          "a.tgf:2: 'hip' behind vertex 2 is not read | take it away: bones are called by the "
          "numbers of their vertices, 1-2, and points by theirs");
    CHECK(mistake(vertices + "1 2 1 0 0 thigh\n") ==
          "a.tgf:8: 'thigh' behind the edge 1-2 is not read | take it away: bones are called by "
          "the numbers of their vertices, 1-2, and points by theirs");
    CHECK(mistake("# a leg\n1 0 0 0\n2 1 0 0\n#\n1 2\n") ==
          "a.tgf:1: '# a leg' stands where a line '#' separates vertices from edges | write '#' "
          "alone on that line; there are no comments");
    CHECK(mistake("1 0 0 0\n#2 1 0 0\n3 2 0 0\n#\n1 3\n") ==
          "a.tgf:2: '#2 1 0 0' stands where a line '#' separates vertices from edges | write '#' "
          "alone on that line; there are no comments");
    CHECK(mistake(vertices + "1 2\n# 2 3\n") ==
          "a.tgf:9: '# 2 3' stands where a line '#' separates edges from faces | write '#' alone "
          "on that line; there are no comments");
}

TEST_CASE("tgf reader: the word that is wrong is underlined") {
    const auto place = [](const std::string& text) { return underlined([&] { read(text); }); };
    CHECK(place("1 0 0 x\n#\n") == "1:7: x");
    CHECK(place("1 0 0\n#\n") == "1:6: ");  // behind the last
    CHECK(place(vertices + "1 77\n") == "8:3: 77");
    CHECK(place(vertices + "1 2 yes\n") == "8:5: yes");
    CHECK(place(vertices + "1 2 1 0 0 thigh\n") == "8:11: thigh");
}
