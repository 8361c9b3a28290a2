#include "solid_contact.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// The part of an overlap that may go in a step.
constexpr double part_a_step = 0.1;

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

/// The part f may gain part_a_step d/dt, and has to gain (1/f - 1) a dt.
double RepulsionLaw::bearing_step(double acceleration) const {
    constexpr double part = 0.2;
    const double d = distance / 2;
    return std::sqrt(part_a_step * d / ((1 / part - 1) * acceleration));
}

Eigen::Vector3d repulsion_by_solid(const RepulsionLaw& law, const EulerianSolid& other,
                                   const Eigen::Vector3d& x, const Eigen::Vector3d& v, double dt) {
    const std::optional<EulerianSolid::Surface> surface = other.surface_near(x, law.normals);
    if (!surface || surface->distance >= law.distance) return Eigen::Vector3d::Zero();
    return law.change(v - surface->velocity, surface->normal, law.distance - surface->distance, dt);
}

Eigen::Vector3d repulsion_by_walls(const RepulsionLaw& law, const Walls& walls, const Grid& grid,
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

namespace {

/// Changes of a solid's particles by another one, with what they sum to.
struct Changes {
    Points of_particles;
    Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< [kg m/s]
    double size = 0;                                    ///< sum of their sizes [kg m/s]
};

Changes changes_by(const RepulsionLaw& law, const EulerianSolid& solid, const EulerianSolid& other,
                   double dt) {
    const FlipParticles& particles = solid.particles();
    const double share = other.mean_density() / (solid.mean_density() + other.mean_density());
    Changes changes{Points(3, particles.size())};
    parallel_for(particles.size(), [&](Index p) {
        const Eigen::Vector3d x = particles.positions().col(p);
        if (solid.is_constrained(x))
            changes.of_particles.col(p).setZero();
        else
            changes.of_particles.col(p) =
                share * repulsion_by_solid(law, other, x, particles.velocities().col(p), dt);
    });
    if (changes.of_particles.isZero(0)) return changes;
    const Vector masses = solid.masses_of_particles();
    changes.impulse = changes.of_particles * masses;
    changes.size = changes.of_particles.colwise().norm().dot(masses);
    return changes;
}

/// Takes half of what two sides' impulses lack of balance from each, in proportion.
void balance(Changes& one, Changes& other) {
    if (one.size == 0 || other.size == 0) return;
    const Eigen::Vector3d rest = one.impulse + other.impulse;
    for (Changes* side : {&one, &other}) {
        Points& changes = side->of_particles;
        parallel_for(changes.cols(), [&](Index p) {
            changes.col(p) -= changes.col(p).norm() / (2 * side->size) * rest;
        });
    }
}

}  // namespace

void add_repulsion(const RepulsionLaw& law,
                   const std::vector<std::unique_ptr<EulerianSolid>>& solids, const Grid& grid,
                   const Walls& walls, std::optional<int> flat, double dt) {
    std::vector<Points> changes;
    for (const auto& solid : solids) {
        const FlipParticles& particles = solid->particles();
        Points& change = changes.emplace_back(3, particles.size());
        parallel_for(particles.size(), [&](Index p) {
            const Eigen::Vector3d x = particles.positions().col(p);
            if (solid->is_constrained(x))
                change.col(p).setZero();
            else
                change.col(p) = repulsion_by_walls(law, walls, grid, flat, x,
                                                   particles.velocities().col(p), dt);
        });
    }
    for (std::size_t i = 0; i < solids.size(); ++i)
        for (std::size_t j = i + 1; j < solids.size(); ++j) {
            if (!solids[i]->box().meets(solids[j]->box())) continue;
            Changes one = changes_by(law, *solids[i], *solids[j], dt);
            Changes other = changes_by(law, *solids[j], *solids[i], dt);
            balance(one, other);
            changes[i] += one.of_particles;
            changes[j] += other.of_particles;
        }
    for (std::size_t s = 0; s < solids.size(); ++s) solids[s]->change_velocities(changes[s]);
}

}  // namespace sinew
