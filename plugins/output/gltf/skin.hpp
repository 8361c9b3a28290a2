/// A moving surface as a skinned mesh: linear blend skinning by a few joints a point, and what the
/// simulation adds to it as morph targets. In frame k point i is at
///
///     x_ik = A_ik (X_i + sum_m c_mk D_mi),     A_ik = sum_j w_ij G_j(t_k) B_j
///
/// with the weights w_ij of its joints, G_j their nodes' transforms and B_j their inverse bind
/// matrices. The differences d_ik = A_ik^-1 x_ik - X_i, at rest, are what morph targets are made
/// for: their principal directions D_m, the first that leave no point of a frame farther from the
/// simulated one than a tolerance. Blending shrinks (|A_ik v| <= |v|), so that what is left out of
/// d_ik is less in the world. Where it has shrunk a direction to less than a tenth, d_ik is bounded
/// and part of x_ik stays out.
///
/// Magnenat-Thalmann, Laperriere & Thalmann 1988 (skinning); Lewis, Cordner & Fong, Pose space
/// deformation, 2000, section 4.3 (differences carried to the rest).
#pragma once

#include <sinew/mechanics/output/surface_series.hpp>

#include "influences.hpp"
#include "joint_tracks.hpp"

namespace sinew::gltf_output {

/// Bounds on the number of morph targets.
struct MorphLimits {
    int most = 32;
    double tolerance = 0.01;  ///< part of Skin::largest_displacement, in any frame
};

/// Distances between the simulated points and those of the file, over all points and frames [m].
struct SkinError {
    double mean = 0, worst = 0;
    double worst_time = 0;  ///< [s]
};

struct Skin {
    std::vector<float> times;  ///< of frames [s]
    std::vector<JointTrack> joints;
    Influences influences;
    std::vector<FramePoints> targets;  ///< D_m, 3 x n_points [m]
    Eigen::MatrixXf target_weights;    ///< c: n_targets x n_frames, between -1 and 1
    SkinError error;                   ///< of all, in the numbers as written
    SkinError without_targets;         ///< of the joints alone
    /// The farthest that a point is from its rest, as simulated or as the joints alone move it; 0
    /// if all frames are at rest, but for round-off [m].
    double largest_displacement = 0;
    bool is_whole = true;  ///< no signal ended the search for targets before its time

    /// Part of the largest displacement; 0 if nothing moves.
    double relative(double distance) const {
        return largest_displacement > 0 ? distance / largest_displacement : 0;
    }
};

/// The skin of frames (displacements from the rest), whose points have these influences of the
/// rig's bones. Bitwise the same for any number of threads. Once it has taken a second, a signal
/// that asks for a stop ends it with the targets found until then (see run/stop_signal.hpp).
Skin skin_of(const Points& rest, const SurfaceFrames& frames, const SkeletalRig& rig,
             Influences influences, const MorphLimits& limits);

}  // namespace sinew::gltf_output
