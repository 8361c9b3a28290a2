#include "obstacle.hpp"

namespace sinew {
namespace {

/// What does not turn: one point.
Obstacle point(std::string name, int number, const Varying<Eigen::Vector3d>& motion) {
    Obstacle obstacle;
    obstacle.part.rest = motion.at(0);
    obstacle.part.points = {MaterialPoint::at_node(number, 0)};
    const auto place = [motion](double t, Points& x, Points& v) {
        x = motion.at(t);
        v = motion.rate(t);
    };
    obstacle.body = std::make_unique<KinematicBody>(std::move(name), obstacle.part.rest, place);
    return obstacle;
}

Obstacle rigid_surface(std::string name, int number, const SurfaceMesh& surface,
                       const SolidMotion& motion) {
    const Eigen::AlignedBox3d box = bounding_box(surface.positions);
    const Points corners = KinematicBody::frame(box.center(), box.diagonal().norm());
    Obstacle obstacle;
    obstacle.part.rest = surface.positions;
    obstacle.part.triangles = surface.triangles;
    for (const auto X : surface.positions.colwise())
        obstacle.part.points.push_back(KinematicBody::point_of_frame(corners, X, number));
    const auto place = [=](double t, Points& x, Points& v) {
        const Eigen::Isometry3d at = motion.at(t);
        x = at * corners;
        v.resizeLike(x);
        for (Eigen::Index k = 0; k < x.cols(); ++k) v.col(k) = motion.velocity(x.col(k), t);
    };
    obstacle.body = std::make_unique<KinematicBody>(std::move(name), corners, place);
    return obstacle;
}

}  // namespace

Obstacle make_obstacle(const ObstacleParams& params, std::size_t index, int number,
                       BuildContext& context) {
    const ObstacleReader reader(params, index, context);
    Obstacle obstacle;
    if (params.plane) {
        obstacle = point(reader.name("plane"), number, params.plane->point);
        obstacle.part.outward = reader.plane_normal();
    } else if (params.sphere) {
        obstacle = point(reader.name("sphere"), number, params.sphere->center);
        obstacle.part.radius = params.sphere->radius;
    } else {
        obstacle =
            rigid_surface(reader.name("surface"), number, reader.closed_surface(), reader.motion());
    }
    obstacle.part.is_obstacle = true;
    return obstacle;
}

}  // namespace sinew
