#include <catch2/catch.hpp>

#include "reading.hpp"

using namespace sinew;

namespace {

struct Places {
    Path file;
    Reference body;
    std::vector<Reference> between;
    static constexpr auto fields = std::tuple{
        field("file", &Places::file, "A file"),
        field("body", &Places::body, "A body"),
        field("between", &Places::between, "Two bodies"),
    };
};

struct Kept {
    Path file;
    std::vector<Path> more;
    Path artifact;
    static constexpr auto fields = std::tuple{
        field("file", &Kept::file, "A file"),
        field("more", &Kept::more, "More"),
        field("artifact", &Kept::artifact, "A file to keep what is made").made(),
    };
};

Places read_in(const std::string& source, const std::string& text, Diagnostics& diagnostics,
               std::vector<Reference>* references = nullptr) {
    const Value scene = parse_scene("sinew: 1\np: " + text, source);
    ReadContext context{diagnostics, nullptr, "/beam", "mesh/file", references};
    Places places;
    read_params(*scene.find("p"), context, places);
    return places;
}

}  // namespace

TEST_CASE("paths: relative ones start at the file that the value stands in") {
    Diagnostics diagnostics;
    const auto here = std::filesystem::current_path();
    CHECK(read_in("/data/scenes/a.yaml", "{file: ../m.vtu}", diagnostics).file.absolute ==
          "/data/m.vtu");
    CHECK(read_in("scenes/a.yaml", "{file: m.vtu}", diagnostics).file.absolute ==
          here / "scenes/m.vtu");
    CHECK(read_in("scenes/a.yaml", "{file: /m.vtu}", diagnostics).file.absolute == "/m.vtu");
    const Path file = read_in("a.yaml", "{file: sub/m.vtu}", diagnostics).file;
    CHECK(file.written == "sub/m.vtu");
    CHECK(file.mark.column == 11);
    CHECK(diagnostics.n_errors() == 0);
}

TEST_CASE("paths: one given by --set starts at the working directory") {
    const Value scene =
        parse_scene("sinew: 1\np: {file: a}", "/data/a.yaml", {{"p.file", "b.vtu"}});
    Diagnostics diagnostics;
    ReadContext context{diagnostics};
    Places places;
    REQUIRE(read_params(*scene.find("p"), context, places));
    CHECK(places.file.absolute == std::filesystem::current_path() / "b.vtu");
}

TEST_CASE(
    "paths: the scene notes each file once, and those that they name, but none that it makes") {
    const Value scene = parse_scene(
        "sinew: 1\np: {file: m.pvd, more: [b.vtu, m.pvd], artifact: k.h5}", "/data/a.yaml");
    Diagnostics diagnostics;
    ReadContext context{diagnostics};
    context.node_path = "/beam";
    NamedFiles files;
    context.files = &files;
    Kept kept;
    REQUIRE(read_params(*scene.find("p"), context, kept));
    const Path frame = kept.file.beside("out/0.vtu");
    CHECK(frame.written == "out/0.vtu");
    CHECK(frame.mark.column == kept.file.mark.column);
    REQUIRE(files.all().size() == 3);
    CHECK(files.all()[0].absolute == "/data/m.pvd");
    CHECK(files.all()[0].node_path == "/beam");
    CHECK(files.all()[1].absolute == "/data/b.vtu");
    CHECK(files.all()[2].absolute == "/data/out/0.vtu");
    CHECK(kept.artifact.beside("x").absolute == "/data/x");
    CHECK(files.all().size() == 3);
}

TEST_CASE("references: text and mark are kept and the collector sees each") {
    Diagnostics diagnostics;
    std::vector<Reference> references;
    const Places places =
        read_in("a.yaml", "{body: /arm, between: [., ../sleeve]}", diagnostics, &references);
    CHECK(places.body.written == "/arm");
    REQUIRE(references.size() == 3);
    CHECK(references[2].written == "../sleeve");
    CHECK(references[2].mark.column == 30);
}

TEST_CASE("paths and references: lists and empty texts are refused") {
    Diagnostics diagnostics;
    read_in("a.yaml", "{file: [a], body: \"\"}", diagnostics);
    REQUIRE(diagnostics.n_errors() == 2);
    CHECK(diagnostics.all()[0].message ==
          "file: expected the path of a file or folder, got a list");
    CHECK(diagnostics.all()[1].message == "body: expected the path of a node, got an empty text");
}
