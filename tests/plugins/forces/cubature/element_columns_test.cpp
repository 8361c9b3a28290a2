#include "cubature/element_columns.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <support/bodies.hpp>
#include <support/small_systems.hpp>

using namespace sinew;

TEST_CASE("element columns: those of all elements sum to the forces in the metric of each pose") {
    constexpr Index r = 4, n_poses = 2;
    const test::NeoHookean material;
    const Body body =
        test::body(test::box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.2), material);
    Assembler assembler(displacement_forces(body.mesh, material));
    Eigen::MatrixXd U(3 * body.mesh.n_nodes(), r), q(r, n_poses), forces(r, n_poses);
    for (Index j = 0; j < r; ++j) U.col(j) = test::noise(U.rows(), unsigned(j + 1));
    std::vector<Eigen::MatrixXd> metrics;
    Vector expected(r * n_poses), f;
    for (Index t = 0; t < n_poses; ++t) {
        q.col(t) = 0.005 * test::noise(r, unsigned(t + 20));
        REQUIRE(!assembler.forces(U * q.col(t), f));
        forces.col(t) = U.transpose() * f;
        metrics.push_back(test::noise(r * r, unsigned(t + 30)).reshaped(r, r));
        expected.segment(r * t, r) = metrics.back() * forces.col(t);
    }
    const ElementColumns columns(body, assembler.elements().table(), U, q, forces, metrics);
    std::vector<int> all(std::size_t(columns.n_candidates()));
    std::iota(all.begin(), all.end(), 0);
    Eigen::MatrixXd A(r * n_poses, Index(all.size()));
    std::vector<double*> to;
    for (Index k = 0; k < A.cols(); ++k) to.push_back(A.col(k).data());
    columns.compute(all, to);
    const Vector sum = A.rowwise().sum();
    CHECK((sum - expected).norm() < 1e-12 * expected.norm());
    CHECK((columns.target() - expected).norm() < 1e-12 * expected.norm());
    const Vector half = Vector::Constant(A.cols(), 0.5);
    CHECK(columns.error(all, half) == Approx(0.5).epsilon(1e-12));
}
