#include "solid_contact.hpp"

#include <algorithm>

namespace sinew {

namespace {

/// The part of an overlap that may go in a step.
constexpr double part_a_step = 0.1;

/// The mean density at rest, by which two solids share an impulse.
double density_of(const EulerianSolid& solid) {
    return solid.body().density.mean();
}

/// What a particle of a solid meets of another.
Eigen::Vector3d change_by(const RepulsionLaw& law, const EulerianSolid& other,
                          const Eigen::Vector3d& x, const Eigen::Vector3d& v, double dt) {
    const std::optional<EulerianSolid::Surface> surface = other.surface_near(x);
    if (!surface || surface->distance >= law.distance) return Eigen::Vector3d::Zero();
    return law.change(v - surface->velocity, surface->normal, law.distance - surface->distance, dt);
}

Eigen::Vector3d change_by_walls(const RepulsionLaw& law, const Walls& walls, const Grid& grid,
                                std::optional<int> flat, const Eigen::Vector3d& x,
                                const Eigen::Vector3d& v, double dt) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == flat) continue;
        const double low = x[axis] - grid.min[axis];
        const double size = grid.spacing * double(grid.cells[std::size_t(axis)]);
        for (const bool high : {false, true}) {
            const Wall& wall = walls[std::size_t(2 * axis + high)];
            const double distance = high ? size - low : low;
            if (distance >= law.distance) continue;
            if (wall.kind != WallKind::no_slip && wall.kind != WallKind::free_slip) continue;
            RepulsionLaw of_wall = law;
            if (wall.kind == WallKind::free_slip) of_wall.friction = 0;
            const Eigen::Vector3d normal = (high ? -1 : 1) * Eigen::Vector3d::Unit(axis);
            sum += of_wall.change(v - wall.velocity, normal, law.distance - distance, dt);
        }
    }
    return sum;
}

}  // namespace

Eigen::Vector3d RepulsionLaw::change(const Eigen::Vector3d& v, const Eigen::Vector3d& normal,
                                     double d, double dt) const {
    const double along = v.dot(normal);
    const double push = std::max(0.0, std::min(stiffness * d * dt, part_a_step * d / dt - along));
    const Eigen::Vector3d across = v - along * normal;
    const double speed = across.norm();
    const double lost = speed > 0 ? std::min(friction * push / speed, 1.0) : 0.0;
    return push * normal - lost * across;
}

void add_repulsion(const RepulsionLaw& law,
                   const std::vector<std::unique_ptr<EulerianSolid>>& solids, const Grid& grid,
                   const Walls& walls, std::optional<int> flat, double dt) {
    std::vector<Points> changes;
    for (const auto& solid : solids) {
        const FlipParticles& particles = solid->particles();
        Points& change = changes.emplace_back(Points::Zero(3, particles.size()));
        const double density = density_of(*solid);
        parallel_for(particles.size(), [&](Index p) {
            const Eigen::Vector3d x = particles.positions().col(p);
            const Eigen::Vector3d v = particles.velocities().col(p);
            Eigen::Vector3d sum = change_by_walls(law, walls, grid, flat, x, v, dt);
            for (const auto& other : solids) {
                if (other == solid) continue;
                const double share = density_of(*other) / (density + density_of(*other));
                sum += share * change_by(law, *other, x, v, dt);
            }
            change.col(p) = sum;
        });
    }
    for (std::size_t s = 0; s < solids.size(); ++s) solids[s]->change_velocities(changes[s]);
}

}  // namespace sinew
