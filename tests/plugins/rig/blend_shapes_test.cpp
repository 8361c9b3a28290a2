#include <catch2/catch.hpp>
#include <support/gltf/changed_gltf.hpp>
#include <support/mesh_plugin.hpp>

#include "surface_rig.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A square with the middle at (0.5, 0.5, height), as an OBJ file of four triangles; `more` is
/// appended.
ChangedGltf square(double height, const std::string& more = "", double far = 1) {
    const std::string side = std::to_string(far);
    return {".obj", "v 0 0 0\nv " + side + " 0 0\nv " + side + " 1 0\nv 0 1 0\nv 0.5 0.5 " +
                        std::to_string(height) + "\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n" + more};
}

SurfaceMesh square_mesh() {
    SurfaceMesh mesh;
    mesh.positions.resize(3, 5);
    mesh.positions << 0, 1, 1, 0, 0.5, 0, 0, 1, 1, 0.5, 0, 0, 0, 0, 0;
    mesh.triangles.resize(3, 4);
    mesh.triangles << 0, 1, 2, 3, 1, 2, 3, 0, 4, 4, 4, 4;
    return mesh;
}

std::string file(const ChangedGltf& one) {
    return "{type: file, file: " + one.path() + "}";
}

std::string two_shapes(const ChangedGltf& neutral, const ChangedGltf& up, const ChangedGltf& wide) {
    return "type: blend_shapes, mesh: " + file(neutral) +
           ", shapes: [{name: up, mesh: " + file(up) +
           ", weight: {keyframes: [[0, 0], [1, 0.5]]}}, {mesh: " + file(wide) + ", weight: -0.25}]";
}

std::string stalk(const std::string& more) {
    return "type: blend_shapes, mesh: {type: file, file: " + stalk_file() + "}, " + more;
}

/// "message | remedy" of the mistake in a rig.
std::string mistake(const std::string& rig) {
    const std::string whole = mistake_in_rig(rig);
    return whole.substr(whole.find(' ') + 1);
}

const std::string from_one_model =
    " | export neutral surface and shapes from one model, without welding or sorting points";

}  // namespace

TEST_CASE("blend_shapes: p are the weights, and shapes are added by them") {
    const ChangedGltf neutral = square(0), up = square(2), wide = square(0, "", 3);
    const SurfaceRig rig(two_shapes(neutral, up, wide));
    REQUIRE(rig->n_parameters() == 2);
    CHECK(rig->parameter(0).name == "up");
    CHECK(rig->parameter(1).name == "shapes[1]");
    CHECK(rig->parameter(0).unit.empty());
    CHECK(rig->parameters(0.5) == (Vector(2) << 0.25, -0.25).finished());
    CHECK(rig->parameters(7) == (Vector(2) << 0.5, -0.25).finished());
    const SurfaceMesh X = square_mesh();
    CHECK(rig.carried(X, Vector::Zero(2)) == X.positions);
    const Points u = rig.carried(X, (Vector(2) << 0.25, -0.5).finished()) - X.positions;
    Points expected = Points::Zero(3, 5);
    expected(2, 4) = 0.25 * 2;
    expected(0, 1) = expected(0, 2) = -0.5 * 2;
    CHECK((u - expected).norm() < 1e-15);
    CHECK((rig.carried(X, Vector::Unit(2, 0)).col(4) - Eigen::Vector3d(0.5, 0.5, 2)).norm() == 0);
}

TEST_CASE("blend_shapes: positions are linear in p, and any points may be asked for") {
    const ChangedGltf neutral = square(0), up = square(2), wide = square(0, "", 3);
    const SurfaceRig rig(two_shapes(neutral, up, wide));
    const SurfaceMesh X = square_mesh();
    const Vector p = Vector::Random(2), q = Vector::Random(2);
    const Points sum = rig.carried(X, p) + rig.carried(X, q) - X.positions;
    CHECK((rig.carried(X, p + q) - sum).norm() < 1e-14);
    CHECK(std::abs(rig.linear_error(X, p)) < 1e-14);
    const std::vector<int> few{4, 1};
    Points x;
    rig->carry(X)->positions(p, few, x);
    CHECK(x == Points(rig.carried(X, p)(Eigen::all, few)));
}

TEST_CASE("blend_shapes: they stand in the frame of the node") {
    const ChangedGltf neutral = square(0), up = square(2), wide = square(0, "", 3);
    const std::string text = two_shapes(neutral, up, wide);
    const SurfaceRig plain(text), placed(text, "    transform: {translate: [0, 0, 5], scale: 2}\n");
    const SurfaceMesh X = square_mesh();
    const auto world = [](const Points& x) {
        return Points((2 * x).colwise() + Eigen::Vector3d(0, 0, 5));
    };
    const Vector p = Vector::Random(2);
    const Points x = placed.carried(SurfaceMesh{world(X.positions), X.triangles}, p);
    CHECK((x - world(plain.carried(X, p))).norm() < 1e-14);
}

