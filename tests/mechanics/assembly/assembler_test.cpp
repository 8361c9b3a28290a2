#include <omp.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

constexpr ElementType all_types[] = {ElementType::tet4, ElementType::tet10, ElementType::hex8};

/// A distorted box with its assembler and mass.
struct Assembled {
    explicit Assembled(ElementType type, Eigen::Vector3i cells = {3, 2, 3}, double distortion = 0.2)
        : mesh(test::box(type, cells, {1.0, 0.7, 0.9}, distortion)),
          assembler(displacement_forces(mesh, material)),
          mass(mesh, Eigen::VectorXd::Constant(mesh.n_elements(), 1000.0), assembler.pattern()),
          n(3 * mesh.n_nodes()) {}

    Event matrix(const Vector& u, double k, double m, Vector& f, BlockMatrix& A) {
        A = BlockMatrix(assembler.pattern());
        return assembler.forces_and_matrix(u, Definiteness::exact, k, m, mass.values(), f, A);
    }
    Vector affine(const Eigen::Matrix3d& F, const Eigen::Vector3d& shift) const {
        Vector u(n);
        u.reshaped(3, mesh.n_nodes()) =
            ((F - Eigen::Matrix3d::Identity()) * mesh.positions).colwise() + shift;
        return u;
    }

    test::NeoHookean material;
    VolumeMesh mesh;
    Assembler assembler;
    MassMatrix mass;
    Index n;
};

bool same_bits(const double* a, const double* b, Index count) {
    return std::memcmp(a, b, std::size_t(count) * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("a homogeneous deformation loads no inner node: patch test of every element") {
    Eigen::Matrix3d F;
    F << 1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.05, 0.1, 1.2;
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        Assembled a(type);
        Vector f;
        REQUIRE_FALSE(a.assembler.forces(a.affine(F, {1, 2, 3}), f));
        const Boundary skin = boundary(a.mesh);
        std::vector<char> outer(std::size_t(a.mesh.n_nodes()), 0);
        for (const int node : skin.nodes) outer[std::size_t(node)] = 1;
        int inner = 0;
        for (Index i = 0; i < a.mesh.n_nodes(); ++i)
            if (!outer[std::size_t(i)]) {
                ++inner;
                CHECK(f.segment<3>(3 * i).norm() < 1e-12 * f.norm());
            }
        REQUIRE(inner > 0);

        const PointFields fields = a.assembler.point_fields(a.affine(F, {0, 0, 0}));
        CHECK((fields.deformation_gradient.colwise() - F.reshaped()).colwise().norm().maxCoeff() <
              1e-12);
    }
}

TEST_CASE("a rigid motion costs no force and no energy") {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(1.2, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        Assembled a(type);
        Vector f;
        a.assembler.forces(a.affine(R, {0.3, -2, 1}), f);
        CHECK(f.norm() < 1e-11);
        CHECK(std::abs(a.assembler.energy(a.affine(R, {0.3, -2, 1}))) < 1e-11);
        a.assembler.forces(Vector::Zero(a.n), f);
        CHECK(f.norm() < 1e-12);
    }
}

TEST_CASE("forces are the gradient of energy, and the matrix that of forces, to second order") {
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        Assembled a(type);
        const Vector u = 0.02 * test::noise(a.n), d = test::noise(a.n, 2);
        Vector f, product, plus, minus;
        BlockMatrix K;
        a.matrix(u, 1, 0, f, K);
        K.multiply(d, product);
        double last_energy = 0, last_force = 0;
        for (const double h : {4e-3, 2e-3, 1e-3}) {
            const double slope =
                (a.assembler.energy(u + h * d) - a.assembler.energy(u - h * d)) / (2 * h);
            a.assembler.forces(u + h * d, plus);
            a.assembler.forces(u - h * d, minus);
            const double energy = std::abs(slope - f.dot(d));
            const double force = ((plus - minus) / (2 * h) - product).norm();
            if (last_energy > 0) {
                CHECK(last_energy / energy == Approx(4).epsilon(0.1));
                CHECK(last_force / force == Approx(4).epsilon(0.1));
            }
            last_energy = energy;
            last_force = force;
        }
    }
}

TEST_CASE("the matrix is symmetric, and multiplies as the matrix-free product does") {
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        Assembled a(type);
        const Vector u = 0.02 * test::noise(a.n), x = test::noise(a.n, 2), y = test::noise(a.n, 3);
        Vector f, Kx, Ky, free;
        BlockMatrix K;
        a.matrix(u, 1, 0, f, K);
        K.multiply(x, Kx);
        K.multiply(y, Ky);
        CHECK(x.dot(Ky) == Approx(y.dot(Kx)).epsilon(1e-12));
        a.assembler.stiffness_times(u, x, Definiteness::exact, free);
        CHECK((free - Kx).norm() < 1e-13 * Kx.norm());
        Vector alone;
        a.assembler.forces(u, alone);
        CHECK((alone - f).norm() < 1e-13 * f.norm());
    }
}

