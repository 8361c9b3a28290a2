/// Loads on the visual surface, which elements carry that do not follow it.

#include <fmt/format.h>

#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/visual/visual.hpp>

#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string egg =
    "{type: isosurface, edge: 0.2, shape: {ellipsoid: {center: [0.5, 1, 0.2], radii: [0.5, 0.7, "
    "0.4]}}}";
const std::string soft = "    material: {type: stvk, young: 1 kPa, poisson: 0.3}\n";
const std::string low = "where: {half_space: {normal: [0, 0, 1], offset: 0.1}}";

/// Bodies that carry an egg: bricks around it, and a box that it sticks out of.
std::vector<std::string> carriers() {
    std::vector<std::string> nodes{"    mesh: {type: voxelize, resolution: 4, surface: " + egg +
                                   "}\n" + soft};
    for (const char* element : {"tet4", "tet10"})
        nodes.push_back(box_of(element) + "    visual: {mesh: " + egg + "}\n");
    return nodes;
}

std::string load(const std::string& text) {
    return "    loads: [{" + text + ", surface: visual}]\n";
}

/// A body whose nodes are bent.
struct Bent {
    explicit Bent(const std::string& node)
        : scene(node),
          q(0.03 * noise(scene.system().size())),
          x(scene.body().mesh.positions + q.reshaped(3, q.size() / 3)),
          visual(*visual_of(scene.node())),
          on_visual(visual.deform(x)) {}

    Points loads() { return scene.loads_at(q); }

    SceneBody scene;
    Vector q;
    Points x;
    const VisualSurface& visual;
    Points on_visual;  ///< its points now [m]
};

Eigen::Vector3d area_vector(const Points& x, const Eigen::Vector3i& t) {
    return 0.5 * (x.col(t[1]) - x.col(t[0])).cross(x.col(t[2]) - x.col(t[0]));
}

/// The middle of its first triangle, as a point to push.
std::string at_triangle(const VisualSurface& visual) {
    const Eigen::Vector3d x =
        visual.rest.positions(Eigen::all, visual.rest.triangles.col(0)).rowwise().mean();
    return fmt::format("at: [{}, {}, {}]", x.x(), x.y(), x.z());
}

/// A traction on the triangles below z = 0.1, as a force on each point of the surface.
Points on_points(const VisualSurface& visual, const Eigen::Vector3d& traction) {
    const Points& X = visual.rest.positions;
    Points f = Points::Zero(3, X.cols());
    for (const auto t : visual.rest.triangles.colwise()) {
        const bool is_low = X(2, t[0]) <= 0.1 && X(2, t[1]) <= 0.1 && X(2, t[2]) <= 0.1;
        for (int k = 0; is_low && k < 3; ++k)
            f.col(t[k]) += area_vector(X, t).norm() / 3 * traction;
    }
    return f;
}

double volume(const Points& x, const Eigen::MatrixXi& triangles) {
    double sum = 0;
    for (const auto t : triangles.colwise()) sum += area_vector(x, t).dot(x.col(t[0])) / 3;
    return sum;
}

/// To rounding of the sums of sizes.
void check_same(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double size) {
    INFO(a.transpose() << " against " << b.transpose());
    CHECK((a - b).norm() < 1e-12 * size);
}

}  // namespace

TEST_CASE("loads on a visual surface: resultant, moment and power are those on its triangles") {
    const Eigen::Vector3d traction(3, -2, 5);
    for (const std::string& carrier : carriers()) {
        INFO(carrier);
        Bent bent(carrier + load("type: traction, traction: [3, -2, 5], " + low));
        const Points f = bent.loads(), on_visual = on_points(bent.visual, traction);
        REQUIRE(on_visual.norm() > 0.1);
        const double size = on_visual.cwiseAbs().sum();
        check_same(f.rowwise().sum(), on_visual.rowwise().sum(), size);
        check_same(moment(bent.x, f), moment(bent.on_visual, on_visual), 3 * size);
        // The power of forces on nodes is that of forces on points, for whatever motion.
        const Points v = noise(bent.x.size(), 3).reshaped(3, bent.x.cols());
        const Points v_visual = bent.visual.deform(bent.x + v) - bent.on_visual;
        CHECK((f.array() * v.array()).sum() ==
              Approx((on_visual.array() * v_visual.array()).sum()).epsilon(1e-11));
        // A total force is spread over the area.
        Bent total(carrier + load("type: traction, force: [3, -2, 5], " + low));
        check_same(total.loads().rowwise().sum(), traction, traction.norm());
    }
}

TEST_CASE("load/pressure on a visual surface: its work is that on the volume inside") {
    for (const std::string& carrier : carriers()) {
        INFO(carrier);
        Bent bent(carrier + load("type: pressure, pressure: 7, where: all"));
        const Points f = bent.loads();
        check_same(f.rowwise().sum(), {0, 0, 0}, f.cwiseAbs().sum());
        check_same(moment(bent.x, f), {0, 0, 0}, 3 * f.cwiseAbs().sum());
        // -p dV is the work of a pressure p. The volume is cubic in positions, so that Richardson's
        // extrapolation of two central differences is exact.
        const Points d = noise(bent.x.size(), 2).reshaped(3, bent.x.cols());
        const auto difference = [&](double h) {
            const auto at = [&](double s) {
                return volume(bent.visual.deform(bent.x + s * d), bent.visual.rest.triangles);
            };
            return (at(h) - at(-h)) / (2 * h);
        };
        const double exact = (4 * difference(0.05) - difference(0.1)) / 3;
        CHECK((f.array() * d.array()).sum() == Approx(-7 * exact).epsilon(1e-11));
    }
}