TEST_CASE("blend_shapes: quadrilaterals may be cut along the other diagonal") {
    const std::string points = "v 0 0 0\nv 1 0 0\nv 1 1 ";
    const ChangedGltf flat(".obj", points + "0.1\nv 0 1 0\nf 1 2 3 4\n"),
        bent(".obj", points + "-3\nv 0 1 0\nf 1 2 3 4\n");
    const SurfaceRig rig("type: blend_shapes, mesh: " + file(flat) +
                         ", shapes: [{mesh: " + file(bent) + "}]");
    CHECK(rig->n_parameters() == 1);
}

TEST_CASE("blend_shapes: morph targets of a glTF file, by its clip or as shapes of their own") {
    // The clip breathe lets the target swell grow to 1 within 1 s, and shrink again.
    const SurfaceRig clip(stalk("clip: breathe"));
    const SurfaceRig slow(stalk("clip: breathe, start: 1 s, speed: 0.5"));
    const SurfaceRig shape(stalk("shapes: [{mesh: {type: file, file: " + stalk_file() +
                                 ", morphs: [{target: swell}]}}]"));
    REQUIRE(clip->n_parameters() == 1);
    CHECK(clip->parameter(0).name == "swell");
    for (const double t : {0.0, 0.25, 1.0, 1.5, 9.0}) {
        const double w = std::max(0.0, 1 - std::abs(t - 1));
        CHECK(clip->parameters(t)[0] == Approx(w).margin(1e-15));
        CHECK(slow->parameters(1 + 2 * t)[0] == Approx(w).margin(1e-15));
    }
    // The neutral surface is what carries the shape by the weight 0.
    const SurfaceRig other(stalk("shapes: [{mesh: {type: file, file: " + stalk_file() +
                                 ", morphs: [{target: swell, weight: 2}]}}]"));
    const SurfaceMesh X = *load_mesh("{type: file, file: " + stalk_file() + "}").surface;
    const Vector one = Vector::Ones(1);
    const Points swollen = clip.carried(X, one);
    CHECK((swollen - X.positions).norm() > 0.1);
    CHECK((shape.carried(X, one) - swollen).norm() < 1e-14);
    CHECK((other.carried(X, 0.5 * one) - swollen).norm() < 1e-14);
}

TEST_CASE("blend_shapes: a surface that is not the shapes' own is refused") {
    const ChangedGltf neutral = square(0), up = square(2), wide = square(0, "", 3);
    const SurfaceRig rig(two_shapes(neutral, up, wide));
    SurfaceMesh X = square_mesh();
    const std::string remedy =
        " | give the node `visual: {mesh: ...}` with the mesh of the rig, the same file and scale";
    X.positions(2, 3) = 0.5;
    CHECK(mistake_in([&] { rig->carry(X); }) ==
          "5:10 the surface that the rig should move is not that of its shapes: point 3 is 0.5 m "
          "away" +
              remedy);
    X.positions.conservativeResize(3, 4);
    CHECK(mistake_in([&] { rig->carry(X); }) ==
          "5:10 the surface that the rig should move has 4 points, and that of its shapes 5" +
              remedy);
    X = square_mesh();
    X.positions *= 1 + 1e-7;  // as numbers of a text file differ
    CHECK(mistake_in([&] { rig->carry(X); }).empty());
}

TEST_CASE("blend_shapes: shapes that do not fit are reported, with what to do") {
    const ChangedGltf neutral = square(0), up = square(2);
    const std::string rig = "type: blend_shapes, mesh: " + file(neutral) + ", ";
    CHECK(mistake(rig + "shapes: []") ==
          "blend shapes without shapes | give shapes: [{mesh: {type: file, file: ...}, weight: "
          "...}], or the `clip` of a glTF file");
    const ChangedGltf more = square(2, "v 3 3 3\nf 1 2 6\n");
    CHECK(mistake(rig + "shapes: [{name: up, mesh: " + file(more) + "}]") ==
          "shape 'up' has 6 points and 5 triangles, and the neutral surface 5 and 4" +
              from_one_model);
    const std::string points = "v 0 0 0\nv 0 1 0\nv 1 0 0\nv 1 1 0\nv 2 0 0\nv 2 1 1\n";
    const ChangedGltf strip(".obj", points + "f 1 3 2\nf 2 3 4\nf 3 5 4\nf 4 5 6\n"),
        shifted(".obj", points + "f 6 2 1\nf 1 2 3\nf 2 4 3\nf 3 4 5\n");
    CHECK(mistake("type: blend_shapes, mesh: " + file(strip) +
                  ", shapes: [{mesh: " + file(shifted) + "}]") ==
          "the triangles of shape 'shapes[0]' join other points than those of the neutral "
          "surface" +
              from_one_model);
    CHECK(mistake(rig + "shapes: [{mesh: " + file(neutral) + "}]") ==
          "shape 'shapes[0]' is the neutral surface | leave it out: its weight would change "
          "nothing");
    const std::string box = "{type: box, size: [1, 1, 1], cells: [1, 1, 1]}";
    CHECK(mistake(rig + "shapes: [{mesh: " + box + "}]") ==
          "mesh/box makes a volume mesh, not a surface | name a file of triangles");
    CHECK(mistake(rig + "shapes: [{mesh: " + file(up) + "}], start: 1 s") ==
          "speed or start without a clip | name the clip, or leave it out");
    CHECK(mistake(rig + "clip: smile").find("has no clips | leave clip out: .gltf and .glb") !=
          std::string::npos);
}
