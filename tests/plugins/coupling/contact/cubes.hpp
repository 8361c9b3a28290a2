/// Cubes beside each other and beside obstacles, for tests of SurfaceContact.
#pragma once

#include <contact/surface_contact.hpp>
#include <mechanics/coupling/coupling_support.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// A cube above another, 2 cm apart, repelled below 5 cm.
struct StackedCubes {
    StackedCubes() {
        VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
        lower = body_of_mesh(mesh, "/lower");
        mesh.positions.colwise() += Eigen::Vector3d(0.13, 0.07, 1.02);
        upper = body_of_mesh(mesh, "/upper");
        SurfaceContactParams params;
        params.thickness = 0.05;
        const std::vector<Body*> bodies{&lower, &upper};
        contact = std::make_unique<SurfaceContact>(bodies, SurfacePart::skins(bodies), params);
    }
    PointBodies at_rest() const { return PointBodies({&lower, &upper}); }
    Body lower, upper;
    std::unique_ptr<SurfaceContact> contact;
};

/// An obstacle at rest: a point, or the corners of a frame that `surface` hangs from.
inline Obstacle resting(const Points& nodes, int number, const SurfaceMesh* surface = nullptr) {
    Obstacle obstacle{nullptr, {}, ObstacleSurface::rigid("/obstacle", {}, {})};
    obstacle.part.is_obstacle = true;
    obstacle.part.rest = nodes;
    obstacle.part.points = {MaterialPoint::at_node(number, 0)};
    if (surface) {
        obstacle.part.rest = surface->positions;
        obstacle.part.triangles = surface->triangles;
        obstacle.part.points.clear();
        for (const auto X : surface->positions.colwise())
            obstacle.part.points.push_back(KinematicBody::point_of_frame(nodes, X, number));
    }
    const auto stay = [nodes](double, Points& x, Points& v) {
        x = nodes;
        v.setZero(3, nodes.cols());
    };
    obstacle.body = std::make_unique<KinematicBody>("/obstacle", nodes, stay);
    return obstacle;
}

/// A cube beside one obstacle.
struct CubeBeside {
    explicit CubeBeside(Obstacle obstacle) {
        cube = body_of_mesh(test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1}), "/cube");
        std::vector<Obstacle> obstacles;
        obstacles.push_back(std::move(obstacle));
        SurfaceContactParams params;
        params.thickness = 0.05;
        params.friction = 0.3;
        const std::vector<Body*> bodies{&cube};
        contact = std::make_unique<SurfaceContact>(bodies, SurfacePart::skins(bodies), params,
                                                   std::move(obstacles));
    }
    PointBodies at_rest() const {
        std::vector<const Body*> bodies;
        for (const Body* body : contact->bodies()) bodies.push_back(body);
        return PointBodies(bodies);
    }
    Body cube;
    std::unique_ptr<SurfaceContact> contact;
};

inline Obstacle plane_below() {
    Obstacle plane = resting(Eigen::Vector3d(0.3, 0.2, -0.02), 1);
    plane.part.outward = Eigen::Vector3d(0.01, 0.02, 1).normalized();
    return plane;
}

inline Obstacle sphere_above() {
    Obstacle sphere = resting(Eigen::Vector3d(0.43, 0.57, 1.52), 1);
    sphere.part.radius = 0.49;
    return sphere;
}

inline Obstacle box_beside() {
    const VolumeMesh mesh = test::box(ElementType::tet4, {1, 2, 1}, {0.3, 1.1, 0.8});
    SurfaceMesh surface{mesh.positions.colwise() + Eigen::Vector3d(1.02, -0.13, 0.11),
                        boundary(mesh).triangles};
    return resting(KinematicBody::frame({1, 0, 0}, 2), 1, &surface);
}

}  // namespace sinew::test
