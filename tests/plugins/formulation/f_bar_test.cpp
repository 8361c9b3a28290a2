#include <omp.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>
#include <support/bodies.hpp>
#include <support/mesh_plugin.hpp>
#include <support/meshes.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const char* const elements[] = {"tet4", "hex8"};

std::string f_bar(const std::string& element) {
    return box_of(element) + "    formulation: {type: f_bar}\n";
}

Vector internal(BodySystem& system, const Vector& q) {
    Forces forces;
    system.forces(q, Vector::Zero(q.size()), forces);
    REQUIRE_FALSE(forces.event);
    return forces.internal;
}

}  // namespace

TEST_CASE("f_bar: a homogeneous deformation gives the forces of the displacement formulation") {
    Eigen::Matrix3d F;
    F << 1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.05, 0.1, 1.2;
    for (const char* element : elements) {
        INFO(element);
        SceneBody averaged(f_bar(element)), plain(box_of(element));
        const Points& X = plain.body().mesh.positions;
        const Vector q = Points((F - Eigen::Matrix3d::Identity()) * X).reshaped();
        const Vector f = internal(plain.system(), q);
        CHECK((internal(averaged.system(), q) - f).norm() < 1e-12 * f.norm());
    }
}

TEST_CASE("f_bar: forces are the gradient of energy, and the tangent that of forces") {
    for (const char* element : elements) {
        INFO(element);
        SceneBody scene(f_bar(element));
        BodySystem& system = scene.system();
        const Index n = system.size();
        const Vector q = 0.01 * test::noise(n), v = Vector::Zero(n), d = test::noise(n, 2);
        const Vector f = internal(system, q);
        Vector product;
        system.tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).apply(d, product);
        double last_energy = 0, last_force = 0;
        for (const double h : {2e-3, 1e-3, 5e-4}) {
            const double slope =
                (system.potential(q + h * d) - system.potential(q - h * d)) / (2 * h);
            const Vector difference =
                (internal(system, q + h * d) - internal(system, q - h * d)) / (2 * h);
            const double energy = std::abs(slope - f.dot(d));
            const double force = (difference - product).norm();
            if (last_energy > 0) {
                CHECK(last_energy / energy == Approx(4).epsilon(0.1));
                CHECK(last_force / force == Approx(4).epsilon(0.1));
            }
            last_energy = energy;
            last_force = force;
        }
    }
}

TEST_CASE("f_bar: the matrix-free product is the matrix's") {
    for (const char* element : elements) {
        INFO(element);
        SceneBody scene(f_bar(element));
        BodySystem& system = scene.system();
        const Index n = system.size();
        const Vector q = 0.01 * test::noise(n), v = test::noise(n, 2);
        Assembler& assembler = system.elastic_body()->assembler();
        for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected}) {
            Vector Kv, product;
            system.tangent(q, v, {0, 0, 1}, definiteness, nullptr).apply(v, Kv);
            assembler.stiffness_times(q, v, definiteness, product);
            CHECK((product - Kv).norm() < 1e-11 * Kv.norm());
        }
    }
}

TEST_CASE("f_bar: results have the same bits for 1, 2 and 4 threads") {
    const int before = omp_get_max_threads();
    for (const char* element : elements) {
        INFO(element);
        SceneBody scene(f_bar(element));
        BodySystem& system = scene.system();
        const Index n = system.size();
        const Vector q = 0.01 * test::noise(n), v = Vector::Zero(n), d = test::noise(n, 2);
        const auto results = [&](int threads) {
            omp_set_num_threads(threads);
            Vector product;
            system.tangent(q, v, {1, 0, 1}, Definiteness::exact, nullptr).apply(d, product);
            return std::pair(internal(system, q), product);
        };
        const auto one = results(1);
        for (const int threads : {2, 4}) CHECK(results(threads) == one);
    }
    omp_set_num_threads(before);
}

