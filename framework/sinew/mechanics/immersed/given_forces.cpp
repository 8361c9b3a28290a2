#include "given_forces.hpp"

namespace sinew {

void GivenForces::evaluate(const PointMotion& /*motion*/, double /*t*/, PointForces& out) const {
    each(
        [&](const MaterialPoint& point, const Eigen::Vector3d& force) { out.force(point, force); });
}

double GivenForces::potential(const PointMotion& motion, double /*t*/) const {
    double sum = 0;
    each([&](const MaterialPoint& point, const Eigen::Vector3d& force) {
        sum -= force.dot(motion.position(point));
    });
    return sum;
}

}  // namespace sinew
