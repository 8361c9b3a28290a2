#include "cubature/cubature_elements.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <support/bodies.hpp>

#include "cubature/element_columns.hpp"
#include "cubature/element_part.hpp"

using namespace sinew;

namespace {

/// A box with any vectors as a basis.
struct Case {
    test::NeoHookean material;
    Body body;
    Assembler assembler;
    Eigen::MatrixXd U;

    explicit Case(ElementType type, Index r = 11)
        : body(test::body(test::box(type, {3, 2, 2}, {1.5, 1, 1}, 0.2), material)),
          assembler(displacement_forces(body.mesh, material)),
          U(3 * body.mesh.n_nodes(), r) {
        for (Index j = 0; j < r; ++j) U.col(j) = test::noise(U.rows(), unsigned(j + 1));
    }
    const ElementTable& table() const { return assembler.elements().table(); }
    std::vector<int> all() const {
        std::vector<int> elements(std::size_t(body.mesh.n_elements()));
        std::iota(elements.rbegin(), elements.rend(), 0);
        return elements;
    }
    CubatureElements sum(const std::vector<int>& elements, const Vector& weights) const {
        return {body, table(), U, elements, weights};
    }
    Eigen::MatrixXd stiffness(const Vector& q, Definiteness definiteness) {
        Eigen::MatrixXd KU(U.rows(), U.cols());
        Vector y;
        for (Index j = 0; j < U.cols(); ++j) {
            assembler.stiffness_times(U * q, U.col(j), definiteness, y);
            KU.col(j) = y;
        }
        return U.transpose() * KU;
    }
    /// Checks a sum over all elements.
    void check_projection(CubatureElements& sum, const Vector& q) {
        Vector f, alone, full;
        Eigen::MatrixXd K;
        REQUIRE(!assembler.forces(U * q, full));
        REQUIRE(!sum.forces(q, alone));
        REQUIRE(!sum.forces_and_stiffness(q, Definiteness::exact, f, K));
        const Vector expected = U.transpose() * full;
        CHECK((f - expected).norm() < 1e-12 * expected.norm());
        CHECK((alone - expected).norm() < 1e-12 * expected.norm());
        const Eigen::MatrixXd K_expected = stiffness(q, Definiteness::exact);
        CHECK((K - K_expected).norm() < 1e-12 * K_expected.norm());
        CHECK(K == K.transpose());
        CHECK(sum.energy(q) == Approx(assembler.energy(U * q)).epsilon(1e-12));
    }
};

}  // namespace

TEST_CASE("cubature_elements: all elements with weights of one are the projection") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        CAPTURE(name_of(type));
        Case here(type);
        CubatureElements sum = here.sum(here.all(), Vector::Ones(here.body.mesh.n_elements()));
        here.check_projection(sum, 0.003 * test::noise(here.U.cols(), 9));
    }
}

TEST_CASE("cubature_elements: columns that move few elements, in shares, sum to the projection") {
    for (const Index r : {Index(20), Index(150)}) {  // in one share, and in several
        CAPTURE(r);
        Case here(ElementType::tet4, r);
        for (Index j = 0; j < r; ++j)
            for (Index i = 0; i < here.body.mesh.n_nodes(); ++i)
                if ((i + j) % 4 != 0 && here.body.mesh.positions(j % 3, i) > 0.2)
                    here.U.col(j).segment<3>(3 * i).setZero();
        CubatureElements sum = here.sum(here.all(), Vector::Ones(here.body.mesh.n_elements()));
        here.check_projection(sum, 0.002 * test::noise(r, 9));
    }
}

TEST_CASE("cubature_elements: some elements with weights are the columns that training sees") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        CAPTURE(name_of(type));
        Case here(type, 5);
        Eigen::MatrixXd q(5, 3), forces(5, 3);
        Vector f;
        for (Index t = 0; t < 3; ++t) {
            q.col(t) = 0.005 * test::noise(5, unsigned(t + 20));
            REQUIRE(!here.assembler.forces(here.U * q.col(t), f));
            forces.col(t) = here.U.transpose() * f;
        }
        std::vector<Eigen::MatrixXd> metrics;
        for (unsigned t = 0; t < 3; ++t) metrics.push_back(test::noise(25, t + 30).reshaped(5, 5));
        const ElementColumns columns(here.body, here.table(), here.U, q, forces, metrics);
        const std::vector<int> elements{7, 2, 11, 3};
        Eigen::MatrixXd A(15, 4);
        std::vector<double*> to;
        for (Index k = 0; k < 4; ++k) to.push_back(A.col(k).data());
        columns.compute(elements, to);
        const Vector weights = Eigen::Vector4d(0.5, 2, 3, 1);
        CubatureElements sum = here.sum(elements, weights);
        for (Index t = 0; t < 3; ++t) {
            REQUIRE(!sum.forces(q.col(t), f));
            const Vector expected = metrics[std::size_t(t)] * f;
            CHECK((A.middleRows(5 * t, 5) * weights - expected).norm() < 1e-12 * expected.norm());
        }
        CHECK(columns.error(here.all(), Vector::Ones(here.body.mesh.n_elements())) < 1e-12);
    }
}

