#include <fmt/format.h>

#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sinew/snapshots/frames.hpp>
#include <sinew/snapshots/snapshots.hpp>

namespace sinew {

namespace {

/// Constrained degrees of freedom are at rest up to this part of the largest displacement.
constexpr double at_rest = 1e-5;

/// Nodes of a snapshot rest where the body's do, up to this part of its box's diagonal.
constexpr double same_place = 1e-5;

Vector displacement(const Path& path, const FullBody& full) {
    require_file(path);
    const frames::Frame frame = frames::read_frame(path);
    const Points& rest = full.body().mesh.positions;
    const auto fail = [&](const std::string& message, const std::string& remedy) {
        throw InputError(path.mark, path.written + ": " + message, remedy);
    };
    if (frame.positions.cols() != rest.cols())
        fail(fmt::format("the snapshot has {} nodes, {} has {}", frame.positions.cols(),
                         full.body().path, rest.cols()),
             "take snapshots of a run with the same mesh");
    for (Index a = 0; a < rest.cols(); ++a)
        if (!frame.displacement.col(a).allFinite() || !frame.positions.col(a).allFinite())
            fail(fmt::format("the displacement of node {} is not finite", a),
                 "leave the file out of `snapshots`");
    const double diagonal = (rest.rowwise().maxCoeff() - rest.rowwise().minCoeff()).norm();
    Index node = 0;
    const double off =
        (frame.positions - frame.displacement - rest).colwise().norm().maxCoeff(&node);
    if (off > same_place * diagonal)
        fail(fmt::format("the snapshot is of another shape than {}: node {} rests {:.3g} m "
                         "away from its position",
                         full.body().path, node, off),
             "take snapshots of a run with the same mesh and the same transform");
    return frame.displacement.reshaped();
}

std::string node_at(const FullBody& full, Index node) {
    const Eigen::Vector3d x = full.body().mesh.positions.col(node);
    return fmt::format("node {} at [{:.4g}, {:.4g}, {:.4g}]", node, x.x(), x.y(), x.z());
}

/// A subspace would tear the body from nodes that it holds and that the snapshots move.
void refuse_moving_constraints(const Eigen::MatrixXd& S, const std::vector<Path>& files,
                               const FullBody& full) {
    const double largest = S.size() > 0 ? S.cwiseAbs().maxCoeff() : 0;
    Index n_moved = 0, worst = 0, file = 0;
    double most = 0;
    for (Index node = 0; 3 * node < S.rows(); ++node) {
        double moved = 0;
        for (Index i = 3 * node; i < 3 * node + 3; ++i) {
            if (!full.constrained.fixed[std::size_t(i)]) continue;
            Index k = 0;
            const double here = S.row(i).cwiseAbs().maxCoeff(&k);
            moved = std::max(moved, here);
            if (here <= most) continue;
            most = here;
            worst = node;
            file = k;
        }
        if (moved > at_rest * largest) ++n_moved;
    }
    if (n_moved == 0) return;
    const Path& path = files[std::size_t(file)];
    throw InputError(
        path.mark,
        fmt::format("nodes that constraints hold on {} move in the snapshots, {} of them: {} "
                    "farthest, by {:.3g} m in {}",
                    full.body().path, n_moved, node_at(full, worst), most, path.written),
        "take snapshots of a run in which the body is held where it is held here");
}

/// Warns of free nodes at rest: a run with more Dirichlet conditions tells nothing of their motion.
void warn_of_free_at_rest(const Eigen::MatrixXd& S, const SourceMark& where, const FullBody& full) {
    if (S.isZero(0)) return;
    Index n_still = 0, first = 0;
    for (Index node = 0; 3 * node < S.rows(); ++node) {
        bool is_free = true;
        for (Index i = 3 * node; i < 3 * node + 3; ++i)
            is_free = is_free && !full.constrained.fixed[std::size_t(i)];
        if (!is_free || !S.middleRows<3>(3 * node).isZero(0)) continue;
        if (n_still++ == 0) first = node;
    }
    if (n_still == 0) return;
    log_diagnostic(
        Diagnostic::warning(
            fmt::format("free nodes of {} stay at rest in all of the snapshots, {} of "
                        "them: the first is {}",
                        full.body().path, n_still, node_at(full, first)))
            .remedy("if the run of the snapshots held them, take one that holds what is held here")
            .at(where)
            .on(full.body().path));
}

/// Displacements as seen from the frame that fits the deformed body best, in the mass metric.
void take_out_rotations(Eigen::MatrixXd& S, const FullBody& full) {
    const Points& X = full.body().mesh.positions;
    const Vector& mass = full.mass().row_sums();
    const Eigen::Vector3d center = X * mass / mass.sum();
    const Points arms = X.colwise() - center;
    for (auto u : S.colwise()) {
        const Points x = X + u.reshaped(3, X.cols());
        const Eigen::Vector3d moved = x * mass / mass.sum();
        const Eigen::Matrix3d A = (x.colwise() - moved) * mass.asDiagonal() * arms.transpose();
        const Eigen::Matrix3d R = polar(A).R;
        u = (R.transpose() * (x.colwise() - moved) - arms).reshaped();
    }
}

void take_out_rigid_motions(Eigen::MatrixXd& S, const FullBody& full) {
    const Eigen::MatrixXd R = rigid_motions(full);
    Vector momentum;
    for (auto u : S.colwise()) {
        full.mass().multiply(u, momentum);
        u -= R * (R.transpose() * momentum);
    }
}

}  // namespace

std::vector<Path> snapshot_files(const SnapshotParams& params) {
    std::vector<Path> all, taken;
    for (const Path& path : params.snapshots.items) {
        require_file(path);
        if (path.absolute.extension() != ".pvd")
            all.push_back(path);
        else
            for (Path& file : frames::files_of_pvd(path, params.part))
                all.push_back(std::move(file));
    }
    const auto every = std::size_t(params.every.value);
    if (all.size() > 1 && every >= all.size())
        throw InputError(
            params.every.where,
            fmt::format("every: {} leaves only the first of {} snapshots", every, all.size()),
            fmt::format("take at most every: {}, or name more snapshots", all.size() - 1));
    for (std::size_t k = 0; k < all.size(); k += every) taken.push_back(all[k]);
    return taken;
}

void add_snapshots_to(ArtifactKey& key, const SnapshotParams& params) {
    const std::vector<Path> files = snapshot_files(params);
    std::string hashes;
    for (const Path& path : files) hashes += fingerprint(path);
    key.add("snapshots", fmt::format("{} files", files.size()), fingerprint(hashes));
}

Eigen::MatrixXd snapshot_displacements(const SnapshotParams& params, const FullBody& full) {
    const std::vector<Path> files = snapshot_files(params);
    Eigen::MatrixXd S(full.size(), Index(files.size()));
    for (std::size_t k = 0; k < files.size(); ++k) S.col(Index(k)) = displacement(files[k], full);
    refuse_moving_constraints(S, files, full);
    if (!files.empty()) warn_of_free_at_rest(S, files.front().mark, full);
    full.zero_constrained(S);
    if (full.constrained.n_free == full.size()) {
        take_out_rotations(S, full);
        take_out_rigid_motions(S, full);
    }
    return S;
}

}  // namespace sinew
