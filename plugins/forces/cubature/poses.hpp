/// The poses that a cubature is fitted to.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/math/random.hpp>
#include <sinew/snapshots/snapshots.hpp>

#include "training_body.hpp"

namespace sinew::cubature {

enum class PoseKind { mixed, gaussian, snapshots };

struct PoseParams : SnapshotParams {
    PoseKind type = PoseKind::mixed;
    std::optional<int> count;
    std::optional<double> amplitude;
    std::optional<double> end;
    static constexpr auto fields = std::tuple_cat(
        std::tuple{
            field("type", &PoseParams::type,
                  "gaussian: every mode of the linear motion in the subspace has the same elastic "
                  "energy on average; mixed: such, and a motion and equilibria under the scene's "
                  "loads (gravity, if it has none) and under random ones, found with all elements; "
                  "snapshots: those of a finished run, projected"),
            field("count", &PoseParams::count, at_least(2),
                  "Not of snapshots: poses for training and test together, about; 200 if absent"),
            field("amplitude", &PoseParams::amplitude, positive,
                  "Not of snapshots: largest root mean square displacement of a node, as a part of "
                  "the "
                  "diagonal of the body's box, of gaussian ones; 0.1 if absent"),
            field(
                "end", &PoseParams::end, unit::s, positive,
                "mixed: time of the run up to which its loads are looked at; where the scene ends "
                "if absent"),
            SnapshotParams::files,
        },
        SnapshotParams::choice);

    int n_random() const { return count.value_or(200); }
    double gaussian_amplitude() const { return amplitude.value_or(0.1); }
};

struct Poses {
    Eigen::MatrixXd q;       ///< r x count
    Eigen::MatrixXd forces;  ///< U'f(Uq), r x count, none zero
    /// One flag a pose: the body may go there. Random poses have elements that are nearly inverted,
    /// which no load leads to.
    std::vector<char> is_reachable;
    /// Number of poses with inverted elements. Random ones are replaced by others of lower
    /// amplitude, snapshots left out.
    int n_rejected = 0;
    int n_gaussian = 0, n_motion = 0, n_equilibria = 0;  ///< poses by what they are
    int n_lost = 0;     ///< loads under which no equilibrium was found
    int n_at_rest = 0;  ///< snapshots left out since they do not deform the body
    /// Part of the snapshots that the subspace does not hold: root of the ratio of sums of squared
    /// mass norms.
    double outside = 0;
};

/// Gaussian poses. Throws InputError in the name of `origin` if no pose without inverted elements
/// is found, or if memory cannot hold so many.
Poses random_poses(const PoseParams& params, const TrainingBody& body, int count, Random& random,
                   const Origin& origin);

/// Two thirds of the poses at random; a fifth, or fewer, of the motion under the scene's loads;
/// equilibria under these, and the rest under random loads, whose linear answers are such as random
/// poses: in random order. Throws InputError as random_poses.
Poses mixed_poses(const PoseParams& params, const TrainingBody& body, const SceneLoads& loads,
                  Random& random, const Origin& origin);

/// Displacements of snapshots, projected to the subspace in the metric of mass, in random order:
/// what comes last may serve as a test of what is fitted to the others. Throws InputError at the
/// place of a file that does not fit, and at that of the snapshots if nothing is left.
Poses snapshot_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                     Random& random, const Origin& origin);

}  // namespace sinew::cubature

template <>
struct sinew::EnumNames<sinew::cubature::PoseKind> {
    static constexpr std::array names{std::pair{"mixed", cubature::PoseKind::mixed},
                                      std::pair{"gaussian", cubature::PoseKind::gaussian},
                                      std::pair{"snapshots", cubature::PoseKind::snapshots}};
};
