#include "pose_bases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis_artifact.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>

#include "vertex_rotations.hpp"

namespace sinew::pose_space {
namespace {

/// Vectors of regions, and of the whole beside them, may depend on each other: the least eigenvalue
/// of U'MU is then 0.
void refuse_dependent(const PoseBases& bases, const MassMatrix& mass, const Basis& basis) {
    if (bases.groups.size() == 1) return;
    for (std::size_t pose = 0; pose < bases.U.size(); ++pose) {
        const Eigen::MatrixXd& U = bases.U[pose];
        const Vector left = symmetric_eigenvalues(transpose_times(U, mass.times(U)));
        if (!(left[0] > 1e-6))
            throw InputError(
                basis.provenance.where,
                fmt::format("vectors of {} depend on each other at pose {}",
                            basis.provenance.plugin, pose),
                "ask for fewer, of regions or of the whole (`global`), or for regions that "
                "overlap less");
    }
}

void add_basis(const ElasticBody& full, const Points& shape, Index pose,
               const PoseBasesSettings& settings, PoseBases& to) {
    const Basis& basis = settings.basis;
    Activity activity(fmt::format("the basis of {} at pose {}", full.body().path, pose));
    try {
        PoseSite site{full.rest_shape()->poses()->moduli(), pose, settings.contacts};
        to.bodies.push_back(
            std::make_unique<PoseBody>(full, shape, settings.formulation, std::move(site)));
        FullBody& body = to.bodies.back()->full();
        if (settings.contacts) {
            std::set<int> vertices;
            for (const PoseContact& contact : to.bodies.back()->contacts())
                vertices.insert(contact.node);
            to.report.contacts.push_back(Index(vertices.size()));
        }
        FetchedBasis fetched = fetch_basis(basis, body);
        if (pose == 0) to.file = fetched.file.string();
        to.report.seconds.push_back(fetched.seconds);
        to.key.add(fmt::format("pose {}", pose), body.key.hash());
        std::vector<int> groups = fetched.vectors.groups;
        if (groups.empty()) groups = {int(fetched.vectors.U.cols())};
        if (pose == 0) {
            to.groups = groups;
            add_to_key(basis, body, to.key);
            to.key.add("basis algorithm", std::to_string(basis.algorithm()));
        }
        if (groups != to.groups)
            throw InputError(
                basis.provenance.where,
                fmt::format("the basis of {} has {} vectors at pose {}, and {} at the neutral one",
                            full.body().path, fetched.vectors.U.cols(), pose, to.U.front().cols()),
                "ask for a number of vectors that all poses have");
        to.U.push_back(std::move(fetched.vectors.U));
    } catch (const ComputationError& error) {
        throw InputError(
            settings.reduction.where,
            fmt::format("{} at pose {}: {}", full.body().path, pose, error.diagnostic().message),
            error.diagnostic().remedy);
    }
}

/// Turns the vectors of each group to those of the pose before along the tree. Angles are those of
/// un-rotated ones, whatever is done.
void align_all(const ElasticBody& full, Alignment alignment, PoseBases& bases) {
    const ExamplePoses& poses = *full.rest_shape()->poses();
    const Index m = poses.n_poses();
    std::vector<VolumeMesh> meshes(std::size_t(m), full.body().mesh);
    for (Index pose = 0; pose < m; ++pose)
        meshes[std::size_t(pose)].positions = poses.at_pose(pose);
    const std::vector<Eigen::Matrix3d> unturned(std::size_t(full.body().mesh.n_nodes()),
                                                Eigen::Matrix3d::Identity());
    const auto distance = [&](Index i, Index j) { return poses.distance(i, j); };
    for (const Branch& branch : alignment_tree(m, distance)) {
        const std::size_t pose = std::size_t(branch.pose), onto = std::size_t(branch.onto);
        const std::vector<Eigen::Matrix3d> turns =
            vertex_rotations(meshes[onto], meshes[pose].positions);
        double largest = 0;
        Index first = 0;
        for (const int size : bases.groups) {
            const auto of_group = [&](std::size_t of) -> Eigen::MatrixXd {
                return bases.U[of].middleCols(first, size);
            };
            Aligned aligned = align(of_group(pose), of_group(onto), turns, full.mass());
            largest = std::max(largest, aligned.angles[0]);
            if (alignment == Alignment::procrustes)
                aligned = align(of_group(pose), of_group(onto), unturned, full.mass());
            if (alignment != Alignment::none) bases.U[pose].middleCols(first, size) = aligned.U;
            first += size;
        }
        bases.report.tree.push_back({branch, largest});
    }
    if (alignment != Alignment::full)
        bases.key.add("alignment", alignment == Alignment::none ? "none" : "procrustes");
}

/// Gives all poses the vectors of the neutral one, which match each other as they are.
void take_neutral(const ElasticBody& full, PoseVectors vectors, PoseBases& bases) {
    const ExamplePoses& poses = *full.rest_shape()->poses();
    for (std::size_t pose = 1; pose < bases.U.size(); ++pose) {
        bases.U[pose] = bases.U.front();
        if (vectors == PoseVectors::of_neutral) continue;
        std::vector<Eigen::Matrix3d> back =
            vertex_rotations(full.body().mesh, poses.at_pose(Index(pose)));
        for (Eigen::Matrix3d& R : back) R.transposeInPlace();
        rotate_rows_back(back, bases.U[pose]);
    }
    bases.key.add("vectors", vectors == PoseVectors::of_neutral ? "neutral" : "neutral, turned");
}

void warn_of_no_contact(const ElasticBody& full, const PoseBasesSettings& settings,
                        const PoseBases& bases) {
    const std::vector<Index>& contacts = bases.report.contacts;
    if (!settings.contacts ||
        std::any_of(contacts.begin(), contacts.end(), [](Index count) { return count > 0; }))
        return;
    log_diagnostic(
        Diagnostic::warning("nothing of " + full.body().path + " is in contact at any of its poses")
            .remedy("name a pose in which parts touch, or give `contacts` a larger `distance`")
            .at(settings.reduction.at("contacts"))
            .on(settings.reduction));
}

void take_common(const MassMatrix& mass, int size, const Origin& reduction, PoseBases& bases) {
    const Index r = bases.U.front().cols();
    Eigen::MatrixXd all(bases.U.front().rows(), r * Index(bases.U.size()));
    for (std::size_t pose = 0; pose < bases.U.size(); ++pose)
        all.middleCols(Index(pose) * r, r) = bases.U[pose];
    const MassPca pca = mass_pca(all, [&](const Eigen::MatrixXd& X) { return mass.times(X); });
    if (size > pca.vectors.cols())
        throw InputError(
            reduction.at("common"),
            fmt::format("`common` asks for {} vectors, and the {} of all poses span {} "
                        "dimensions",
                        size, all.cols(), pca.vectors.cols()),
            "ask for fewer, or find more at each pose");
    const Eigen::MatrixXd U = pca.vectors.leftCols(size);
    std::fill(bases.U.begin(), bases.U.end(), U);
    bases.groups = {size};
    bases.key.add("common", std::to_string(size));
}

}  // namespace

PoseBases pose_bases(const ElasticBody& full, const PoseBasesSettings& settings) {
    const ExamplePoses& poses = *full.rest_shape()->poses();
    const Index m = poses.n_poses();
    if (m > 1 && !settings.basis.common.artifact.empty())
        throw InputError(settings.basis.provenance.where,
                         fmt::format("one `artifact` cannot hold the bases of {} poses", m),
                         "leave it out: they are kept in the cache");
    PoseBases bases;
    for (Index pose = 0; pose < m; ++pose)
        add_basis(full, poses.at_pose(pose), pose, settings, bases);
    refuse_dependent(bases, full.mass(), settings.basis);
    warn_of_no_contact(full, settings, bases);
    const bool has_own = settings.vectors == PoseVectors::own;
    if (!has_own) take_neutral(full, settings.vectors, bases);
    if (settings.common)
        take_common(full.mass(), *settings.common, settings.reduction, bases);
    else
        align_all(full, has_own ? settings.alignment : Alignment::none, bases);
    return bases;
}

}  // namespace sinew::pose_space
