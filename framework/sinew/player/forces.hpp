/// Internal forces of a body in a subspace, as a step asks for them.
#pragma once

#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::player {

/// A failed evaluation or step, or none: a value, since a step makes no strings.
struct Failure {
    enum class Kind {
        none,
        inverted,
        not_finite,
        not_definite,
        not_converged,
        cancelled,     ///< vectors of poses cancel each other where they are mixed
        root_rotates,  ///< and inertia in closed form was found for one that does not
    } kind = Kind::none;
    long element = -1;  ///< the first inverted element, as the body's mesh counts it

    explicit operator bool() const { return kind != Kind::none; }
};

/// Forces f(q) and their stiffness K = df/dq, for r coordinates q.
class Forces {
public:
    virtual ~Forces() = default;
    /// f := f(q), r numbers [J per unit of q].
    virtual Failure forces(const Vector& q, Vector& f) = 0;
    /// f as of `forces`, and K := df/dq, r x r, both triangles; without negative eigenvalues if
    /// `definiteness` is psd_projected.
    virtual Failure forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                         Eigen::MatrixXd& K) = 0;
};

}  // namespace sinew::player
