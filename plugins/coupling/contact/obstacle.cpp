#include "obstacle.hpp"

namespace sinew {
namespace {

/// What does not turn: one point.
Obstacle point(int number, const Varying<Eigen::Vector3d>& motion, ObstacleSurface shown) {
    SurfacePart part;
    part.rest = motion.at(0);
    part.points = {MaterialPoint::at_node(number, 0)};
    const auto place = [motion](double t, Points& x, Points& v) {
        x = motion.at(t);
        v = motion.rate(t);
    };
    auto body = std::make_unique<KinematicBody>(shown.name(), part.rest, place);
    return {std::move(body), std::move(part), std::move(shown)};
}

Obstacle rigid_surface(std::string name, int number, const SurfaceMesh& surface,
                       const SolidMotion& motion) {
    const Eigen::AlignedBox3d box = bounding_box(surface.positions);
    const Points corners = KinematicBody::frame(box.center(), box.diagonal().norm());
    SurfacePart part;
    part.rest = surface.positions;
    part.triangles = surface.triangles;
    for (const auto X : surface.positions.colwise())
        part.points.push_back(KinematicBody::point_of_frame(corners, X, number));
    const auto place = [=](double t, Points& x, Points& v) {
        const Eigen::Isometry3d at = motion.at(t);
        x = at * corners;
        v.resizeLike(x);
        for (Eigen::Index k = 0; k < x.cols(); ++k) v.col(k) = motion.velocity(x.col(k), t);
    };
    auto body = std::make_unique<KinematicBody>(name, corners, place);
    return {std::move(body), std::move(part),
            ObstacleSurface::rigid(std::move(name), surface, motion)};
}

}  // namespace

Obstacle make_obstacle(const ObstacleParams& params, std::size_t index, int number,
                       const Eigen::AlignedBox3d& box, BuildContext& context) {
    const ObstacleReader reader(params, index, context);
    const auto make = [&]() -> Obstacle {
        if (params.surface)
            return rigid_surface(reader.name(), number, reader.closed_surface(), reader.motion());
        if (params.plane) {
            const Eigen::Vector3d normal = reader.plane_normal();
            const auto& at = params.plane->point;
            Obstacle plane =
                point(number, at, ObstacleSurface::plane(reader.name(), at, normal, box));
            plane.part.outward = normal;
            return plane;
        }
        const auto& [center, radius] = *params.sphere;
        Obstacle sphere =
            point(number, center, ObstacleSurface::sphere(reader.name(), center, radius));
        sphere.part.radius = radius;
        return sphere;
    };
    Obstacle obstacle = make();
    obstacle.part.is_obstacle = true;
    return obstacle;
}

}  // namespace sinew
