#include <catch2/catch.hpp>
#include <pose_space/exported_pose_space.hpp>
#include <pose_space/pose_products.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::pose_space;

TEST_CASE("exported pose space: rows and products in the archive are those of the bases") {
    PosedBody posed;
    const MassMatrix& mass = posed.full.mass();
    const PosedMotion motion(posed.full,
                             PoseBasis(posed.bases, mass, PoseBasis::Precision::single));
    const Eigen::MatrixXd factors = Eigen::MatrixXd::Random(posed.body.mesh.n_nodes(), 5);
    const PosedInertia inertia(
        std::make_unique<LinearInertia>(linear_inertia(posed.bases, factors, mass)),
        std::make_unique<RotatedMass>(rotated_mass(posed.bases, mass)), 1.5);
    Archive archive;
    export_pose_space(motion, inertia, true, archive);
    CHECK(archive.integer("basis/neglects_rate") == 1);
    CHECK(archive.number("inertia/gain") == 1.5);
    CHECK(archive.text("inertia/type") == "linear");
    // All vectors move all nodes: one range a node, and all pairs of vectors.
    const Index n = posed.body.mesh.n_nodes(), m = 2, r = 4;
    REQUIRE(archive.numbers("basis/rows/numbers").size() == std::size_t(3 * n * m * r));
    CHECK(archive.numbers("basis/rows/numbers")[1] == double(float(posed.bases[0](0, 1))));
    CHECK(archive.integers("basis/rows/columns")[1] == r);
    CHECK(archive.integers("basis/mass/pairs").size() == std::size_t(r * (r + 1)));
    const Eigen::MatrixXd values = archive.vector("basis/mass/values", m * m * r * (r + 1) / 2)
                                       .reshaped(m * m, r * (r + 1) / 2);
    const Eigen::MatrixXd expected = posed.block.gram(posed.bases[1], posed.bases[0]);
    CHECK(std::abs(values(1, 0) - expected(0, 0)) < 1e-12);
    CHECK(archive.numbers("inertia/products").size() == std::size_t(m * r * 3 * 5));
    CHECK(archive.numbers("inertia/rotated/values").size() ==
          std::size_t(9 * m * m * r * (r + 1) / 2));
}
