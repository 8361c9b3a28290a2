/// A step of a body in a subspace by a given number of Newton iterations.
#pragma once

#include <sinew/mechanics/math/dense_cholesky.hpp>
#include <sinew/player/damped_forces.hpp>
#include <sinew/player/step.hpp>

namespace sinew::player {

/// Coordinates and their rates, r numbers each; q carries a factor kg^1/2.
struct Motion {
    Vector q, v, a;
};

/// Integrator of a step.
struct Scheme {
    enum class Kind { newmark, implicit_euler } kind = Kind::newmark;
    double beta = 0.25, gamma = 0.5;  ///< of Newmark's rule
};

/// Newton's method by a given number of iterations, without a line search.
struct Iterations {
    int number = 1;                 ///< at least 1; 1 is the semi-implicit step
    double tolerance = 1e-6;        ///< of the residual beside the largest force
    double absolute_tolerance = 0;  ///< of the residual beside `force_scale`
    double length_scale = 0;        ///< of the body, in the unit of q
    double force_scale = 0;         ///< of the body, in the unit of f
};

/// M q'' + (alpha M + beta K_d) q' + f(q) = f_ext, with M = U'MU, the identity if U is orthonormal.
/// No step allocates memory once the first has been taken.
///
/// Barbic & James 2005, section 6.
class SemiImplicitStep {
public:
    /// `forces`, of r coordinates, must outlive this.
    SemiImplicitStep(Index r, Forces& forces, const Damping& damping, const Scheme& scheme,
                     const Iterations& iterations);

    /// M from now on, r x r, which must outlive this; nullptr: the identity.
    void set_mass(const Eigen::MatrixXd* mass) { mass_ = mass; }
    /// From now on the forces are others.
    void forget() { elastic_.forget(); }
    /// Moves `motion` over a step of dt [s] under external forces, r numbers. A step that fails
    /// leaves it as it was.
    Failure take(double dt, const Vector& external, Motion& motion);
    /// Begins anew at q: nothing is kept from steps before.
    void begin(const Vector& q);
    /// f := f(q) + D v with the stiffness where the last step began.
    Failure internal_forces(const Motion& at, Vector& f);

private:
    Failure solve(const Rates& rates, const Vector& external);
    Failure evaluate(const Vector& external);
    Failure evaluate_tangent(const Rates& rates, Definiteness definiteness, Vector& internal);
    Failure find_residual(const Vector& external);
    Failure find_direction(const Rates& rates);
    Failure find_direction();
    void add_mass_damping(const Vector& v, Vector& f);
    double floor() const;
    bool converged(bool is_start) const;

    DampedForces elastic_;
    Damping damping_;
    Scheme scheme_;
    Iterations iterations_;
    DenseCholesky cholesky_;
    const Eigen::MatrixXd* mass_ = nullptr;
    Motion at_;
    Vector inertia_;  ///< M a, or M v
    Vector internal_, unused_, residual_, rhs_, dq_;
    Eigen::MatrixXd tangent_;
    double norm_ = 0, reference_ = 0, noise_ = 0;
};

}  // namespace sinew::player
