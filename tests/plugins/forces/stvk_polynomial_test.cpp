#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Eigenvalues>

#include "reduced_body.hpp"

using namespace sinew;
using test::EmptyCache;
using test::ReducedBody;

namespace {

const std::string stvk = "material/stvk";
const std::string soft = "young: 10 kPa, poisson: 0.4";

struct Mesh {
    std::string name;
    VolumeMesh mesh;
};

VolumeMesh turned(VolumeMesh mesh) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    mesh.positions = R * mesh.positions;
    return mesh;
}

/// Both kinds of hexahedra, bricks and others, are in the distorted box.
std::vector<Mesh> meshes() {
    const Eigen::Vector3i cells(4, 3, 3);
    const Eigen::Vector3d size(2, 1, 1.2);
    return {{"tet4", test::box(ElementType::tet4, cells, size)},
            {"tet4, distorted", test::box(ElementType::tet4, cells, size, 0.2)},
            {"tet10, distorted", test::box(ElementType::tet10, {2, 2, 2}, size, 0.2)},
            {"hex8", test::box(ElementType::hex8, cells, size)},
            {"hex8, turned", turned(test::box(ElementType::hex8, cells, size))},
            {"hex8, distorted", test::box(ElementType::hex8, {4, 2, 2}, size, 0.2)}};
}

double distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    return (a - b).norm() / b.norm();
}

/// The parts of degree 1, 2 and 3 of a cubic polynomial without a constant.
template <class F>
std::vector<Vector> orders(F&& f, const Vector& q) {
    const Vector f1 = f(q), f1m = f(-q), f2 = f(2 * q), f2m = f(-2 * q);
    const Vector odd1 = (f1 - f1m) / 2, odd2 = (f2 - f2m) / 2;
    const Vector cubic = (odd2 - 2 * odd1) / 6;
    return {odd1 - cubic, (f1 + f1m) / 2, cubic};
}

/// Relative differences from the full body's forces, order by order.
std::vector<double> differences(ReducedForces& reduced, ReducedBody& body, const Vector& q) {
    const auto found = orders(
        [&](const Vector& at) {
            Vector f;
            reduced.forces(at, f);
            return f;
        },
        q);
    const auto right = orders([&](const Vector& at) { return body.forces(at); }, q);
    std::vector<double> each;
    for (std::size_t n = 0; n < 3; ++n) each.push_back(distance(found[n], right[n]));
    return each;
}

}  // namespace

TEST_CASE("forces/stvk_polynomial: energy, forces and tangent are the full body's at U q") {
    for (const Mesh& mesh : meshes())
        for (const int r : {1, 5, 8, 11}) {
            INFO(mesh.name << ", r = " << r);
            EmptyCache cache;
            ReducedBody body(mesh.mesh, stvk, soft, r);
            const auto reduced = test::polynomial(body.site());
            for (const double strain : {0.01, 0.1, 0.5}) {
                INFO("strain " << strain);
                const Vector q = body.strained(strain);
                Vector f, f_alone;
                Eigen::MatrixXd K;
                REQUIRE_FALSE(reduced->forces_and_stiffness(q, Definiteness::exact, f, K));
                REQUIRE_FALSE(reduced->forces(q, f_alone));
                CHECK(distance(f, body.forces(q)) < 1e-10);
                CHECK(distance(f_alone, f) < 1e-14);
                CHECK(distance(K, body.stiffness(q)) < 1e-10);
                CHECK((K - K.transpose()).norm() == 0);
                CHECK(reduced->energy(q) == Approx(body.energy(q)).epsilon(1e-10));
            }
        }
}

TEST_CASE("forces/stvk_polynomial: each order of the forces is right by itself") {
    for (const Mesh& mesh : meshes()) {
        INFO(mesh.name);
        EmptyCache cache;
        ReducedBody body(mesh.mesh, stvk, soft, 9);
        const auto reduced = test::polynomial(body.site());
        const auto each = differences(*reduced, body, body.strained(0.5));
        CHECK(each[0] < 1e-10);
        CHECK(each[1] < 1e-10);
        CHECK(each[2] < 1e-10);
    }
}

TEST_CASE("forces/stvk_polynomial: one wrong coefficient is seen in its order, and only there") {
    const char* of_order[] = {"quadratic", "cubic", "quartic"};
    for (std::size_t n = 0; n < 3; ++n) {
        EmptyCache cache;
        ReducedBody body(test::box(ElementType::tet4, {3, 2, 2}, {1, 1, 1}), stvk, soft, 9);
        test::polynomial(body.site());
        // The artifact as it is, but for one number.
        REQUIRE(cache.files().size() == 1);
        Archive archive = read_archive(cache.files().front());
        const std::string key = std::string("polynomial/01/") + of_order[n];
        std::vector<double> numbers = archive.numbers(key);
        double largest = 0;
        for (const double x : numbers) largest = std::max(largest, std::abs(x));
        numbers[numbers.size() / 2] += 1e-3 * largest;
        archive.put(key, numbers);
        write_archive(cache.files().front(), archive);

        const auto wrong = test::polynomial(body.site());
        const auto each = differences(*wrong, body, body.strained(0.5));
        for (std::size_t order = 0; order < 3; ++order) {
            INFO(of_order[n] << " wrong, order " << order + 1);
            if (order == n)
                CHECK(each[order] > 1e-6);
            else
                CHECK(each[order] < 1e-10);
        }
    }
}