TEST_CASE("load/pressure on a visual surface: its stiffness is the derivative of its forces") {
    for (const std::string& carrier : carriers()) {
        INFO(carrier);
        SceneBody bare(carrier);
        Bent bent(carrier + load("type: pressure, pressure: 7, " + low));
        const Vector d = noise(bent.q.size(), 2);
        const Vector product = unsymmetric_stiffness_times(bent.scene, bare, bent.q, d);
        REQUIRE(product.norm() > 1e-3);
        // Forces are quadratic in positions: a central difference is exact.
        const Points change =
            bent.scene.loads_at(bent.q + 0.005 * d) - bent.scene.loads_at(bent.q - 0.005 * d);
        CHECK((change.reshaped() / 0.01 + product).norm() < 1e-9 * product.norm());
    }
}

TEST_CASE("load/moment on a visual surface: no force, and the moment given") {
    for (const std::string& carrier : carriers()) {
        INFO(carrier);
        Bent bent(carrier + load("type: moment, moment: [3, -5, 7], " + low));
        const Points f = bent.loads();
        check_same(f.rowwise().sum(), {0, 0, 0}, f.cwiseAbs().sum());
        check_same(moment(bent.x, f), {3, -5, 7}, 3 * f.cwiseAbs().sum());
    }
}

TEST_CASE(
    "load/point and load/pull on a visual surface: force and moment are those at its points") {
    for (const std::string& carrier : carriers()) {
        INFO(carrier);
        Bent point(carrier + load("type: point, force: [1, 2, 3], " + low));
        Points on_visual = Points::Zero(3, point.on_visual.cols());
        for (Index i = 0; i < on_visual.cols(); ++i)
            if (point.visual.rest.positions(2, i) <= 0.1) on_visual.col(i) << 1, 2, 3;
        on_visual *= Eigen::Vector3d(1, 2, 3).norm() / on_visual.rowwise().sum().norm();
        const Points f = point.loads();
        check_same(f.rowwise().sum(), {1, 2, 3}, 4);
        check_same(moment(point.x, f), moment(point.on_visual, on_visual), 12);

        for (const std::string& which : {low, at_triangle(point.visual)}) {
            INFO(which);
            Bent pull(carrier + load("type: pull, stiffness: 6, target: [1, 1, 2], " + which));
            // Its energy is quadratic: a central difference is exact.
            const Vector d = noise(pull.q.size(), 2), rest = Vector::Zero(d.size());
            BodySystem& system = pull.scene.system();
            const auto energy = [&](double h) {
                return system.energies(pull.q + h * d, rest).external;
            };
            CHECK(pull.loads().reshaped().dot(d) ==
                  Approx(-(energy(0.1) - energy(-0.1)) / 0.2).epsilon(1e-10));
        }
    }
}

TEST_CASE("loads on a visual surface: a reduced body feels what its full space does") {
    const std::string reduced =
        carriers().front() +
        "    constraints: [{type: fixed, where: {half_space: {normal: [0, -1, 0], offset: "
        "-1.4}}}]\n"
        "    reduction: {type: subspace, basis: {type: linear_modes, modes: 5}}\n"
        "    solver: {type: static}\n";
    for (const std::string& text :
         {"type: traction, traction: [3, -2, 5], " + low, "type: pressure, pressure: 7, " + low,
          "type: pull, stiffness: 6, target: [1, 1, 2], " + low}) {
        INFO(text);
        SceneBody scene(reduced + load(text));
        auto* solver = scene.node().graph().object<Solver>(scene.node(), "solver");
        BodySystem& body = *solver->bodies().front();
        REQUIRE(body.size() == 5);
        const Vector q = 0.1 * noise(5), v = Vector::Zero(5);
        body.move_to(0);
        const Points x = body.positions(q);
        Forces forces;
        body.forces(q, v, forces);
        const Vector u = (x - scene.body().mesh.positions).reshaped();
        const Points full = scene.loads_at(u);
        for (Index k = 0; k < 5; ++k) {
            const Points way = body.positions(q + Vector::Unit(5, k)) - x;
            CHECK(forces.external[k] ==
                  Approx((full.array() * way.array()).sum()).epsilon(1e-10).margin(1e-12));
        }
    }
}

TEST_CASE("loads on a visual surface: what is not there is refused") {
    const std::string bricks = carriers().front();
    CHECK_THROWS_WITH(
        SceneBody(box_of("tet4") + load("type: traction, traction: [0, 0, 1], " + low)),
        Catch::Contains("/body has no visual surface") && Catch::Contains("scene.yaml:7:") &&
            Catch::Contains("give that node a visual: {mesh: ...}"));
    CHECK_THROWS_WITH(SceneBody(bricks + load("type: point, force: [0, 0, 1], at: [0.5, 1, 0.2]")),
                      Catch::Contains("the load's point [0.5, 1, 0.2] is 0.39") &&
                          Catch::Contains(" m off the visual surface of /body") &&
                          Catch::Contains("its nearest point is ["));
    CHECK_THROWS_WITH(SceneBody(bricks + load("type: pressure, pressure: 1, where: {set: top}")),
                      Catch::Contains("the surface has no set 'top'") &&
                          Catch::Contains("it has no sets at all"));
    CHECK_THROWS_WITH(
        SceneBody(bricks + load("type: pressure, pressure: 1, where: {elements: [3]}")),
        Catch::Contains("the surface has no element 3"));
    CHECK_THROWS_WITH(SceneBody(bricks + load("type: pressure, pressure: 1, where: {half_space: "
                                              "{normal: [0, 0, 1], offset: -9}}")),
                      Catch::Contains("no triangle of the surface is in") &&
                          Catch::Contains("the surface fills ["));
}
