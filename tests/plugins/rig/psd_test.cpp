#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>
#include <sinew/mechanics/skinning/carried_surface.hpp>
#include <sstream>
#include <support/mesh_plugin.hpp>
#include <support/scene_body.hpp>

#include "surface_rig.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string bend = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}";

/// Points as an OBJ file, in some triangles.
std::string obj(const Points& x) {
    std::ostringstream out;
    out.precision(17);
    for (Index i = 0; i < x.cols(); ++i)
        out << "v " << x(0, i) << " " << x(1, i) << " " << x(2, i) << "\n";
    for (Index i = 0; i + 2 < x.cols(); ++i)
        out << "f " << i + 1 << " " << i + 2 << " " << i + 3 << "\n";
    return out.str();
}

Points rest() {
    Points X(3, 6);
    X << -0.5, -0.2, 0, 0.1, 0.3, 0.5, 0, 0.1, 0, -0.1, 0, 0.1, 0.1, 0, -0.1, 0.1, 0, 0;
    return X;
}

/// Differences of the size of the body, of pose j.
Points sculpted(int j) {
    Points delta(3, 6);
    for (Index i = 0; i < 6; ++i) delta.col(i) << 0.01 * j, 0.02 * double(i), -0.03 * j * double(i);
    return delta;
}

std::string psd(const std::string& poses, const std::string& of = bend) {
    return "type: psd, of: {" + of + "}, poses: [" + poses + "]";
}
std::string shape(const TemporaryFile& one) {
    return "shape: {type: file, file: " + one.path() + "}";
}

}  // namespace

TEST_CASE("psd: at its poses the surface is as it was sculpted, and at rest nothing is corrected") {
    const SurfaceRig below(bend);
    const Vector p = Vector::Constant(1, 1.0), q = Vector::Constant(1, -0.6);
    const TemporaryFile first("p.obj", obj(below.carried(rest(), p) + sculpted(1))),
        second("q.obj", obj(below.carried(rest(), q) + sculpted(2)));
    for (const std::string kernel : {"distance", "multiquadric"}) {
        const SurfaceRig rig(psd("{time: 0.5 s, " + shape(first) + "}, {parameters: [-0.6], " +
                                 shape(second) + "}") +
                             ", kernel: " + kernel);
        REQUIRE(rig->n_parameters() == 1);
        CHECK(rig->parameter(0).name == "angle");
        CHECK(rig->parameters(0.7)[0] == 1.4);
        CHECK(rig->skeletal() == nullptr);
        CHECK((rig.carried(rest(), p) - below.carried(rest(), p) - sculpted(1)).norm() < 1e-13);
        CHECK((rig.carried(rest(), q) - below.carried(rest(), q) - sculpted(2)).norm() < 1e-13);
        const Vector zero = Vector::Zero(1);
        CHECK((rig.carried(rest(), zero) - rest()).norm() < 1e-13);
        // Elsewhere by the weights of equation 2.
        const Eigen::MatrixXd x = (Eigen::MatrixXd(1, 3) << 0, 1, -0.6).finished();
        const PoseWeights weights(
            x, kernel == "distance" ? PoseKernel::distance : PoseKernel::multiquadric);
        for (const double angle : {-1.0, 0.3, 2.0}) {
            const Vector at = Vector::Constant(1, angle), w = weights.at(at);
            const Points expected =
                below.carried(rest(), at) + w[1] * sculpted(1) + w[2] * sculpted(2);
            CHECK((rig.carried(rest(), at) - expected).norm() < 1e-13);
        }
    }
}

TEST_CASE("psd: shapes of another surface are taken over by what is near it at rest") {
    const SurfaceRig below(bend);
    const Vector p = Vector::Constant(1, 1.0);
    const TemporaryFile at_rest("rest.obj", obj(rest())),
        there("p.obj", obj(below.carried(rest(), p) + sculpted(1)));
    const SurfaceRig rig(psd("{time: 0.5 s, " + shape(there) + "}") +
                         ", at_rest: {type: file, file: " + at_rest.path() + "}");
    // A point amid the second triangle, and the corners in another order.
    Points X(3, 7);
    X << rest().rowwise().reverse(), rest().middleCols(1, 3).rowwise().mean();
    const Points x = rig.carried(X, p);
    const Points all = below.carried(rest(), p) + sculpted(1);
    CHECK((x.leftCols(6) - all.rowwise().reverse()).norm() < 1e-13);
    CHECK((x.col(6) - all.middleCols(1, 3).rowwise().mean()).norm() < 1e-13);
    CHECK((rig.carried(X, Vector::Zero(1)) - X).norm() < 1e-13);
}

