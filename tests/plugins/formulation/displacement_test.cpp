#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/kernel/run/log.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

/// The outer face x = 1 m of a box of 1 x 2 x 0.5 m: its force, and its moment about its centre.
Eigen::Vector3d force_on_end(const Points& X, const Vector& f) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (Index i = 0; i < X.cols(); ++i)
        if (X(0, i) == 1) sum += f.segment<3>(3 * i);
    return sum;
}

}  // namespace

TEST_CASE("formulation/displacement: a face of a stretched box bears P N times its area") {
    // lambda and mu of young: 1 kPa, poisson: 0.3
    const double lambda = 1e3 * 0.3 / (1.3 * 0.4), mu = 1e3 / 2.6;
    Eigen::Matrix3d F;
    F << 1.2, 0.1, 0, -0.05, 0.9, 0.2, 0.1, 0, 1.1;
    const Eigen::Matrix3d inverse_T = F.inverse().transpose();
    const Eigen::Matrix3d P = mu * (F - inverse_T) + lambda * std::log(F.determinant()) * inverse_T;
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + "    formulation: {type: displacement}\n");
        const Points& X = scene.body().mesh.positions;
        const Vector q = Points((F - Eigen::Matrix3d::Identity()) * X).reshaped();
        Forces forces;
        scene.system().forces(q, Vector::Zero(q.size()), forces);
        REQUIRE_FALSE(forces.event);
        CHECK((force_on_end(X, forces.internal) - P.col(0) * 2 * 0.5).norm() < 1e-9 * P.norm());
        // Inside, a homogeneous stress is in equilibrium.
        for (Index i = 0; i < X.cols(); ++i) {
            const Eigen::Vector3d x = X.col(i);
            const bool inside =
                x.x() > 0 && x.x() < 1 && x.y() > 0 && x.y() < 2 && x.z() > 0 && x.z() < 0.5;
            if (inside) CHECK(forces.internal.segment<3>(3 * i).norm() < 1e-9 * P.norm());
        }
    }
}

TEST_CASE("formulation/displacement: it is what a body has that names none") {
    SceneBody named(box_of("hex8") + "    formulation: {type: displacement}\n");
    SceneBody silent(box_of("hex8"));
    const Vector q = 0.01 * test::noise(named.system().size());
    Forces a, b;
    named.system().forces(q, Vector::Zero(q.size()), a);
    silent.system().forces(q, Vector::Zero(q.size()), b);
    CHECK(a.internal == b.internal);
}

TEST_CASE("formulation/displacement: a turned box stores nothing and bears nothing") {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(2.0, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element));
        const Vector q =
            Points((R - Eigen::Matrix3d::Identity()) * scene.body().mesh.positions).reshaped();
        Forces forces;
        scene.system().forces(q, Vector::Zero(q.size()), forces);
        CHECK(forces.internal.norm() < 1e-9);
        CHECK(std::abs(scene.system().energies(q, Vector::Zero(q.size())).elastic) < 1e-9);
    }
}

TEST_CASE(
    "formulation/displacement: initial motion gives the body momentum and spin about its centre of "
    "mass") {
    SceneBody scene(box_of("tet10") +
                    "    initial: {velocity: [1, 2, 3], angular_velocity: [0, 0, 4]}\n");
    BodySystem& system = scene.system();
    const State state = system.initial();
    Vector p;
    system.dynamics()->apply_mass(state.v, p);
    const Eigen::Vector3d momentum = p.reshaped(3, p.size() / 3).rowwise().sum();
    CHECK((momentum - 1000 * Eigen::Vector3d(1, 2, 3)).norm() < 1e-9);
    // Of a box: m/12 (a^2 + b^2) about z, and the motion of the centre.
    const double spin = 0.5 * 1000.0 / 12 * (1 + 4) * 16;
    CHECK(system.energies(state.q, state.v).kinetic == Approx(0.5 * 1000 * 14 + spin));
}

TEST_CASE("formulation/displacement: elements that lock near incompressibility are warned of") {
    const auto heard = [](const std::string& element, const std::string& law) {
        std::string all;
        const LogListener listener([&](const Diagnostic& told) { all += told.message; });
        SceneBody scene(
            "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: " + element +
            "}\n    material: {type: " + law + "}\n    formulation: {type: displacement}\n");
        return all;
    };
    for (const std::string law : {"neo_hookean", "stable_neo_hookean", "stvk", "linear"}) {
        INFO(law);
        CHECK_THAT(heard("tet4", law + ", young: 1 kPa, poisson: 0.49"),
                   Catch::Contains("tet4 elements lock at a Poisson's ratio of 0.49"));
        CHECK(heard("tet4", law + ", young: 1 kPa, poisson: 0.479").empty());
    }
    CHECK_THAT(heard("hex8", "corotational, young: 1 kPa, poisson: 0.495"),
               Catch::Contains("hex8 elements lock at a Poisson's ratio of 0.495"));
    CHECK(heard("tet10", "neo_hookean, young: 1 kPa, poisson: 0.49").empty());
}
