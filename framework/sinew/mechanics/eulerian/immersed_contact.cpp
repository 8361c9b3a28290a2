#include "immersed_contact.hpp"

namespace sinew {

namespace {

double mean_density(const ImmersedBody& body) {
    return body.masses().sum() / body.volumes().sum();
}

/// Impulses of points on the material of a solid that is about them.
class Reaction {
public:
    Reaction(const EulerianSolid& solid, const Grid& grid)
        : solid_(solid),
          nodes_(solid.box().lattice(grid)),
          about_(nodes_),
          impulses_(nodes_.size()) {}

    /// Adds an impulse [N s] at x; false, and nothing, if no material of the solid is about it.
    bool add(const Eigen::Vector3d& x, const Eigen::Vector3d& impulse) {
        const Trilinear corners = about_.at(x);
        double sum = 0;
        for (std::size_t corner = 0; corner < 8; ++corner)
            if (mass(corners.point(corner)) > 0) sum += corners.weights[corner];
        if (sum < least_weight) return false;
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const Index node = corners.point(corner);
            if (mass(node) > 0)
                impulses_.set(node, impulses_.at(node) + corners.weights[corner] / sum * impulse);
        }
        sum_ += impulse;
        return true;
    }

    /// Changes of the velocities of the solid's particles, of the same momentum.
    Points on_particles() const {
        VectorField change(nodes_.size());
        for (Index node = 0; node < nodes_.size(); ++node)
            if (mass(node) > 0) change.set(node, impulses_.at(node) / mass(node));
        const FlipParticles& particles = solid_.particles();
        Points changes(3, particles.size());
        for (Index p = 0; p < particles.size(); ++p) {
            changes.col(p).setZero();
            if (solid_.is_constrained(particles.positions().col(p))) continue;
            const Trilinear corners = about_.at(particles.positions().col(p));
            changes.col(p) = corners.of(change);
        }
        const Vector masses = solid_.masses_of_particles();
        const Eigen::Vector3d rest = sum_ - changes * masses;
        const double size = changes.colwise().norm().dot(masses);
        if (size > 0) changes += rest / size * changes.colwise().norm().eval();
        return changes;
    }

private:
    static constexpr double least_weight = 0.05;
    double mass(Index node) const { return solid_.cells().masses()[node]; }

    const EulerianSolid& solid_;
    Lattice nodes_;
    TrilinearInterpolation about_;
    VectorField impulses_;
    Eigen::Vector3d sum_ = Eigen::Vector3d::Zero();
};

/// Changes of a body's points by one solid, which gets the opposite impulses.
Points repel(const RepulsionLaw& law, const ImmersedBody& body, EulerianSolid& solid,
             const Grid& grid, double dt) {
    const double share = solid.mean_density() / (solid.mean_density() + mean_density(body));
    Points changes = Points::Zero(3, body.positions().cols());
    Reaction reaction(solid, grid);
    for (Index p = 0; p < changes.cols(); ++p) {
        if (!body.takes_part()[std::size_t(p)]) continue;
        const Eigen::Vector3d x = body.positions().col(p);
        const auto surface = solid.surface_near(x, law.normals);
        if (!surface || surface->distance >= law.distance) continue;
        const Eigen::Vector3d change =
            share * law.change(body.velocity(p) - surface->velocity, surface->normal,
                               law.distance - surface->distance, dt);
        // Half a cell below the surface there is material.
        const Eigen::Vector3d below = x - (surface->distance + grid.spacing / 2) * surface->normal;
        if (reaction.add(below, -body.points().masses()[p] * change)) changes.col(p) = change;
    }
    solid.change_velocities(reaction.on_particles());
    return changes;
}

}  // namespace

void add_repulsion(const RepulsionLaw& law, const std::vector<ImmersedBody*>& bodies,
                   const std::vector<std::unique_ptr<EulerianSolid>>& solids, const Grid& grid,
                   const Walls& walls, std::optional<int> flat, double dt) {
    for (ImmersedBody* body : bodies) {
        if (!body->is_in_grid()) continue;
        Points changes = Points::Zero(3, body->positions().cols());
        parallel_for(changes.cols(), [&](Index p) {
            if (body->takes_part()[std::size_t(p)])
                changes.col(p) = repulsion_by_walls(
                    law, walls, grid, flat, body->positions().col(p), body->velocity(p), dt);
        });
        for (const auto& solid : solids)
            if (body->box().meets(solid->box())) changes += repel(law, *body, *solid, grid, dt);
        body->change_velocities(changes);
    }
}

}  // namespace sinew
