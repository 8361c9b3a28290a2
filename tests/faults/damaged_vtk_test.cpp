// Damaged files of VTK's formats, as a user meets them: `sinew info`, `validate --build` and `run`
// say what is wrong and end with code 2; none of them crashes.
#include <catch2/catch.hpp>
#include <support/damaged_vtk.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

void check_refusal(const Outcome& outcome, const DamagedFile& file, const std::string& command) {
    INFO(command << ", " << file.what << ":\n" << outcome.text);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("error: ") && Contains(file.name) && Contains("remedy: "));
    bool says = false;
    for (const std::string& words : file.words)
        says = says || outcome.text.find(words) != std::string::npos;
    CHECK(says);
    for (const char* of_a_crash : {"Segmentation fault (core", "corrupted", "terminate called"})
        CHECK_THAT(outcome.text, !Contains(of_a_crash));
}

}  // namespace

TEST_CASE("damaged VTK file: info, validate and run refuse it with a remedy") {
    const WorkFolder folder;
    for (const DamagedFile& file : damaged_vtk_files()) {
        folder.write(file.name, file.content);
        const std::string scene = folder.write("beam.yaml", beam_of_file("file", file.name));
        check_refusal(call("info " + folder.path(file.name)), file, "info");
        check_refusal(call("validate --build " + scene), file, "validate");
        check_refusal(call("run " + scene + " -o " + folder.path("out")), file, "run");
    }
}

TEST_CASE("damaged surface file: short ones are refused once, large promises at once") {
    const WorkFolder folder;
    const auto text_of = [&](const std::string& name, const std::string& content) {
        folder.write(name, content);
        const Outcome outcome = call("info " + folder.path(name), "timeout 20");
        CHECK(outcome.code == 2);
        CHECK(outcome.text.size() < 1000);
        return outcome.text;
    };
    const auto ply = [](const std::string& n, const std::string& vertices) {
        return "ply\nformat ascii 1.0\nelement vertex " + n +
               "\nproperty float x\nproperty float y\nproperty float z\nend_header\n" + vertices;
    };
    CHECK_THAT(text_of("short.ply", ply("3", "0 0 0\n1 0 0\n     ")),
               Contains("short.ply:10:1: error: the file ends where vertex 3 of 3 was expected"));
    CHECK_THAT(text_of("many.ply", ply("100000000", "0 0 0\n")),
               Contains("100000000 elements 'vertex' are promised"));
    CHECK_THAT(text_of("many.off", "OFF\n100000000 1 0\n0 0 0\n"),
               Contains("100000000 vertices are promised"));
    CHECK_THAT(text_of("many.veg", "*VERTICES\n100000000 3 0 0\n1 0 0 0\n"),
               Contains("100000000 vertices are promised"));
    CHECK_THAT(text_of("many.mesh",
                       "MeshVersionFormatted 1\nDimension 3\nVertices\n100000000\n"
                       "0 0 0 0\n"),
               Contains("100000000 Vertices are promised"));
    CHECK_THAT(text_of("many.msh",
                       "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n100000000\n"
                       "1 0 0 0\n"),
               Contains("100000000 Nodes are promised"));
    CHECK_THAT(text_of("many.stl", std::string(80, ' ') + std::string("\0\xe1\xf5\5", 4)),
               Contains("promises 100000000 triangles and holds 0"));
}

TEST_CASE("bad mesh: an element that is listed twice is refused, one that overlaps is a warning") {
    const WorkFolder folder;
    const auto run = [&](const std::string& elements) {
        folder.write("twice.inp",
                     "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n"
                     "5, 0, 0, 2\n*ELEMENT, TYPE=C3D4\n" +
                         elements);
        const std::string scene = folder.write("beam.yaml", beam_of_file("abaqus", "twice.inp"));
        return call("run " + scene + " -o " + folder.path("out"));
    };
    const Outcome twice = run("1, 1, 2, 3, 4\n2, 2, 3, 1, 4\n");
    CHECK(twice.code == 2);
    CHECK_THAT(twice.text,
               Contains("1 of 2 elements have the nodes of another: 1 as 0 (counted from 0)") &&
                   Contains("remedy: keep one of each"));
    CHECK_THAT(run("1, 1, 2, 3, 4\n2, 1, 2, 3, 5\n").text,
               Contains("warning: twice.inp: 1 pairs of elements lie on the same side of a face"));
}