TEST_CASE("forces/stvk_polynomial: forces are the energy's gradient, and the tangent theirs") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::hex8, {3, 2, 2}, {1, 1, 1}), stvk, soft, 10);
    const auto reduced = test::polynomial(body.site());
    const Vector q = body.strained(0.3), direction = body.strained(0.3, 2);
    Vector f, f_plus, f_minus;
    Eigen::MatrixXd K;
    reduced->forces_and_stiffness(q, Definiteness::exact, f, K);
    std::vector<double> slope, change;
    for (const double h : {0.4, 0.2, 0.1}) {
        const Vector plus = q + h * direction, minus = q - h * direction;
        slope.push_back(std::abs((reduced->energy(plus) - reduced->energy(minus)) / (2 * h) -
                                 f.dot(direction)));
        reduced->forces(plus, f_plus);
        reduced->forces(minus, f_minus);
        change.push_back(((f_plus - f_minus) / (2 * h) - K * direction).norm());
    }
    for (std::size_t k = 0; k < 2; ++k) {
        CHECK(slope[k] / slope[k + 1] == Approx(4).epsilon(1e-3));
        CHECK(change[k] / change[k + 1] == Approx(4).epsilon(1e-3));
    }
}

TEST_CASE("forces/stvk_polynomial: kept coordinates have the polynomial of their own subspace") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::tet4, {3, 2, 2}, {1, 1, 1}), stvk, soft, 12);
    const std::vector<int> kept{7, 0, 3, 10, 11};
    const auto part = test::polynomial(body.site(kept));
    const Vector q = 0.1 * test::noise(5);
    Vector all = Vector::Zero(12);
    all(kept) = q;
    Vector f;
    Eigen::MatrixXd K;
    REQUIRE_FALSE(part->forces_and_stiffness(q, Definiteness::exact, f, K));
    CHECK(distance(f, body.forces(all)(kept)) < 1e-10);
    CHECK(distance(K, body.stiffness(all)(kept, kept)) < 1e-10);
    CHECK(part->energy(q) == Approx(body.energy(all)).epsilon(1e-10));
    // One artifact serves all choices.
    test::polynomial(body.site());
    CHECK(cache.files().size() == 1);
}

TEST_CASE("forces/stvk_polynomial: the PSD-projected tangent has no negative eigenvalues") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::hex8, {3, 2, 2}, {1, 1, 1}), stvk, soft, 10);
    // A coordinate that presses the body together, beyond where the law softens.
    body.U.col(0) = body.body().mesh.positions.reshaped().normalized();
    const auto reduced = test::polynomial(body.site());
    Vector q = Vector::Zero(10), f;
    Eigen::MatrixXd exact, psd_projected;
    reduced->forces_and_stiffness(q, Definiteness::exact, f, exact);
    reduced->forces_and_stiffness(q, Definiteness::psd_projected, f, psd_projected);
    CHECK(exact == psd_projected);

    q(0) = -0.6 * body.body().mesh.positions.norm();
    reduced->forces_and_stiffness(q, Definiteness::exact, f, exact);
    reduced->forces_and_stiffness(q, Definiteness::psd_projected, f, psd_projected);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> of_exact(exact);
    REQUIRE(of_exact.eigenvalues()(0) < -0.01 * exact.norm());
    const Eigen::MatrixXd right = of_exact.eigenvectors() *
                                  of_exact.eigenvalues().cwiseMax(0).asDiagonal() *
                                  of_exact.eigenvectors().transpose();
    CHECK((psd_projected - right).norm() < 1e-13 * exact.norm());
    CHECK(psd_projected == psd_projected.transpose());
}

TEST_CASE("forces/stvk_polynomial: coordinates that are not finite are an event") {
    EmptyCache cache;
    ReducedBody body(test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1}), stvk, soft, 3);
    const auto reduced = test::polynomial(body.site());
    Vector q = Vector::Zero(3), f;
    q(1) = std::nan("");
    Eigen::MatrixXd K;
    const Event event = reduced->forces_and_stiffness(q, Definiteness::psd_projected, f, K);
    CHECK(event.kind == Event::Kind::not_finite);
    CHECK(event.body == "/body");
    CHECK(reduced->forces(q, f).kind == Event::Kind::not_finite);
}
