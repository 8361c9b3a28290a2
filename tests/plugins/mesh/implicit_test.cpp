// mesh/implicit: volumes against closed forms, and what it refuses.
#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/storage/artifact.hpp>
#include <support/empty_cache.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using Eigen::Index;
using Eigen::Vector3d;

namespace {

VolumeMesh implicit(const std::string& shape, const std::string& size) {
    return *test::load_mesh("{type: implicit, shape: " + shape + ", size: {" + size + "}}").volume;
}

/// The mesh of a node with more on it than a mesh, each line with its indent.
VolumeMesh mesh_of_node(const std::string& lines) {
    PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
    SceneGraph graph(parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n"
                                 "  - node: body\n" +
                                     lines,
                                 "scene.yaml"),
                     plugins, mechanics_slots());
    graph.build();
    return *graph.object<MeshSource>(*graph.root().children().front(), "mesh")->load().volume;
}

std::string mistake_of_node(const std::string& lines) {
    try {
        mesh_of_node(lines);
    } catch (const InputError& error) {
        return error.diagnostics().front().message + " | " + error.diagnostics().front().remedy;
    }
    return "";
}

const std::string bone =
    "    rig: {type: skeleton, joints: [{name: shin, at: [1, 0, 0], tail: [2, 0, 0]}]}\n";

}  // namespace

TEST_CASE("mesh/implicit: a ball's volume converges to 4/3 pi with the square of the edge") {
    const double exact = 4.0 / 3.0 * M_PI;
    const double coarse = exact - quality(implicit("{sphere: {radius: 1}}", "surface: 0.4")).volume;
    const double fine = exact - quality(implicit("{sphere: {radius: 1}}", "surface: 0.2")).volume;
    CHECK(coarse > 0);  // nodes on the sphere: the polyhedron is inside
    CHECK(coarse / fine == Approx(4).epsilon(0.35));
    CHECK(fine < 0.02 * exact);
}

TEST_CASE("mesh/implicit: the sharp edges of a box are kept, so that its volume is exact") {
    const VolumeMesh mesh =
        implicit("{box: {min: [0, 0, 0], max: [1, 0.5, 0.25]}}", "surface: 0.1");
    const MeshQuality report = quality(mesh);
    CHECK(report.volume == Approx(0.125).epsilon(1e-5));
    CHECK(report.inverted.empty());
    CHECK(report.min_dihedral > 5 * M_PI / 180);
    CHECK(mesh.positions.rowwise().minCoeff().norm() < 1e-6);
}

TEST_CASE("mesh/implicit: boxes with a face in one plane make one solid, its outline sharp") {
    const std::string beam = "{box: {min: [0, 0, 0], max: [0.4, 0.1, 0.1]}}, ";
    const auto volume = [&](const std::string& other) {
        const VolumeMesh mesh =
            implicit("{union: {of: [" + beam + "{box: " + other + "}]}}", "surface: 0.04");
        CHECK(quality(mesh).inverted.empty());
        return quality(mesh).volume;
    };
    // A cross, an L (of whose inner angles no edge of a box keeps the upright line), a longer beam.
    CHECK(volume("{min: [0.15, -0.15, 0], max: [0.25, 0.25, 0.1]}") == Approx(0.007).epsilon(2e-3));
    CHECK(volume("{min: [0, 0, 0], max: [0.1, 0.4, 0.1]}") == Approx(0.007).epsilon(2e-3));
    CHECK(volume("{min: [0.3, 0, 0], max: [0.6, 0.1, 0.1]}") == Approx(0.006).epsilon(1e-6));
}

TEST_CASE("mesh/implicit: edges grow with the depth below the surface") {
    const Index even = implicit("{sphere: {radius: 1}}", "surface: 0.15").n_elements();
    const Index graded =
        implicit("{sphere: {radius: 1}}", "surface: 0.15, inside: 0.6, grading: 1").n_elements();
    CHECK(graded < even / 2);
}

TEST_CASE("mesh/implicit: what has no bounds, or is smaller than an edge, is refused") {
    CHECK_THAT(
        test::mesh_mistake(
            "{type: implicit, shape: {half_space: {normal: [0, 0, 1]}}, size: {surface: 0.1}}")
            .message,
        Catch::Contains("has no bounds"));
    CHECK_THAT(test::mesh_mistake(
                   "{type: implicit, shape: {sphere: {radius: 1 cm}}, size: {surface: 1 m}}")
                   .message,
               Catch::Contains("longer than the shape"));
    CHECK_THAT(test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}}").message,
               Catch::Contains("size"));
}