TEST_CASE("cubature_elements: an inverted element is named as the mesh numbers it") {
    Case here(ElementType::tet4, 1);
    here.U.setZero();
    for (Index i = 0; i < here.body.mesh.n_nodes(); ++i)  // q = -2 turns the body inside out
        here.U(3 * i, 0) = here.body.mesh.positions(0, i);
    CubatureElements sum = here.sum({31, 17}, Eigen::Vector2d(1, 1));
    Vector f;
    const Event event = sum.forces(Vector::Constant(1, -2), f);
    CHECK(event.kind == Event::Kind::inverted);
    CHECK((event.element == 31 || event.element == 17));
    CHECK(event.body == "/body");
    CHECK(sum.energy(Vector::Constant(1, -2)) == std::numeric_limits<double>::infinity());
    CHECK(!sum.forces(Vector::Constant(1, -0.5), f));
}

TEST_CASE(
    "cubature_elements: with other positions at rest, rows and weights they are those made so") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        CAPTURE(name_of(type));
        Case here(type), there(type);
        there.body.mesh.positions =
            Eigen::Vector3d(1.2, 0.9, 1.1).asDiagonal() * here.body.mesh.positions;
        there.U *= 0.7;
        there.assembler.move_rest(there.body.mesh.positions);
        const std::vector<int> some{7, 2, 11};
        const Vector weights = Eigen::Vector3d(1, 2, 3);
        CubatureElements moved = here.sum(some, Eigen::Vector3d(5, 5, 5)),
                         made = there.sum(some, weights);
        REQUIRE(moved.nodes() == made.nodes());
        const Points rest = there.body.mesh.positions(Eigen::all, moved.nodes());
        Vector of_elements(3);
        for (std::size_t k = 0; k < 3; ++k)
            of_elements[Index(k)] =
                weights[std::find(some.begin(), some.end(), moved.elements()[k]) - some.begin()];
        REQUIRE_FALSE(moved.move(rest, node_rows(there.U, moved.nodes()), of_elements));
        const Vector q = 0.003 * test::noise(here.U.cols(), 9);
        Vector f, expected;
        Eigen::MatrixXd K, K_expected;
        REQUIRE_FALSE(moved.forces_and_stiffness(q, Definiteness::exact, f, K));
        REQUIRE_FALSE(made.forces_and_stiffness(q, Definiteness::exact, expected, K_expected));
        CHECK(f == expected);
        CHECK(K == K_expected);
        CHECK(moved.energy(q) == made.energy(q));
    }
}

TEST_CASE("cubature_elements: where stretches of the whole are limited, so are those of a part") {
    Case here(ElementType::tet4);
    here.assembler.limit_stretch(0.1, here.body.mesh.positions);
    const Points mirrored =
        Eigen::Vector3d(1, -1, 1).asDiagonal() * Points(here.body.mesh.positions);
    CubatureElements sum = here.sum(here.all(), Vector::Ones(here.body.mesh.n_elements()));
    REQUIRE_FALSE(here.assembler.move_rest(mirrored));
    REQUIRE_FALSE(sum.move(mirrored(Eigen::all, sum.nodes()), node_rows(here.U, sum.nodes()),
                           Vector::Ones(sum.size())));
    const Vector q = 0.0003 * test::noise(here.U.cols(), 9);
    Vector f, full;
    REQUIRE_FALSE(here.assembler.forces(here.U * q, full));
    REQUIRE_FALSE(sum.forces(q, f));
    CHECK((f - here.U.transpose() * full).norm() < 1e-11 * f.norm());
}

TEST_CASE(
    "cubature_elements: an element that is turned inside out at rest is reported by its number") {
    Case here(ElementType::tet4);
    CubatureElements sum = here.sum({7, 2, 11}, Vector::Ones(3));
    const Points mirrored = Eigen::Vector3d(1, -1, 1).asDiagonal() *
                            Points(here.body.mesh.positions(Eigen::all, sum.nodes()));
    const Event event = sum.move(mirrored, node_rows(here.U, sum.nodes()), Vector::Ones(3));
    CHECK(event.kind == Event::Kind::inverted);
    CHECK((event.element == 7 || event.element == 2 || event.element == 11));
}
