/// Linear and angular momentum of a body, whatever its degrees of freedom are.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>
#include <vector>

namespace sinew {

struct Momenta {
    Eigen::Vector3d linear = Eigen::Vector3d::Zero();   ///< [kg m/s]
    Eigen::Vector3d angular = Eigen::Vector3d::Zero();  ///< about the world's origin [kg m^2/s]
};

/// p = sum m v and L = sum m x cross v of nodes with masses [kg].
Momenta nodal_momenta(const Vector& masses, const Points& positions, const Points& velocities);

/// p = int rho v dX and L = int rho x cross v dX over the body at rest, by the rule that integrates
/// the consistent mass exactly on straight elements.
class MomentumIntegral {
public:
    explicit MomentumIntegral(const Body& body);

    Momenta of(const Points& positions, const Points& velocities) const;

private:
    const Body& body_;
    Eigen::MatrixXd shapes_;  ///< nodes of an element x points of the rule
    Eigen::MatrixXd masses_;  ///< points of the rule x elements [kg]
};

}  // namespace sinew
