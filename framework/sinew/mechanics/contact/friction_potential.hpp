/// Coulomb friction of pairs, smoothed and lagged: normal forces, normals and closest points are
/// those of the state in which a step begins, so that within a step friction has a potential.
///
///     u = T' sum_i w_i (x_i - X_i)                       slip since the step's begin [m]
///     D(x) = mu lambda f(|u|)                             [J]
///     f(s) = s^2/e - s^3/(3 e^2)  for s < e,   s - e/3  else
///
/// with T the tangents of the pair (3 x 2), w the weights of its closest points, X the positions at
/// the begin, lambda the normal force, and e = stick_speed times the length of the step: below it a
/// pair sticks, with a creep that its force needs. The force is mu lambda at most; D is convex.
///
/// Li et al., Incremental potential contact, 2020, section 5.4.
#pragma once

#include <sinew/mechanics/contact/contact_potential.hpp>

namespace sinew {

/// A pair that rubs, as it was when the step began.
struct FrictionPair {
    StencilKind kind = StencilKind::vertex_triangle;
    std::array<int, 4> vertices{};  ///< of the surface
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();
    Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();  ///< orthonormal
    Eigen::Vector3d begin = Eigen::Vector3d::Zero();  ///< sum_i w_i X_i [m]
    double normal_force = 0;                          ///< lambda [N]; negative as its pair's weight
};

/// The pairs that press at x (3 x n_vertices [m]), with their normal forces there, and slip counted
/// from where the step began, `begin`.
std::vector<FrictionPair> friction_pairs(const PairSet& pairs, const ContactPotential& potential,
                                         const Points& x, const Points& begin);

/// The friction of pairs in a step.
class FrictionPotential {
public:
    /// `coefficient`: mu. `stick_slip`: e, stick_speed times the length of the step [m], positive.
    FrictionPotential(double coefficient, double stick_slip)
        : coefficient_(coefficient), stick_slip_(stick_slip) {}

    /// Energy of a pair at x (3 x n_vertices of the surface [m]).
    double energy(const FrictionPair& pair, const Points& x) const;
    /// Energy, gradient and Hessian, which is semidefinite as it is where lambda is positive.
    PairDerivatives derivatives(const FrictionPair& pair, const Points& x) const;

private:
    /// T'(sum_i w_i x_i - begin) [m].
    static Eigen::Vector2d slip(const FrictionPair& pair, const Points& x);

    double coefficient_, stick_slip_;
};

}  // namespace sinew
