// The mixed formulation where the answer is known.
#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <support/small_run.hpp>

#include "bent_arm.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Beside what the pose leaves at the positions of rest.
double residual(BodySystem& system, const Vector& q) {
    const auto imbalance = [&](const Vector& at) {
        Forces forces;
        system.forces(at, 0 * at, forces);
        return (forces.internal - forces.external).norm();
    };
    return imbalance(q) / imbalance(0 * q);
}

}  // namespace

TEST_CASE("mixed: of quadratic energies one linear solve leaves a residual of round-off") {
    for (const char* material :
         {"corotational, young: 2 kPa, poisson: 0.3", "arap, young: 2 kPa"}) {
        INFO(material);
        SceneBody scene(bent_arm(material));
        scene.system().move_to(1);
        CHECK(residual(scene.system(), solved(scene.system())) < 1e-12);
    }
}

TEST_CASE("mixed: in the neutral pose nothing moves") {
    for (const char* material :
         {"corotational", "arap", "stable_neo_hookean", "neo_hookean", "stvk"}) {
        SceneBody scene(bent_arm(material));
        scene.system().move_to(0);
        Forces forces;
        scene.system().forces(Vector::Zero(scene.system().size()),
                              Vector::Zero(scene.system().size()), forces);
        CHECK((forces.internal - forces.external).norm() < 1e-9 * scene.system().force_scale());
    }
}

TEST_CASE("mixed: the matrix changes with the pose") {
    SceneBody scene(bent_arm("arap, young: 2 kPa"));
    const Vector rest = Vector::Zero(scene.system().size());
    Forces forces;
    scene.system().move_to(0);
    const Eigen::MatrixXd K0 = stiffness(scene.system(), rest, forces);
    scene.system().move_to(1);
    CHECK((stiffness(scene.system(), rest, forces) - K0).norm() > 0.05 * K0.norm());
}

TEST_CASE("mixed: energy, force and stiffness belong together, for a law that is not quadratic") {
    SceneBody scene(bent_arm("stable_neo_hookean, young: 2 kPa, poisson: 0.4"));
    BodySystem& system = scene.system();
    system.move_to(0.5);
    const Vector q = 0.05 * Vector::NullaryExpr(system.size(),
                                                [](Index i) { return std::sin(3.1 * double(i)); });
    const Vector d =
        Vector::NullaryExpr(system.size(), [](Index i) { return std::cos(1.9 * double(i)); });
    Forces forces, plus, minus;
    const Eigen::MatrixXd K = stiffness(system, q, forces);
    CHECK((K - K.transpose()).norm() < 1e-13 * K.norm());
    const auto errors = [&](double h) {
        system.forces(q + h * d, 0 * q, plus);
        system.forces(q - h * d, 0 * q, minus);
        const double work = (system.potential(q + h * d) - system.potential(q - h * d)) / (2 * h);
        const Vector change =
            (plus.internal - plus.external - minus.internal + minus.external) / (2 * h);
        return std::pair(std::abs(work - (forces.internal - forces.external).dot(d)),
                         (change - K * d).norm());
    };
    const auto [e1, f1] = errors(2e-3);
    const auto [e2, f2] = errors(1e-3);
    CHECK(e1 / e2 == Approx(4).epsilon(0.1));
    CHECK(f1 / f2 == Approx(4).epsilon(0.1));
}

