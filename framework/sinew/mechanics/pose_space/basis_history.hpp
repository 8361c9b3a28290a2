/// Steps of a body in a basis and with a root that move.
///
/// Displacements R U q have, beside R U q'', the acceleration
///
///     c = (R U)+ (q + h q')/h^2 - R U (q/h^2 + q'/h + q-/(h h-)) + (R U)- q-/(h h-)
///
/// of the end (+), the start and the step before (-), each over its length h: Coriolis, centrifugal
/// and Euler terms of a root that turns, and those of a basis that changes with the pose, unless
/// they are neglected, as published.
#pragma once

#include <sinew/mechanics/pose_space/mixed_basis.hpp>
#include <sinew/mechanics/pose_space/root_motion.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory once each has been made.
class BasisHistory {
public:
    /// The start of a step.
    struct Step {
        double dt = 0;  ///< its length [s]; 0: there is none
        Vector q, v;
        Eigen::Isometry3d root = Eigen::Isometry3d::Identity();
        Vector weights = {};  ///< of the poses
        Vector u = {};        ///< U q, as the basis keeps it [m]
    };

    /// From now on the basis counts as one that does not change, as published.
    void neglect_basis_rate() { has_basis_rate_ = false; }
    bool neglects_basis_rate() const { return !has_basis_rate_; }
    /// Begins a step of length dt [s] from q and v, with root and basis as they are. If these have
    /// jumped there, nothing comes before.
    void begin_step(double dt, const Vector& q, const Vector& v, const Eigen::Isometry3d& root,
                    const MixedBasis& basis, bool has_jumped = false);
    /// The step begun is done.
    void commit();
    /// From now on this step, or none, is the one that was done last, and none is under way.
    void restart(Step done);
    /// From now on there is no step.
    void forget() { step_.dt = before_.dt = done_.dt = 0, is_in_step_ = false; }
    /// True while a step is under way.
    bool is_in_step() const { return is_in_step_; }
    const Step& step() const { return step_; }
    const Step& done() const { return done_; }

    /// True if the root turns over the step or the one before it, where its turn is `end` now.
    bool root_turns(const Eigen::Matrix3d& end) const;
    /// True if the basis changes over them, and that is not neglected.
    bool basis_moves(const Vector& weights) const;
    /// R'' [1/s^2] and c'' [m/s^2] as differences over the step begun and the one before it; zero
    /// in the first.
    RootAcceleration root_acceleration(const Eigen::Isometry3d& end) const;

    /// The terms of c as displacements that the basis keeps, each to be turned by R of its time,
    /// seen from the root at the end.
    struct Terms {
        Vector end, start, before;
        Eigen::Matrix3d R_start, R_before;
    };
    /// `turn`: R at the end.
    const Terms& terms(const MixedBasis& basis, const Eigen::Matrix3d& turn) const;

private:
    Step step_, before_, done_;  ///< begun last, the one before it, and the last that was done
    Vector start_term_;          ///< of the step's start in c, as the basis keeps it
    bool is_in_step_ = false, has_jumped_ = false, has_basis_rate_ = true;
    mutable Terms terms_;
    mutable Vector work_;
};

}  // namespace sinew::pose_space
