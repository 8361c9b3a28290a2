/// The inertia of a rest shape that is linear in vectors of its rig, in closed form:
///
///     x_i = sum_l phi_il v_l(t),     U'R'M x'' = sum_l (U'M phi_l) R'v_l''
///
/// with products that are found ahead for the basis of each pose. Exact, at a cost that does not
/// grow with the mesh: section 5.4 of Xu & Barbic 2016 has it in mind for rest shapes that are
/// "explicitly described". The root's motion is in the vectors.
#pragma once

#include "pose_basis.hpp"

namespace sinew::pose_space {

class LinearInertia {
public:
    /// `bases`: U_i of the poses; `factors`: phi, n_nodes x L.
    LinearInertia(const std::vector<Eigen::MatrixXd>& bases, const Eigen::MatrixXd& factors,
                  const MassMatrix& mass);

    /// U'R'M x'' for the basis mixed as it is and v'', 3 x L, in the world.
    Vector of(const PoseBasis& basis, const Eigen::Matrix3d& R, const Points& accelerations) const;

private:
    Eigen::MatrixXd products_;  ///< U_i'M (phi_l e_a), one pose below the other, x 3 L: a fastest
};

}  // namespace sinew::pose_space