TEST_CASE("mixed: the barrier of a law sees det S, not det F") {
    std::string text = bent_arm("neo_hookean, young: 2 kPa, poisson: 0.3");
    SceneBody mixed(text);
    text.replace(text.find("type: mixed"), 11, "type: displacement");
    SceneBody plain(text);
    // The whole arm at one F = S + [a]x, where the rig has not turned anything yet.
    std::string detail;
    const auto refuses = [&](SceneBody& scene, const Eigen::Matrix3d& F) {
        scene.system().move_to(0);
        const Vector q =
            ((F - Eigen::Matrix3d::Identity()) * scene.body().mesh.positions).reshaped();
        Forces forces;
        scene.system().forces(q, 0 * q, forces);
        detail = forces.event.detail;
        return forces.event.kind == Event::Kind::inverted;
    };
    const auto sum = [](const Eigen::Vector3d& stretches, const Eigen::Vector3d& a) {
        Eigen::Matrix3d F = stretches.asDiagonal();
        F += (Eigen::Matrix3d() << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0).finished();
        return F;
    };
    // det F = det S + a'S a: not inverted where S is positive definite.
    const Eigen::Matrix3d sheared = sum({0.5, 0.1, 1.4}, {0.7, -2, 0.3});
    CHECK(sheared.determinant() == Approx(0.07 + 0.245 + 0.4 + 0.126));
    CHECK_FALSE(refuses(mixed, sheared));
    CHECK_FALSE(refuses(plain, sheared));
    // Two negative stretches pass the barrier, although the element is inside out.
    const Eigen::Matrix3d inverted = sum({1, -0.5, -0.5}, {0, 1, 0});
    CHECK(inverted.determinant() == Approx(-0.25));
    CHECK_FALSE(refuses(mixed, inverted));
    CHECK(refuses(plain, inverted));
    CHECK(detail == "det F = -0.25");
    // And one negative stretch does not, although the element is not.
    const Eigen::Matrix3d turned = sum({1, 1, -0.1}, {1, 0, 0});
    CHECK(turned.determinant() == Approx(0.9));
    CHECK(refuses(mixed, turned));
    CHECK(detail ==
          "beside the rotation R of its bones: det S = -0.1 of the stretch S = sym(R'F); det F = "
          "0.9");
    CHECK_FALSE(refuses(plain, turned));
}

TEST_CASE("mixed: a material that has the rig's rotations already is refused") {
    CHECK_THROWS_WITH(SceneBody(bent_arm("ex_rotated")),
                      Catch::Contains("material/ex_rotated has them already"));
}

TEST_CASE("mixed: poses by a co-rotated lagged factorisation are those by a fresh factor") {
    std::string body = bent_arm("corotational, young: 2 kPa, poisson: 0.3");
    const std::string springs = "stiffness: 300 N/m";
    body.replace(body.find(springs), springs.size(), "radius: 0.6");
    const auto arm = [&](const std::string& solver) {
        return "sinew: 1\ntime: {end: 1 s, step: 0.05 s}\nscene:\n  - node: arm\n" + body +
               "    solver: " + solver +
               "\n    outputs: [{type: checkpoint, every: 0.05 s, keep: 30},\n"
               "              {type: probe, at: [2, 0.5, 0.5]}]\n";
    };
    const testing::SmallRun direct("arm", arm("{type: static}"));
    const testing::SmallRun turned("arm",
                                   arm("{type: static, linear: {type: pcg, preconditioner: "
                                       "lagged_factorisation, factor_cost: 30},\n"
                                       "             newton: {tolerance: 1e-9, forcing: 1e-11}}"));
    REQUIRE(direct.run() == 0);
    REQUIRE(turned.run() == 0);
    const auto expected = direct.table("out/arm-arm-probe.csv").back();
    const auto found = turned.table("out/arm-arm-probe.csv").back();
    for (int k = 1; k < 4; ++k)
        CHECK(found[std::size_t(k)] == Approx(expected[std::size_t(k)]).margin(1e-7));
    const auto linear = nlohmann::json::parse(turned.bytes("out/run.json"))["solvers"]["/arm"];
    CHECK(linear["newton"]["iterations"] <= 21);  // one linear solve a pose
    CHECK(linear["linear"]["factor"]["factorisations"] < 10);
    REQUIRE(turned.run("later", turned / "out/checkpoint-0012.h5") == 0);
    CHECK((turned.bytes("later/checkpoint-0020.h5") == turned.bytes("out/checkpoint-0020.h5")));
}
