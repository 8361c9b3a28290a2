#include "advection.hpp"

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Calls visit(point, position) for all points of the lattice, rows on all threads.
template <class Visit>
void each_point(const Lattice& lattice, Visit&& visit) {
    const Index n_rows = lattice.count[1] * lattice.count[2];
    parallel_for(n_rows, [&](Index row) {
        const Index j = row % lattice.count[1], k = row / lattice.count[1];
        for (Index i = 0; i < lattice.count[0]; ++i)
            visit(std::size_t(lattice.at(i, j, k)), lattice.position(i, j, k));
    });
}

Interleaved side_by_side(const std::vector<const Vector*>& fields) {
    SINEW_ASSERT(fields.size() <= 4, "{} fields at once", fields.size());
    const Index n = fields.front()->size();
    Interleaved all(static_cast<std::size_t>(n), Eigen::Vector4d::Zero());
    parallel_for(n, [&](Index i) {
        for (std::size_t f = 0; f < fields.size(); ++f)
            all[std::size_t(i)][Index(f)] = (*fields[f])[i];
    });
    return all;
}

void take_apart(const Interleaved& all, const std::vector<Vector*>& fields) {
    parallel_for(Index(all.size()), [&](Index i) {
        for (std::size_t f = 0; f < fields.size(); ++f)
            (*fields[f])[i] = all[std::size_t(i)][Index(f)];
    });
}

}  // namespace

Advection::Advection(const Lattice& nodes, const VectorField& velocity)
    : nodes_(nodes),
      at_nodes_(nodes),
      velocity_(side_by_side({&velocity[0], &velocity[1], &velocity[2]})) {}

template <class VelocityOf>
Interleaved Advection::moved(const Lattice& lattice, const Interleaved& fields, double dt,
                             AdvectionScheme scheme, VelocityOf&& velocity_of) const {
    const TrilinearInterpolation at(lattice);
    Interleaved forth(fields.size()), least, largest;
    const bool corrects = scheme == AdvectionScheme::maccormack;
    if (corrects) {
        least.resize(fields.size());
        largest.resize(fields.size());
    }
    each_point(lattice, [&](std::size_t point, const Eigen::Vector3d& x) {
        const Trilinear origin = at.at(origin_of(x, velocity_of(point, x), dt));
        forth[point] = origin.of(fields);
        if (corrects) std::tie(least[point], largest[point]) = origin.range(fields);
    });
    if (!corrects) return forth;
    each_point(lattice, [&](std::size_t point, const Eigen::Vector3d& x) {
        const Trilinear target = at.at(origin_of(x, velocity_of(point, x), -dt));
        const Eigen::Vector4d better = forth[point] + (fields[point] - target.of(forth)) / 2;
        least[point] = better.cwiseMax(least[point]).cwiseMin(largest[point]);
    });
    return least;
}

std::vector<Vector> Advection::advect(const Lattice& lattice,
                                      const std::vector<const Vector*>& fields, double dt,
                                      AdvectionScheme scheme) const {
    const auto velocity_of = [this](std::size_t, const Eigen::Vector3d& x) {
        return velocity_at(x);
    };
    std::vector<Vector> after(fields.size(), Vector(lattice.size()));
    std::vector<Vector*> places;
    for (Vector& field : after) places.push_back(&field);
    take_apart(moved(lattice, side_by_side(fields), dt, scheme, velocity_of), places);
    return after;
}

void Advection::advect_velocity(double dt, AdvectionScheme scheme, VectorField& velocity) const {
    const auto velocity_of = [this](std::size_t node, const Eigen::Vector3d&) -> Eigen::Vector3d {
        return velocity_[node].head<3>();
    };
    take_apart(moved(nodes_, velocity_, dt, scheme, velocity_of),
               {&velocity[0], &velocity[1], &velocity[2]});
}

}  // namespace sinew
