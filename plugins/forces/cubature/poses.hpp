/// The poses that a cubature is fitted to.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/math/random.hpp>
#include <sinew/snapshots/snapshots.hpp>

namespace sinew::cubature {

enum class PoseKind { gaussian, snapshots };

struct PoseParams : SnapshotParams {
    PoseKind type = PoseKind::gaussian;
    std::optional<int> count;
    std::optional<double> amplitude;
    static constexpr auto fields = std::tuple_cat(
        std::tuple{
            field("type", &PoseParams::type,
                  "gaussian: every mode of the linear motion in the subspace has the same elastic "
                  "energy on average; snapshots: those of a finished run, projected"),
            field("count", &PoseParams::count, at_least(2),
                  "gaussian: poses for training and test together; 200 if absent"),
            field("amplitude", &PoseParams::amplitude, positive,
                  "gaussian: largest root mean square displacement of a node, as a part of the "
                  "diagonal of the body's box; 0.1 if absent"),
            SnapshotParams::files,
        },
        SnapshotParams::choice);

    int n_gaussian() const { return count.value_or(200); }
    double gaussian_amplitude() const { return amplitude.value_or(0.1); }
};

struct Poses {
    Eigen::MatrixXd q;       ///< r x count
    Eigen::MatrixXd forces;  ///< U'f(Uq), r x count, none zero
    /// Number of poses with inverted elements. Random ones are replaced by others of lower
    /// amplitude, snapshots left out.
    int n_rejected = 0;
    int n_at_rest = 0;  ///< snapshots left out since they do not deform the body
    /// Part of the snapshots that the subspace does not hold: root of the ratio of sums of squared
    /// mass norms.
    double outside = 0;
};

/// Throws InputError in the name of `origin` if no vector of the basis deforms the body, if no pose
/// without inverted elements is found, or if memory cannot hold so many.
Poses random_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                   Random& random, const Origin& origin);

/// Displacements of snapshots, projected to the subspace in the metric of mass, in random order:
/// what comes last may serve as a test of what is fitted to the others. Throws InputError at the
/// place of a file that does not fit, and at that of the snapshots if nothing is left.
Poses snapshot_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                     Random& random, const Origin& origin);

}  // namespace sinew::cubature

template <>
struct sinew::EnumNames<sinew::cubature::PoseKind> {
    static constexpr std::array names{std::pair{"gaussian", cubature::PoseKind::gaussian},
                                      std::pair{"snapshots", cubature::PoseKind::snapshots}};
};
