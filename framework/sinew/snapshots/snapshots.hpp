/// Deformations that a finished run passed through, read back for a body: what bases and cubatures
/// may be fitted to.
#pragma once

#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <tuple>
#include <vector>

namespace sinew {

/// Parameters that choose the snapshots; a plugin's own parameters may derive from them.
struct SnapshotParams {
    OneOrMany<Path> snapshots;
    int part = 0;
    Marked<int> every{1, {}};

    static constexpr auto files =
        field("snapshots", &SnapshotParams::snapshots,
              "The .pvd of a finished run, or .vtu files with the field displacement");
    static constexpr auto choice = std::tuple{
        field("part", &SnapshotParams::part, at_least(0),
              "Which body of a .pvd: its place among those that the run wrote, from 0"),
        field("every", &SnapshotParams::every, at_least(1), "Takes every so many snapshots"),
    };
};

/// The .vtu files that are taken, in order. Throws InputError at the place of a path that is not
/// there or lists nothing, and at that of `every` where it leaves the first of several files alone,
/// which is one at rest as a rule.
std::vector<Path> snapshot_files(const SnapshotParams& params);

/// Adds what the files hold.
void add_snapshots_to(ArtifactKey& key, const SnapshotParams& params);

/// n x N, displacements [m] of the body in the snapshots: zero in degrees of freedom that are
/// constrained. Warns of free nodes that no snapshot moves. For a body without Dirichlet
/// conditions, each is seen from the frame that fits it best in the metric of mass, and
/// infinitesimal rigid motions that are left are projected out.
///
/// Throws InputError at the place of a path whose snapshot is of another mesh, rests elsewhere, is
/// not finite, or moves nodes that are constrained (by more than 1e-5 of the largest displacement).
Eigen::MatrixXd snapshot_displacements(const SnapshotParams& params, const FullBody& full);

}  // namespace sinew