TEST_CASE("stiffness and mass are combined with their weights") {
    for (const ElementType type : all_types) {
        Assembled a(type);
        const Vector u = 0.02 * test::noise(a.n), x = test::noise(a.n, 2);
        Vector f, both, stiff, massive;
        BlockMatrix A;
        a.matrix(u, 2, 3, f, A);
        A.multiply(x, both);
        a.assembler.stiffness_times(u, x, Definiteness::exact, stiff);
        a.mass.multiply(x, massive);
        CHECK((both - 2 * stiff - 3 * massive).norm() < 1e-12 * both.norm());
    }
}

TEST_CASE("results have the same bits for 1, 2 and 4 threads, also in several chunks") {
    const int before = omp_get_max_threads();
    struct Size {
        ElementType type;
        Eigen::Vector3i cells;
        bool many_chunks;
    };
    for (const Size& size :
         {Size{ElementType::tet4, {3, 2, 2}, false}, Size{ElementType::tet4, {20, 16, 16}, true},
          Size{ElementType::tet10, {12, 8, 8}, true},
          Size{ElementType::hex8, {18, 18, 18}, true}}) {
        Assembled a(size.type, size.cells, 0.1);
        const GatherPlan plan(a.assembler.elements().table(), a.assembler.elements().batch());
        REQUIRE((plan.chunks.size() > 1) == size.many_chunks);
        const Vector u = 0.002 * test::noise(a.n), x = test::noise(a.n, 5);
        omp_set_num_threads(1);
        Vector f1, y1, free1;
        BlockMatrix A1;
        a.matrix(u, 1, 0.5, f1, A1);
        A1.multiply(x, y1);
        a.assembler.stiffness_times(u, x, Definiteness::exact, free1);
        const double energy1 = a.assembler.energy(u);
        for (const int threads : {2, 4}) {
            INFO(threads << " threads");
            omp_set_num_threads(threads);
            Vector f, y, free;
            BlockMatrix A;
            a.matrix(u, 1, 0.5, f, A);
            A.multiply(x, y);
            a.assembler.stiffness_times(u, x, Definiteness::exact, free);
            CHECK(same_bits(f.data(), f1.data(), a.n));
            CHECK(same_bits(A.block(0), A1.block(0), 9 * A.pattern().n_blocks()));
            CHECK(same_bits(y.data(), y1.data(), a.n));
            CHECK(same_bits(free.data(), free1.data(), a.n));
            CHECK(a.assembler.energy(u) == energy1);
        }
        // Chunks must not change what is summed, only where.
        Vector alone;
        a.assembler.forces(u, alone);
        CHECK((alone - f1).norm() < 1e-12 * f1.norm());
        CHECK((free1 +
               0.5 *
                   [&] {
                       Vector m;
                       a.mass.multiply(x, m);
                       return m;
                   }() -
               y1)
                  .norm() < 1e-12 * y1.norm());
    }
    omp_set_num_threads(before);
}

TEST_CASE("an inverted element is an event that names it with its determinant") {
    Assembled a(ElementType::tet4, {2, 2, 2}, 0);
    Vector u = Vector::Zero(a.n), f;
    // Through the whole box: every element at that corner turns over.
    u.segment<3>(0) = Eigen::Vector3d(2, 2, 2);
    const Event event = a.assembler.forces(u, f);
    REQUIRE(event.kind == Event::Kind::inverted);
    REQUIRE(event.element >= 0);
    REQUIRE((a.mesh.elements.col(event.element).array() == 0).any());
    REQUIRE(event.detail.rfind("det F = -", 0) == 0);
    REQUIRE(a.assembler.energy(u) == std::numeric_limits<double>::infinity());
    u.setConstant(std::nan(""));
    REQUIRE(a.assembler.forces(u, f).kind == Event::Kind::not_finite);
}

TEST_CASE("a pattern can be given blocks that no element has") {
    Assembled a(ElementType::tet4);
    const Vector u = 0.02 * test::noise(a.n), x = test::noise(a.n, 2);
    Vector f, before, after;
    BlockMatrix A;
    a.matrix(u, 1, 1, f, A);
    A.multiply(x, before);
    const int last = int(a.mesh.n_nodes()) - 1;
    REQUIRE(a.assembler.pattern()->find(0, last) == -1);
    a.assembler.extend({node_pair(0, last)});
    a.mass.move_to(a.assembler.pattern());
    REQUIRE(a.assembler.pattern()->find(last, 0) >= 0);
    a.matrix(u, 1, 1, f, A);
    A.multiply(x, after);
    REQUIRE((before - after).norm() < 1e-13 * before.norm());
}
