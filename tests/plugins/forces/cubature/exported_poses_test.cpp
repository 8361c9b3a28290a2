#include "cubature/exported_poses.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/player/read_cubature.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <support/bodies.hpp>

#include "cubature/element_part.hpp"
#include "trained_body.hpp"

using namespace sinew;

TEST_CASE("exported poses: a player finds the same forces at any pose, bit by bit") {
    const test::TrainedBody bar("neo_hookean");
    const Body& body = bar->full.body();
    const VolumeMesh& mesh = body.mesh;
    ElementTable whole(mesh, 1);
    const double least = GENERATE(0.0, 0.9);
    whole.limit_stretch(least, mesh.positions);
    std::vector<Eigen::MatrixXd> bases;
    for (unsigned pose = 0; pose < 2; ++pose) {
        Eigen::MatrixXd& U = bases.emplace_back(3 * mesh.n_nodes(), 5);
        for (Index j = 0; j < U.cols(); ++j)
            U.col(j) = 1e-2 * test::noise(U.rows(), 10 * pose + unsigned(j));
    }
    CubatureElements sum(body, whole, bases[0], {3, 11, 40, 7, 22, 30, 31, 12, 8, 9},
                         Vector::Ones(10));
    std::vector<Eigen::MatrixXd> of_nodes;
    for (const Eigen::MatrixXd& U : bases) of_nodes.push_back(node_rows(U, sum.nodes()));
    sum.set_columns(of_nodes);
    const player::PosedRows rows(sum.packs(), of_nodes, sum.rows(), in_order);
    const Eigen::MatrixXd weights = Eigen::MatrixXd::Random(10, 2).cwiseAbs();

    Archive archive;
    REQUIRE(sum.export_to(archive).empty());
    cubature::export_poses(sum, rows, weights, archive);
    const std::string file = (std::filesystem::temp_directory_path() /
                              ("sinew-exported-poses-" + std::to_string(getpid()) + ".h5"))
                                 .string();
    write_archive(file, archive);
    const auto played = player::read_posed_cubature(player::ModelFile(file), 2, 5, mesh.n_nodes());
    std::filesystem::remove(file);
    REQUIRE(played->nodes() == sum.nodes());

    const Eigen::Vector2d pose(0.7, 0.3);
    const Vector scales = Vector::LinSpaced(5, 0.5, 2), q = Vector::LinSpaced(5, -0.1, 0.1);
    const Points rest =
        Eigen::Vector3d(1.1, 0.8, 1).asDiagonal() * Points(mesh.positions(Eigen::all, sum.nodes()));
    Vector of_elements, f, expected;
    Eigen::MatrixXd K, K_expected;
    player::mix_element_weights(weights, pose, of_elements);
    rows.mix(pose, scales, sum.rows());
    REQUIRE_FALSE(sum.move(rest, of_elements));
    REQUIRE_FALSE(played->follow(pose, scales, rest));
    REQUIRE_FALSE(sum.forces_and_stiffness(q, Definiteness::exact, expected, K_expected));
    REQUIRE_FALSE(played->forces_and_stiffness(q, Definiteness::exact, f, K));
    CHECK(f == expected);
    CHECK(K == K_expected);
    CHECK(f.norm() > 0);
}