TEST_CASE("psd: a shape far from where the rig takes the surface is refused by its own name") {
    const SurfaceRig below(bend);
    const Vector p = Vector::Constant(1, 1.0);
    const Points there = below.carried(rest(), p) + sculpted(1);
    for (const Points& wrong : {Points(1000 * there), Points(there.rowwise().reverse()),
                                Points(there.colwise() + Eigen::Vector3d(0, 0, 2))}) {
        const TemporaryFile file("wrong.obj", obj(wrong));
        const SurfaceRig rig(psd("{time: 0.5 s, " + shape(file) + "}"));
        const std::string text = mistake_in([&] { rig->carry({rest(), Eigen::MatrixXi(3, 0)}); });
        CHECK(text.find(" m, in the mean, from where rig/bend takes them at this pose, and the "
                        "surface is 1.04 m large") != std::string::npos);
        CHECK(text.substr(0, 2) == "5:");
    }
}

TEST_CASE("psd: any points may be asked for, and shapes are in the frame of the node") {
    const std::string node = "    transform: {translate: [0, 0, 5], scale: 2}\n";
    const SurfaceRig below(bend, node);
    const Vector p = Vector::Constant(1, 1.0);
    const auto world = [](const Points& x) {
        return Points((2 * x).colwise() + Eigen::Vector3d(0, 0, 5));
    };
    const TemporaryFile file("frame.obj", obj(SurfaceRig(bend).carried(rest(), p) + sculpted(1)));
    const SurfaceRig rig(psd("{parameters: [1], " + shape(file) + "}"), node);
    const Points x = rig.carried(world(rest()), p);
    CHECK((x - below.carried(world(rest()), p) - 2 * sculpted(1)).norm() < 1e-12);
    const std::vector<int> few{5, 2};
    Points some;
    rig->carry({world(rest()), Eigen::MatrixXi(3, 0)})->positions(p, few, some);
    CHECK((some - x(Eigen::all, few)).norm() == 0);
}

TEST_CASE("psd: where what is below is a sum of vectors with factors, so is the whole") {
    const std::string wire =
        "type: wire, wires: [{radius: 0.9, points: [{at: [-0.3, 0, 0]}, {at: [0.4, 0, 0]}]}]";
    const Vector p = Vector::LinSpaced(6, 0.1, 0.3), q = Vector::LinSpaced(6, -0.2, 0.1);
    const SurfaceRig below(wire);
    const TemporaryFile file("linear.obj", obj(below.carried(rest(), p) + sculpted(1)));
    const SurfaceRig rig(
        psd("{parameters: [0.1, 0.14, 0.18, 0.22, 0.26, 0.3], " + shape(file) + "}", wire));
    const SurfaceMesh surface{rest(), Eigen::MatrixXi(3, 0)};
    for (const Vector& at : {p, q, Vector(0.4 * p + q)})
        CHECK(std::abs(rig.linear_error(surface, at)) < 1e-13);
    const TemporaryFile bent("bent.obj", obj(sculpted(1) + rest()));
    CHECK(SurfaceRig(psd("{parameters: [1], " + shape(bent) + "}"))
              .linear_error(surface, Vector::Ones(1)) == -1);
}