TEST_CASE("f_bar: bending nearly incompressible matter costs little of what it costs locked") {
    // Pure bending of a bar, interpolated at the nodes: its volume changes vanish on average, but
    // not at every point, where the bulk modulus punishes them.
    for (const char* element : elements) {
        INFO(element);
        const std::string bar =
            std::string("    mesh: {type: box, size: [4, 1, 1], cells: [8, 2, 2], element: ") +
            element + "}\n    material: {type: neo_hookean, young: 1 kPa, poisson: 0.499}\n";
        SceneBody plain(bar), averaged(bar + "    formulation: {type: f_bar}\n");
        const Points& X = plain.body().mesh.positions;
        Vector q(X.size());
        for (Index i = 0; i < X.cols(); ++i) {
            const double x = X(0, i), y = X(1, i) - 0.5, z = X(2, i) - 0.5, k = 1e-3, nu = 0.499;
            q.segment<3>(3 * i) << k * x * z, -k * nu * y * z,
                -k * (x * x + nu * (z * z - y * y)) / 2;
        }
        const double locked = plain.system().potential(q), eased = averaged.system().potential(q);
        // E I k^2 / 2 times the length.
        const double exact = 0.5 * 1000.0 / 12 * 1e-6 * 4;
        INFO("locked " << locked / exact << ", averaged " << eased / exact << " times the exact");
        CHECK(eased < 0.2 * locked);
        CHECK(eased > 0.9 * exact);
    }
}

TEST_CASE("f_bar: tet10 is refused with the way out") {
    CHECK_THROWS_WITH(SceneBody(f_bar("tet10")), Catch::Contains("hardly lock"));
}

namespace {

/// Two cubes of tets side by side, x from 0 to 2, as a file with the element sets left and right.
std::string two_cubes() {
    const VolumeMesh mesh = test::tet_grid(2, 1, 1);
    std::ostringstream text;
    text << "*NODE\n";
    for (Index i = 0; i < mesh.n_nodes(); ++i)
        text << i + 1 << ", " << mesh.positions(0, i) << ", " << mesh.positions(1, i) << ", "
             << mesh.positions(2, i) << "\n";
    for (const char* side : {"left", "right"}) {
        text << "*ELEMENT, TYPE=C3D4, ELSET=" << side << "\n";
        for (Index e = 0; e < mesh.n_elements(); ++e) {
            double x = 0;
            for (int a = 0; a < 4; ++a) x += mesh.positions(0, mesh.elements(a, e)) / 4;
            if ((x < 1) != (side[0] == 'l')) continue;
            text << e + 1;
            for (int a = 0; a < 4; ++a) text << ", " << mesh.elements(a, e) + 1;
            text << "\n";
        }
    }
    return text.str();
}

/// What the nodes at x = 2 feel of a displacement of those at x = 0, which share no element.
double coupling_across(const std::string& poisson) {
    const test::TemporaryFile file("two_cubes.inp", two_cubes());
    SceneBody scene("    mesh: {type: abaqus, file: " + file.path() +
                    "}\n    material: {type: neo_hookean, young: 1 MPa, poisson: " + poisson +
                    "}\n    formulation: {type: f_bar}\n");
    const Points& X = scene.body().mesh.positions;
    Points u = Points::Zero(3, X.cols());
    for (Index i = 0; i < X.cols(); ++i)
        if (X(0, i) < 0.5) u.col(i).setOnes();
    const Vector d = u.reshaped();
    Vector f;
    scene.system()
        .tangent(Vector::Zero(d.size()), Vector::Zero(d.size()), {0, 0, 1}, Definiteness::exact,
                 nullptr)
        .apply(d, f);
    double sum = 0;
    for (Index i = 0; i < X.cols(); ++i)
        if (X(0, i) > 1.5) sum += f.segment<3>(3 * i).norm();
    return sum;
}

}  // namespace

TEST_CASE("f_bar: a patch of tets crosses no interface of materials") {
    CHECK(coupling_across("0.499") > 0);
    CHECK(coupling_across("{default: 0.499, regions: {right: 0.3}}") == 0);
    // A smooth field shares patches still.
    CHECK(coupling_across("{default: 0.4, regions: {right: 0.401}}") > 0);
}
