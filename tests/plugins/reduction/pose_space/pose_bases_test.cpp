#include <catch2/catch.hpp>
#include <pose_space/pose_bases.hpp>
#include <pose_space/vertex_rotations.hpp>
#include <support/empty_cache.hpp>
#include <support/plugins.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::ContactMotion;
using sinew::pose_space::ContactSearch;
using sinew::pose_space::pose_bases;
using sinew::pose_space::PoseBases;
using sinew::pose_space::PoseBody;

namespace {

/// Bases of six modes at both poses of a block.
struct BlockBases {
    PoseBases find(std::optional<ContactSearch> contacts = {}, std::optional<int> common = {}) {
        return pose_bases(block.full, {*basis, formulation, reduction, contacts, common});
    }
    PoseBases find(pose_space::Alignment alignment,
                   pose_space::PoseVectors vectors = pose_space::PoseVectors::own) {
        return pose_bases(block.full, {*basis, formulation, reduction, {}, {}, alignment, vectors});
    }
    Eigen::MatrixXd gram(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) const {
        return A.transpose() * block.full.mass().times(B);
    }

    EmptyCache cache;
    Origin formulation{"formulation/posed", "/body", {}},
        reduction{"reduction/pose_space", "/body", {}};
    PosedBody block;
    Made<Basis> made = make<Basis>("basis/linear_modes", "modes: 6");
    const Basis* basis = &*made;
};

}  // namespace

TEST_CASE(
    "pose bases: each spans the modes of the body as it is at its pose, turned to the other") {
    BlockBases block;
    const PoseBases bases = block.find();
    REQUIRE(bases.U.size() == 2);
    CHECK(bases.groups == std::vector{6});
    CHECK(bases.report.seconds.size() == 2);
    CHECK(bases.report.contacts.empty());
    for (const Index pose : {0, 1}) {
        PoseBody body(block.block.full, block.block.shape().at_pose(pose), block.formulation);
        const Eigen::MatrixXd modes = block.basis->compute(body.full()).U,
                              shared = block.gram(modes, bases.U[std::size_t(pose)]);
        CHECK((shared * shared.transpose() - Eigen::MatrixXd::Identity(6, 6)).norm() < 1e-8);
    }
    const double between = block.gram(bases.U[0], bases.U[1]).squaredNorm();
    CHECK(between < 5.999);  // the poses have modes of their own

    REQUIRE(bases.report.tree.size() == 1);
    VolumeMesh neutral = block.block.body.mesh;
    const std::vector<Eigen::Matrix3d> turns =
        pose_space::vertex_rotations(neutral, block.block.shape().at_pose(1));
    const Eigen::MatrixXd again =
        pose_space::align(bases.U[1], bases.U[0], turns, block.block.full.mass()).U;
    CHECK((again - bases.U[1]).norm() < 1e-8 * again.norm());
}

TEST_CASE("pose bases: alignments turn vectors within one span, and other ones are other bases") {
    using pose_space::Alignment;
    BlockBases block;
    const PoseBases best = block.find(), as_they_are = block.find(Alignment::procrustes),
                    none = block.find(Alignment::none);
    PoseBody body(block.block.full, block.block.shape().at_pose(1), block.formulation);
    CHECK(none.U[1] == block.basis->compute(body.full()).U);
    const auto distance = [&](const PoseBases& bases) {
        const Eigen::MatrixXd change = bases.U[1] - bases.U[0];
        return block.gram(change, change).trace();
    };
    // Procrustes's method is the best for vectors as they are.
    CHECK(distance(as_they_are) < distance(none) - 1e-3);
    CHECK(distance(as_they_are) < distance(best));
    for (const PoseBases* bases : {&best, &as_they_are}) {
        CHECK(bases->U[0] == none.U[0]);
        const Eigen::MatrixXd shared = block.gram(none.U[1], bases->U[1]);
        CHECK((shared * shared.transpose() - Eigen::MatrixXd::Identity(6, 6)).norm() < 1e-8);
        CHECK(bases->report.tree[0].second == none.report.tree[0].second);
    }
    CHECK(best.key.hash() != none.key.hash());
    CHECK(as_they_are.key.hash() != none.key.hash());
    CHECK(as_they_are.key.hash() != best.key.hash());
}

TEST_CASE("pose bases: those of the neutral pose are at all poses, turned with the nodes or not") {
    using pose_space::Alignment, pose_space::PoseVectors;
    BlockBases block;
    const PoseBases own = block.find(Alignment::none),
                    same = block.find(Alignment::none, PoseVectors::of_neutral),
                    turned = block.find(Alignment::full, PoseVectors::of_neutral_turned);
    CHECK(same.U[1] == own.U[0]);
    CHECK((turned.U[1] - own.U[0]).norm() > 0.01 * own.U[0].norm());
    Eigen::MatrixXd back = turned.U[1];
    pose_space::rotate_rows_back(
        pose_space::vertex_rotations(block.block.body.mesh, block.block.shape().at_pose(1)), back);
    CHECK((back - own.U[0]).norm() < 1e-10 * back.norm());
    CHECK(same.key.hash() != own.key.hash());
    CHECK(same.key.hash() != turned.key.hash());
}

TEST_CASE("pose bases: a common one is mass-orthonormal, and as near to both as a plane can be") {
    BlockBases block;
    const PoseBases own = block.find(), common = block.find({}, 6);
    CHECK(common.U[0] == common.U[1]);
    CHECK(common.key.hash() != own.key.hash());
    const Eigen::MatrixXd& U = common.U[0];
    CHECK((block.gram(U, U) - Eigen::MatrixXd::Identity(6, 6)).norm() < 1e-10);
    const auto of_both = [&](const Eigen::MatrixXd& V) {
        return block.gram(V, own.U[0]).squaredNorm() + block.gram(V, own.U[1]).squaredNorm();
    };
    CHECK(of_both(U) > of_both(own.U[0]) + 1e-3);
    CHECK(of_both(U) > of_both(own.U[1]) + 1e-3);
    CHECK_THROWS_WITH(block.find({}, 13), Catch::Contains("`common` asks for 13 vectors"));
}

TEST_CASE("pose bases: vectors of a pose in contact keep it, and vertices are counted once") {
    BlockBases block;
    const Points neutral = block.block.shape().at_pose(0);
    const Index n_lowest = (neutral.row(2).array() < neutral.row(2).minCoeff() + 1e-9).count();
    const double ground = neutral.row(2).minCoeff() - 1e-3;
    ContactSearch search{2e-3, ContactMotion::sliding, {{{0, 0, ground}}, {{0, 0, ground}}}};
    const PoseBases bases = block.find(search);
    CHECK(bases.report.contacts.front() == n_lowest);
    const Eigen::MatrixXd& U = bases.U.front();
    double moved = 0, slid = 0;
    for (Index i = 0; i < neutral.cols(); ++i)
        if (neutral(2, i) < ground + 2e-3) {
            moved = std::max(moved, U.row(3 * i + 2).norm());
            slid = std::max(slid, U.row(3 * i).norm());
        }
    CHECK(moved < 1e-10 * U.norm());
    CHECK(slid > 1e-3 * U.norm());
    // Where both sides may part, vectors are those without contact.
    search.motion = ContactMotion::unilateral;
    CHECK((block.find(search).U.front() - block.find().U.front()).norm() < 1e-9 * U.norm());
}