TEST_CASE("psd: on a skeleton it corrects what the weights of the bones make") {
    const std::string skeleton =
        "type: skeleton, joints: [{name: upper, at: [-0.5, 0, 0]}, {name: lower, parent: upper, "
        "at: [0, 0, 0], tail: [0.5, 0, 0], keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, "
        "-1, 0], angle: 90 deg}}]}]";
    const auto body = [](const std::string& rig) {
        return "    rig: {" + rig +
               "}\n    mesh: {type: box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: "
               "[8, 2, 2], element: tet4}\n    material: {type: stvk, young: 20 kPa, poisson: "
               "0.3}\n    weights: {type: closest_bone}\n    formulation: {type: posed}\n    "
               "constraints: [{type: fixed, where: {box: {min: [-1, -1, -1], max: [-0.3, 1, "
               "1]}}}]\n";
    };
    const auto rig_of_body = [](SceneBody& scene) -> const Rig& {
        return *scene.node().graph().object<Rig>(scene.node(), "rig");
    };
    SceneBody plain(body(skeleton));
    const SurfaceMesh skin = skin_surface(plain.body().skin, plain.body().mesh.positions);
    std::vector<int> all(std::size_t(skin.n_points()));
    std::iota(all.begin(), all.end(), 0);
    const auto positions = [&](SceneBody& scene, const Vector& p) {
        Points x;
        carried_surface(rig_of_body(scene), scene.node(), skin, Blend::dual_quaternion, {})
            ->positions(p, all, x);
        return x;
    };
    const Vector bent = rig_of_body(plain).parameters(1);
    const Points delta = 0.01 * Points::Random(3, skin.n_points());
    const TemporaryFile file("arm.obj", obj(positions(plain, bent) + delta));
    SceneBody corrected(body(psd("{time: 1 s, " + shape(file) + "}", skeleton)));
    const Rig& rig = rig_of_body(corrected);
    CHECK(rig.skeletal() != nullptr);
    CHECK((positions(corrected, bent) - positions(plain, bent) - delta).norm() < 1e-12);
    CHECK((positions(corrected, rig.parameters(0)) - skin.positions).norm() < 1e-12);
    const Points half = positions(corrected, rig.parameters(0.5));
    CHECK((half - positions(plain, rig.parameters(0.5))).norm() > 0.2 * delta.norm());
    CHECK_THAT(mistake_in([&] {
                   std::string blended = body(psd("{time: 1 s, " + shape(file) + "}", skeleton));
                   blended.replace(blended.find("posed"), 5, "posed, blend: linear");
                   SceneBody scene(blended);
               }),
               Catch::Contains("`blend` of formulation/posed has no effect: rig/psd mixes the "
                               "motions of its bones itself | say it of the rig"));
    // The root turns and moves the corrected shape as one piece.
    Vector away = bent;
    away.head<6>() << 0.3, -1, 2, 7, 8, 9;
    const Points moved = rig.root(away) * positions(corrected, bent);
    CHECK((positions(corrected, away) - moved).norm() < 1e-12);
}

TEST_CASE("psd: mistakes are reported, with their place and what to do") {
    const TemporaryFile file("right.obj", obj(rest() + sculpted(1))),
        few("few.obj", obj(rest().leftCols(4)));
    CHECK(mistake_in_rig(psd("")).find("corrections without a pose | give one: poses: [{time: ..., "
                                       "shape: {type: file, file: ...}}]") != std::string::npos);
    const auto text = [](const std::string& poses) {
        const std::string whole = mistake_in_rig(psd(poses));
        CHECK(whole.substr(0, 2) == "5:");
        return whole.substr(whole.find(' ') + 1);
    };
    CHECK(text("{" + shape(file) + "}") ==
          "a pose needs the `time` at which the rig takes it, or its `parameters` | give one of "
          "them");
    CHECK(text("{parameters: [1, 2], " + shape(file) + "}") ==
          "the pose has 2 parameters, and rig/bend has 1 | give all of them, in the rig's order");
    CHECK(text("{parameters: [0], " + shape(file) + "}") ==
          "this pose is the neutral one, which is there always | take it out; what moves the whole "
          "body, the rig's root, makes no difference");
    CHECK(text("{time: 1 s, " + shape(file) + "}, {parameters: [2], " + shape(file) + "}") ==
          "this pose is the same as number 1 of the list | take it out; what moves the whole "
          "body, the rig's root, makes no difference");
    CHECK(mistake_in_rig(psd("{time: 1 s, " + shape(file) + "}") + ", blend: linear")
              .find("`blend` mixes the motions of bones, and rig/bend has none | leave it out") !=
          std::string::npos);
    const SurfaceRig rig(psd("{time: 1 s, " + shape(few) + "}"));
    CHECK(mistake_in([&] {
              rig->carry({rest(), Eigen::MatrixXi(3, 0)});
          })
              .find("the shape has 4 points, and the surface that the rig moves 6 | sculpt the "
                    "surface that the node carries (`visual`), or give the one that the shapes are "
                    "of (`at_rest`), without adding, welding or sorting points") !=
          std::string::npos);
    const SurfaceRig other(psd("{time: 1 s, " + shape(few) + "}") +
                           ", at_rest: {type: file, file: " + file.path() + "}");
    CHECK(mistake_in([&] {
              other->carry({rest(), Eigen::MatrixXi(3, 0)});
          }).find("the shape has 4 points, and the surface `at_rest` 6") != std::string::npos);
    const TemporaryFile aside("aside.obj", obj(1000 * rest()));  // in millimetres
    const SurfaceRig far(psd("{time: 1 s, " + shape(file) + "}") +
                         ", at_rest: {type: file, file: " + aside.path() + "}");
    CHECK(
        mistake_in([&] {
            far->carry({rest(), Eigen::MatrixXi(3, 0)});
        })
            .find(" m from the surface `at_rest` | give the one that the shapes are of as it is at "
                  "rest, in the node's frame and in metres (`scale`), and as a whole") !=
        std::string::npos);
}