TEST_CASE("mesh/implicit: a size that makes more tetrahedra than anybody can use is refused") {
    const Diagnostic mistake =
        test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: 1 mm}}");
    // 4/3 pi over the volume of a regular tetrahedron of that edge, 1e-9/(6 sqrt 2)
    CHECK(mistake.message ==
          "size: {surface: 0.001} would make about 3.6e+10 tetrahedra, more than 2e+07");
    CHECK_THAT(mistake.remedy,
               Catch::Matches(R"(size: \{surface: 0\.03\d?\} makes about a million)"));
    CHECK(mistake.where.line == 5);
    CHECK_THAT(test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: "
                                  "0.1 mm, inside: 0.2, grading: 1}}")
                   .message,
               Catch::Contains("size: {surface: 0.0001, inside: 0.2} would make about"));
}

TEST_CASE("mesh/implicit: a distance finer than the surface can be found is refused") {
    const auto ball = [](const std::string& distance) {
        return "{type: implicit, shape: {sphere: {radius: 0.5}}, size: {surface: 0.3, distance: " +
               distance + "}}";
    };
    const Diagnostic mistake = test::mesh_mistake(ball("1e-8"));
    CHECK_THAT(mistake.message, Catch::Contains("a distance of 1e-08 m is finer than the surface"));
    CHECK(mistake.remedy == "give a distance of 1e-05 m or more");
    CHECK(mistake.where.line == 5);
    CHECK(test::load_mesh(ball("1e-2")).volume->n_elements() < 5000);
}

TEST_CASE("mesh/implicit: an empty shape, and one of which a mesh would keep little, are refused") {
    const auto mistake = [](const std::string& shape) {
        return test::mesh_mistake("{type: implicit, size: {surface: 0.1}, shape: " + shape + "}")
            .message;
    };
    const auto shell = [](const std::string& inner) {
        return "{difference: {of: [{sphere: {radius: 0.3}}, {sphere: {radius: " + inner + "}}]}}";
    };
    CHECK_THAT(mistake(shell("0.5")), Catch::Contains("the shape is empty, or too thin"));
    CHECK_THAT(mistake(shell("0.3")), Catch::Contains("the shape is empty, or too thin"));
    CHECK_THAT(mistake(shell("0.299")), Catch::Contains("edges of 0.1 m miss its thin parts"));
    CHECK(mistake("{intersection: {of: [{sphere: {radius: 0.1}}, {sphere: {center: [5, 0, 0], "
                  "radius: 0.1}}]}}") == "the shape is empty");
}

TEST_CASE(
    "mesh/implicit: edges that are long beside thin parts are reported before the mesh is made") {
    const auto warnings = [](const std::string& radius, const std::string& size) {
        PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
        SceneGraph graph(
            parse_scene(
                "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: body\n"
                "    mesh: {type: implicit, size: {surface: " +
                    size +
                    "},\n           shape: {union: {of: [{sphere: {radius: 0.3}}, {capsule: "
                    "{from: [0, 0, 0], to: [1.5, 0, 0], radius: " +
                    radius + "}}]}}}\n",
                "scene.yaml"),
            plugins, mechanics_slots());
        graph.build();
        graph.object<MeshSource>(*graph.root().children().front(), "mesh");
        return graph.warnings();
    };
    const auto thin = warnings("0.05", "0.1");
    REQUIRE(thin.size() == 1);
    CHECK(thin[0].where.line == 6);
    CHECK(thin[0].message ==
          "edges of 0.1 m are long beside the shape's thin parts, which are about 0.1 m across: "
          "elements fill these badly, and meshing may take minutes");
    CHECK(thin[0].remedy == "give a smaller size: {surface: 0.05 m}, or make those parts thicker");
    CHECK(warnings("0.05", "0.05").empty());
    CHECK(warnings("0.1", "0.1").empty());
}

TEST_CASE("mesh/implicit: limbs grow along the bones of the node's rig, in the node's own frame") {
    const VolumeMesh mesh = mesh_of_node(
        "    transform: {translate: [5, 5, 5], scale: 2, rotate: {axis: [0, 1, 0], angle: 90 "
        "deg}}\n" +
        bone +
        "    mesh: {type: implicit, size: {surface: 8 cm}, shape: {limbs: {of: [{bone: shin, "
        "radii: [0.3]}]}}}\n");
    // A capsule: pi r^2 (L + 4/3 r), less what its triangles cut off.
    CHECK(quality(mesh).volume == Approx(0.09 * M_PI * 1.4).epsilon(0.03));
    CHECK((mesh.positions.rowwise().minCoeff() - Vector3d(0.7, -0.3, -0.3)).norm() < 0.02);
    CHECK((mesh.positions.rowwise().maxCoeff() - Vector3d(2.3, 0.3, 0.3)).norm() < 0.02);
}

