#include <sinew/mechanics/load/spring_load.hpp>

namespace sinew {

namespace {

MaterialPoint placed(const Spring& spring, const LoadSite& site) {
    MaterialPoint point = spring.point;
    point.body = site.body_index;
    return point;
}

}  // namespace

void SpringLoad::evaluate(const LoadSite& site, double t, PointForces& out) const {
    each_spring(t, [&](const Spring& spring) {
        const MaterialPoint point = placed(spring, site);
        out.force(point, spring.force(site.motion->position(point)));
        if (out.wants_tangent())
            out.stiffness(point, point, spring.stiffness * Eigen::Matrix3d::Identity());
    });
}

double SpringLoad::potential(const LoadSite& site, double t) const {
    double sum = 0;
    each_spring(t, [&](const Spring& spring) {
        const Eigen::Vector3d x = site.motion->position(placed(spring, site));
        sum += 0.5 * spring.stiffness * (spring.target - x).squaredNorm();
    });
    return sum;
}

}  // namespace sinew
