/// The inertia of a rest shape that is linear in vectors of its rig, in closed form:
///
///     x_i = sum_l phi_il v_l(t),     U'R'M x'' = sum_l (U'M phi_l) R'v_l''
///
/// with products that are found ahead for the basis of each pose. Exact, at a cost that does not
/// grow with the mesh: section 5.4 of Xu & Barbic 2016 has it in mind for rest shapes that are
/// "explicitly described". The root's motion is in the vectors.
#pragma once

#include <sinew/mechanics/pose_space/mixed_basis.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory once each has been made.
class LinearInertia {
public:
    /// `products`: U_i'M (phi_l e_a) of the poses, one pose below the other, x 3 L: a fastest.
    explicit LinearInertia(Eigen::MatrixXd products) : products_(std::move(products)) {}

    const Eigen::MatrixXd& products() const { return products_; }
    /// f := U'R'M x'' for the basis mixed as it is and v'', 3 x L, in the world.
    void find(const MixedBasis& basis, const Eigen::Matrix3d& R,
              const Eigen::Matrix3Xd& accelerations, Vector& f) const;

private:
    Eigen::MatrixXd products_;
    mutable Eigen::Matrix3Xd seen_;  ///< from the root
    mutable Vector stacked_;
};

}  // namespace sinew::pose_space