TEST_CASE("mesh/implicit: limbs without their bones are refused") {
    const auto mesh = [](const std::string& limb) {
        return "    mesh: {type: implicit, size: {surface: 8 cm}, shape: {union: {of: [{limbs: "
               "{of: [" +
               limb + "]}}]}}}\n";
    };
    CHECK(mistake_of_node(mesh("{bone: shin, radii: [0.3]}")) ==
          "limbs grow along the bones of a rig, and neither /body nor a node above has one | give "
          "the node a rig: {type: skeleton, ...}, or write capsules");
    CHECK(mistake_of_node(bone + mesh("{bone: shim, radii: [0.3]}")) ==
          "limbs: the rig has no bone 'shim' | did you mean 'shin'?");
    CHECK(mistake_of_node("    rig: {type: skeleton, joints: [{name: tip, at: [0, 0, 0]}]}\n" +
                          mesh("{bone: tip, radii: [0.3], muscles: [{radius: 0.1}]}")) ==
          "limbs: bone 'tip' has muscles, but no length | give its joint a tail, or put the "
          "muscles on another bone");
}

TEST_CASE("mesh/implicit: regions cut the solid along their surfaces") {
    const VolumeMesh mesh = *test::load_mesh(
                                 "{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: "
                                 "0.2}, regions: [{name: core, shape: {sphere: {radius: 0.6}}}, "
                                 "{name: top, shape: {half_space: {normal: [0, 0, -1]}}}]}")
                                 .volume;
    const Eigen::VectorXd volumes = element_volumes(mesh);
    const auto volume_of = [&](const std::string& name) {
        return volumes(mesh.element_sets.at(name)).sum();
    };
    const double ball = 4.0 / 3.0 * M_PI;
    CHECK(volume_of("core") == Approx(0.216 * ball).epsilon(0.05));
    CHECK(volume_of("top") == Approx(0.5 * (1 - 0.216) * ball).epsilon(0.05));
    // Half an edge is allowed at the rims where the surfaces meet.
    for (const int e : mesh.element_sets.at("core"))
        for (int a = 0; a < 4; ++a) {
            const Vector3d x = mesh.positions.col(mesh.elements(a, e));
            CHECK(x.norm() < 0.7);
            if (std::abs(x.z()) > 0.15) CHECK(x.norm() < 0.6 + 1e-4);
        }
    for (const int e : mesh.element_sets.at("top"))
        for (int a = 0; a < 4; ++a) {
            const Vector3d x = mesh.positions.col(mesh.elements(a, e));
            CHECK(x.z() > -0.1);
            if (x.norm() > 0.7 && x.norm() < 0.9) CHECK(x.z() > -1e-4);
        }
}

TEST_CASE("mesh/implicit: a region much smaller than the edges is found") {
    for (const double radius : {0.08, 0.03}) {
        INFO(radius);
        const MeshData data = test::load_mesh(
            "{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: 0.3}, regions: [{name: "
            "core, shape: {sphere: {radius: 0.5}}}, {name: bud, shape: {sphere: {center: [0.7, 0, "
            "0.01], radius: " +
            std::to_string(radius) + "}}}]}");
        const Eigen::VectorXd volumes = element_volumes(*data.volume);
        double volume = 0;
        for (const int e : data.volume->element_sets.at("bud")) volume += volumes[e];
        CHECK(volume == Approx(4.0 / 3 * 3.14159 * std::pow(radius, 3)).epsilon(0.5));
    }
}

TEST_CASE("mesh/implicit: regions with one name, and those without elements, are refused") {
    const auto mistake = [](const std::string& regions) {
        return test::mesh_mistake(
                   "{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: 0.4}, "
                   "regions: [" +
                   regions + "]}")
            .message;
    };
    const std::string top = "{name: top, shape: {half_space: {normal: [0, 0, -1]}}}";
    CHECK(mistake(top + ", " + top) == "two regions are named 'top'");
    CHECK(mistake("{name: away, shape: {sphere: {center: [5, 0, 0], radius: 1}}}") ==
          "no element lies in the region 'away'");
}

TEST_CASE("mesh/implicit: a mesh that is kept is read again, and made anew for another shape") {
    const test::EmptyCache cache;
    const std::string file = (cache.folder() / "ball.h5").string();
    const auto ball = [&](const std::string& radius) {
        return *test::load_mesh("{type: implicit, artifact: " + file +
                                ", size: {surface: 0.3}, shape: {sphere: {radius: " + radius +
                                "}}, regions: [{name: top, shape: {half_space: {normal: [0, 0, "
                                "-1]}}}]}")
                    .volume;
    };
    const VolumeMesh first = ball("1");
    CHECK(fetched_artifacts().back().was_made);
    const VolumeMesh second = ball("1");
    CHECK_FALSE(fetched_artifacts().back().was_made);
    CHECK(second.positions == first.positions);
    CHECK(second.elements == first.elements);
    CHECK(second.element_sets == first.element_sets);
    CHECK_THROWS_WITH(ball("1.1"), Catch::Contains("does not fit this scene") &&
                                       Catch::Contains("shape: of the file"));
}
