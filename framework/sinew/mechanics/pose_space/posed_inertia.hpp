/// The inertia that reduced coordinates do not hold, as a force on them: U'R'M (gain Phi'' + c), of
/// the rest shape, and of a basis and a root that move (BasisHistory).
#pragma once

#include <memory>
#include <sinew/mechanics/pose_space/basis_history.hpp>
#include <sinew/mechanics/pose_space/linear_inertia.hpp>
#include <sinew/mechanics/pose_space/rotated_mass.hpp>
#include <sinew/mechanics/pose_space/sampled_inertia.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory once each has been made.
class PosedInertia {
public:
    /// Takes inertia by a sample of nodes: what the root gives the shapes of the poses is exact,
    /// and so is what the basis gives as it changes; the rest is by the sample.
    PosedInertia(std::unique_ptr<SampledInertia> sampled, double gain)
        : sampled_(std::move(sampled)), gain_(gain) {}
    /// Takes inertia in closed form; `rotated` serves where the root turns. nullptr: turns count as
    /// none.
    PosedInertia(std::unique_ptr<LinearInertia> linear, std::unique_ptr<RotatedMass> rotated,
                 double gain)
        : linear_(std::move(linear)), rotated_(std::move(rotated)), gain_(gain) {}

    const SampledInertia* sampled() const { return sampled_.get(); }
    const LinearInertia* linear() const { return linear_.get(); }
    const RotatedMass* rotated() const { return rotated_.get(); }
    /// True if the root may turn.
    bool serves_turns() const { return sampled_ || rotated_; }
    /// The factor on Phi''.
    double gain() const { return gain_; }

    /// f := the force with the minus left out, r numbers. `accelerations`: of the needed nodes of
    /// the sample, or of the vectors of the shape, in the world [m/s^2].
    void find(const MixedBasis& basis, BasisHistory& history, const Eigen::Isometry3d& root,
              const Eigen::Matrix3Xd& accelerations, Vector& f);

private:
    void find_of_sample(const MixedBasis& basis, BasisHistory& history,
                        const Eigen::Isometry3d& root, const Eigen::Matrix3Xd& accelerations,
                        Vector& f);
    void find_in_closed_form(const MixedBasis& basis, BasisHistory& history,
                             const Eigen::Matrix3d& R, const Eigen::Matrix3Xd& accelerations,
                             Vector& f);
    void add_basis(const MixedBasis& basis, const BasisHistory::Terms& c, Vector& f);

    std::unique_ptr<SampledInertia> sampled_;
    std::unique_ptr<LinearInertia> linear_;
    std::unique_ptr<RotatedMass> rotated_;
    double gain_;
    Eigen::Matrix3Xd beside_root_, momenta_, of_term_;
    Vector kept_, part_;
};

}  // namespace sinew::pose_space
