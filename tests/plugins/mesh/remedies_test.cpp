// What a mesh plugin advises is done, word by word as far as a scene can say it, and must end in a
// mesh that weights and contact take.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <support/empty_cache.hpp>
#include <support/mesh_plugin.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>
#include <support/written_surfaces.hpp>
#include <vector>

#include "plugins/mesh/remedy_walks.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

/// A unit cube of six tetrahedra around a diagonal, in Medit's format.
std::string medit_cube() {
    std::string text = "MeshVersionFormatted 2\nDimension 3\nVertices\n8\n";
    for (int i = 0; i < 8; ++i)
        text += fmt::format("{} {} {} 0\n", i & 1, (i >> 1) & 1, (i >> 2) & 1);
    return text +
           "Tetrahedra\n6\n1 2 4 8 0\n1 4 3 8 0\n1 3 7 8 0\n1 7 5 8 0\n1 5 6 8 0\n1 6 2 8 0\nEnd\n";
}

/// The same as parts of an Abaqus file, the first with an instance that lines of it may move.
std::string abaqus_cubes(int n_parts, const std::string& moved = "") {
    std::string text;
    for (int part = 1; part <= n_parts; ++part) {
        text += fmt::format("*PART, NAME=P{}\n*NODE\n", part);
        for (int i = 0; i < 8; ++i)
            text += fmt::format("{}, {}, {}, {}\n", 8 * part + i, i & 1, (i >> 1) & 1, i >> 2);
        text += "*ELEMENT, TYPE=C3D4\n";
        const int cut[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
        for (int e = 0; e < 6; ++e)
            text += fmt::format("{}, {}, {}, {}, {}\n", 6 * part + e, 8 * part,
                                8 * part + cut[e][0], 8 * part + cut[e][1], 8 * part + 7);
        text += "*END PART\n";
    }
    return text + "*ASSEMBLY, NAME=A\n*INSTANCE, NAME=I, PART=P1\n" + moved +
           "*END INSTANCE\n*END ASSEMBLY\n";
}

/// Two unit cubes that have an edge in common.
std::string cubes_on_an_edge() {
    std::string text = cube();
    std::array<int, 8> corner{};
    int next = 9;
    for (int i = 0; i < 8; ++i) {
        corner[std::size_t(i)] = (i & 3) == 0 ? 4 + i : next++;  // those of the first
        if ((i & 3) != 0)
            text += fmt::format("v {} {} {}\n", 1 + (i & 1), 1 + ((i >> 1) & 1), (i >> 2) & 1);
    }
    for (const auto& face : cube_faces)
        text += fmt::format("f {} {} {}\n", corner[std::size_t(face[0])],
                            corner[std::size_t(face[1])], corner[std::size_t(face[2])]);
    return text;
}

std::string wrapped_of(const std::string& surface, const std::string& sizes) {
    return "{type: wrap, surface: " + surface + ", " + sizes + "}";
}

std::string with(std::string mesh, const std::string& more) {
    mesh.pop_back();
    return mesh + ", " + more + "}";
}

/// Files go to the plugin that reads them, with the parameters that it takes.
Walks of_files(Files& files) {
    const std::string scenes = SINEW_SOURCE_DIR "/scenes/mesh/";
    const std::string medit = files.path("cube.mesh", medit_cube());
    const std::string loud = files.path("CUBE.MESH", medit_cube());
    const std::string whole = files.surface("cube.obj", cube());
    const std::string leaves = files.path("leaves.geo", "Exit;\n"),
                      stays = files.path(
                          "stays.geo",
                          "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\n");
    const auto abaqus = [&](const std::string& name, const std::string& text) {
        return "{type: abaqus, file: " + files.path(name, text) + "}";
    };
    const std::string one_part = abaqus("one.inp", abaqus_cubes(1));
    return {
        {{{"{type: file, file: " + scenes + "bracket.geo}", "use {type: gmsh, file: ...}"}},
         "{type: gmsh, file: " + scenes + "bracket.geo, size: 0.05}"},
        {{{"{type: file, file: " + medit + "}", "use {type: gmsh, file: ...}"}},
         "{type: gmsh, file: " + medit + "}"},
        {{{"{type: file, file: " + loud + "}", "use {type: gmsh, file: ...}"}},
         "{type: gmsh, file: " + loud + "}"},
        {{{"{type: file, file: " + scenes + "bar.veg}", "use {type: vega, file: ...}"}},
         "{type: vega, file: " + scenes + "bar.veg}"},
        {{{"{type: file, file: " + scenes + "bar.inp}", "use {type: abaqus, file: ...}"}},
         "{type: abaqus, file: " + scenes + "bar.inp}"},
        {{{"{type: vega, file: " + scenes + "bar.veg, unit: mm, fit: 1 m}",
           "give one of them: fit"}},
         "{type: vega, file: " + scenes + "bar.veg, fit: 1 m}"},
        {{{abaqus("moved.inp", abaqus_cubes(1, "1, 0, 0\n")),
           "move the node of the scene by its `transform`"}},
         one_part + "\n    transform: {translate: [1, 0, 0]}"},
        {{{abaqus("two.inp", abaqus_cubes(2)), "give each body a file of its own"}}, one_part},
        {{{"{type: gmsh, file: " + medit + ", size: 0.1}", "remove them"}},
         "{type: gmsh, file: " + medit + "}"},
        {{{"{type: gmsh, file: " + leaves + "}", "take `Exit;` and loops without end out"}},
         "{type: gmsh, file: " + stays + ", size: 0.3}"},
        {{{"{type: gmsh, file: " + medit + ", fit: 2 m, unit: mm}", "give one of them: fit"}},
         "{type: gmsh, file: " + medit + ", fit: 2 m}"},
        {{{with(whole, "part: head"), "leave it out"},
          {with(whole, "morphs: [{target: smile}]"), "leave it out"},
          {whole, "fill it with mesh: {type: tetrahedralize, ...}"}},
         filled(whole, "0.3"),
         1},
    };
}

/// Blocks and bars that cannot be.
Walks of_grids(Files&) {
    const std::string box = "{type: box, size: [1, 1, 1], cells: ";
    const std::string bar = "{type: cylinder, radius: 0.3, height: 1";
    return {
        {{{box + "[1000, 1000, 1000]}", "choose fewer `cells`"}}, box + "[4, 4, 4]}"},
        {{{box + "[460, 460, 460], element: tet10}", "by `cells` that are"}},
         box + "[2, 2, 2], element: tet10}"},
        {{{box + "[3, 3, 3], element: hex8, pattern: six}", "take `pattern` away"}},
         box + "[3, 3, 3], element: hex8}"},
        {{{box + "[3, 3, 3], element: hex8, pattern: six}", "or choose element: tet4 or tet10"}},
         box + "[3, 3, 3], element: tet4, pattern: six}"},
        {{{bar + ", around: 10}", "take 8 or 12"}}, bar + ", around: 12}"},
        {{{bar + ", around: 4000, radial: 1000, along: 1000}", "choose fewer around, radial or"},
          {bar + ", around: 400, radial: 200, along: 1000, element: tet10}",
           "by `around`, `radial` and `along` that are"}},
         bar + ", around: 8, radial: 1, along: 4}"},
    };
}

/// Shapes that are too fine, too coarse, too thin or without an end.
Walks of_shapes(Files& files) {
    const auto made = [](const std::string& shape, const std::string& size) {
        return "{type: implicit, shape: " + shape + ", size: {" + size + "}}";
    };
    const auto surface = [](const std::string& shape, const std::string& edge) {
        return "{type: isosurface, shape: " + shape + ", edge: " + edge + "}";
    };
    const auto shell = [](const std::string& inner) {
        return "{difference: {of: [{sphere: {radius: 0.3}}, {sphere: {radius: " + inner + "}}]}}";
    };
    const std::string ball = "{sphere: {radius: 1}}", half = "{half_space: {normal: [0, 0, 1]}}",
                      speck = "{sphere: {radius: 0.01}}";
    const std::string bowl = "{intersection: {of: [" + half + ", " + ball + "]}}";
    const std::string stalk =
        "{union: {of: [{sphere: {radius: 0.3}}, {capsule: {from: [0, 0, 0], to: [1.5, 0, 0], "
        "radius: 0.05}}]}}";
    const auto regions = [&](const std::string& second, const std::string& x) {
        return with(made(ball, "surface: 0.4"),
                    "regions: [{name: core, shape: {sphere: {radius: 0.5}}}, {name: " + second +
                        ", shape: {sphere: {center: [" + x + ", 0, 0], radius: 0.3}}}]");
    };
    const auto kept = [&](const std::string& file) {
        return with(made(ball, "surface: 0.4"), "artifact: " + file);
    };
    return {
        {{{made(ball, "surface: 10"), "give a smaller size: {surface: ...}"}},
         made(ball, "surface: 0.4")},
        {{{made(ball, "surface: 0.4, distance: 1e-8"), "give a distance of 2e-05 m or more"}},
         made(ball, "surface: 0.4, distance: 0.02")},
        // Sizes that make a million are walked with larger ones.
        {{{made(ball, "surface: 1 mm"), "makes about a million"}}, made(ball, "surface: 0.2")},
        {{{made(half, "surface: 0.4"), "intersect half-spaces with something finite"}},
         made(bowl, "surface: 0.4")},
        {{{made(shell("0.3"), "surface: 0.1"), "or make it thicker"}},
         made(shell("0.15"), "surface: 0.1")},
        {{{made(shell("0.299"), "surface: 0.1"), "give a smaller size: {surface: ...}"}},
         made(shell("0.2"), "surface: 0.08")},
        {{{made(stalk, "surface: 0.1"), "give a smaller size: {surface: 0.05 m}"}},
         made(stalk, "surface: 0.05")},
        {{{regions("core", "0.6"), "give each a name of its own"},
          {regions("bud", "6"), "check where it lies"}},
         regions("bud", "0.6")},
        {{{kept(files.path("notes.txt", "no mesh")), "name another file: one that Sinew made"}},
         kept(files.free_path("ball.h5"))},
        {{{surface(ball, "1 mm"), "give an edge of 0.006 m or more"},
          {surface(ball, "0.2"), "fill it with mesh: {type: tetrahedralize, ...}"}},
         filled(surface(ball, "0.2"), "0.4")},
        {{{surface(speck, "0.1"), "or give a smaller edge"}},
         filled(surface(speck, "0.004"), "0.005")},
        {{{surface(half, "0.1"), "intersect half-spaces with something finite"}},
         filled(surface(bowl, "0.2"), "0.4")},
    };
}

/// Surfaces that no mesher can fill are wrapped, and then filled.
Walks of_surfaces(Files& files) {
    const std::string open = files.surface("open.obj", open_cube()),
                      boxes = files.surface("boxes.obj", open_boxes()),
                      crossing = files.surface("crossing.obj", cube() + cube(0.5, 9)),
                      on_an_edge = files.surface("edge.obj", cubes_on_an_edge()),
                      plane = files.surface("plane.obj", one_sided),
                      whole = files.surface("whole.obj", cube()),
                      sheet = files.surface(
                          "sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
    const std::string wrap_it = "or wrap it: surface: {type: wrap, surface: {type: file, ...}, ";
    const std::string bar =
        "{type: isosurface, shape: {capsule: {from: [0, 0, 0], to: [1.5, 0, 0], radius: 0.05}}, "
        "edge: 0.02}";
    const std::string box = "{type: box, size: [1, 1, 1], cells: [3, 3, 3]}";
    return {
        {{{filled(open, "0.3"), wrap_it + "alpha: 0.32}"}},
         filled(wrapped_of(open, "alpha: 0.32"), "0.3"),
         1},
        {{{filled(boxes, "0.2"), wrap_it + "alpha: 0.28}"}},
         filled(wrapped_of(boxes, "alpha: 0.28"), "0.2"),
         1.5},
        {{{filled(crossing, "0.3"), wrap_it + "alpha: 0.3}"}},
         filled(wrapped_of(crossing, "alpha: 0.3"), "0.3"),
         1.5},
        {{{filled(on_an_edge, "0.3"), wrap_it + "alpha: 0.3}"}},
         filled(wrapped_of(on_an_edge, "alpha: 0.3"), "0.3"),
         2},
        {{{filled(plane, "0.3"), wrap_it + "alpha: 0.3}"}},
         filled(wrapped_of(plane, "alpha: 0.3"), "0.3")},
        {{{filled(sheet, "0.2"), wrap_it + "alpha: 0.2}"},
          {filled(wrapped_of(sheet, "alpha: 0.2"), "0.2"),
           "or make the wrap thicker: {type: wrap, ..., offset: 0.1}"}},
         filled(wrapped_of(sheet, "alpha: 0.2, offset: 0.1"), "0.2")},
        {{{filled(bar, "2"), "give a smaller size: {surface: 0.048}"}}, filled(bar, "0.048")},
        {{{filled(whole, "0.001"), "makes about a million"}}, filled(whole, "0.2"), 1},
        {{{filled(box, "0.3"), "use that mesh itself"}}, box, 1},
        {{{filled(wrapped_of(whole, "alpha: 0.1 mm"), "0.3"), "makes about a hundred thousand"}},
         filled(wrapped_of(whole, "alpha: 0.2"), "0.3"),
         1},
    };
}

/// Bricks that are not said, too many, or in pieces.
Walks of_bricks(Files& files) {
    const std::string whole = files.surface("whole.obj", cube()),
                      apart = files.surface("apart.obj", cube() + cube(3, 9));
    const auto bricks = [](const std::string& surface, const std::string& settings) {
        return "{type: voxelize, surface: " + surface + ", " + settings + "}";
    };
    return {
        {{{bricks(whole, "fill: solid"), "give one of them: resolution: 40"}},
         bricks(whole, "resolution: 4")},
        {{{bricks(whole, "resolution: 4, edge: 0.1"), "or edge: 2 cm for their size"}},
         bricks(whole, "edge: 0.25")},
        {{{bricks(whole, "resolution: 1000"), "give a resolution of 364 or less"}},
         bricks(whole, "resolution: 5")},
        {{{bricks(whole, "edge: 1 nm"), "give an edge of 0.0029 m or more"}},
         bricks(whole, "edge: 0.2")},
        {{{bricks(apart, "edge: 0.25"), "(keep: largest leaves the others out)"}},
         bricks(apart, "edge: 0.25, keep: largest")},
    };
}

}  // namespace

TEST_CASE("remedies: files go to the plugin that reads them, with the parameters that it takes") {
    Files files;
    check_walks(of_files(files));
}

TEST_CASE("remedies: blocks and bars that cannot be") {
    Files files;
    check_walks(of_grids(files));
}

TEST_CASE("remedies: shapes that are too fine, too coarse, too thin or without an end") {
    Files files;
    check_walks(of_shapes(files));
}

TEST_CASE("remedies: surfaces that no mesher can fill are wrapped, and then filled") {
    Files files;
    check_walks(of_surfaces(files));
}

TEST_CASE("remedies: bricks that are not said, too many, or in pieces") {
    Files files;
    check_walks(of_bricks(files));
}

TEST_CASE("remedies: bricks are refused by weights of tet4, and both ways out are open") {
    Files files;
    const std::string whole = files.surface("whole.obj", cube());
    const std::string bricks = "{type: voxelize, surface: " + whole + ", resolution: 4}";
    const testing::SmallRun run(
        "refused", skinned_scene(bricks, bounding_box(load_mesh(bricks).volume->positions), "bbw"));
    CHECK(run.run() == 2);
    CHECK_THAT(run.bytes("out/run.json"),
               Contains("use a mesh with element: tet4, or weights: {type: closest_bone}"));
    check_taken(filled(whole, "0.3"), 1);
    check_taken(bricks);
}

TEST_CASE("remedies: each mesh plugin's name occurs in a walk") {
    Files files;
    std::set<std::string> walked;
    for (const auto walks : {of_files, of_grids, of_shapes, of_surfaces, of_bricks})
        for (const Walk& walk : walks(files))
            for (const Answer& answer : walk.answers) {
                const std::string before = "type: ", &mesh = answer.mesh;
                for (std::size_t at = 0; (at = mesh.find(before, at)) != std::string::npos;) {
                    at += before.size();
                    walked.insert(mesh.substr(at, mesh.find_first_of(",}", at) - at));
                }
            }
    PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
    for (const std::string& name : plugins.names("mesh")) {
        INFO(name);
        CHECK(walked.count(name) == 1);
    }
}
