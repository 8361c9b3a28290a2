#include "flip_particles.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

namespace {

/// Of a particle's own velocity and its changes; the rest becomes the grid's.
constexpr double flip_share = 0.99;
constexpr std::size_t fewest_particles = 8, most_particles = 16;
/// Particles farther outside than this part of a cell are dropped.
constexpr double strays = 0.25;
/// Trials for a point inside, for each particle that a cut cell lacks.
constexpr int most_trials = 8;

/// A number in [0, 1) by a count: the same in every run (SplitMix64, Steele et al. 2014).
double scattered(std::uint64_t n) {
    n += 0x9e3779b97f4a7c15;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9;
    n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
    return double((n ^ (n >> 31)) >> 11) * 0x1p-53;
}

}  // namespace

void FlipParticles::take(const NodeBox& box, const VectorField& before, const VectorField& after) {
    sort(box);
    const TrilinearInterpolation at(box.lattice(grid_));
    const Interleaved old = interleaved(before), now = interleaved(after);
    parallel_for(size(), [&](Index p) {
        const Trilinear corners = at.at(positions_.col(p));
        const Eigen::Vector3d v = corners.of(now).head<3>(), change = v - corners.of(old).head<3>();
        velocities_.col(p) = flip_share * (velocities_.col(p) + change) + (1 - flip_share) * v;
    });
}

void FlipParticles::move(const Advection& flow, double dt) {
    parallel_for(size(),
                 [&](Index p) { positions_.col(p) = flow.origin_of(positions_.col(p), -dt); });
}

void FlipParticles::sort(const NodeBox& box) {
    const Lattice nodes = box.lattice(grid_);
    const TrilinearInterpolation at(nodes);  // as where they are rasterised, to the last bit
    std::vector<Index> cell_of(static_cast<std::size_t>(size()));
    parallel_for(size(),
                 [&](Index p) { cell_of[std::size_t(p)] = at.at(positions_.col(p)).first; });
    std::vector<Index> count(std::size_t(nodes.size()), 0);
    for (const Index cell : cell_of) ++count[std::size_t(cell)];
    // Where the particles of each cell begin; their order in a cell stays.
    std::vector<Index> next(count.size(), 0);
    Index first = 0;
    for (std::size_t group = 0; group < 8; ++group) {
        runs_[group].clear();
        for (Index k = Index(group >> 2 & 1); k < nodes.count[2]; k += 2)
            for (Index j = Index(group >> 1 & 1); j < nodes.count[1]; j += 2)
                for (Index i = Index(group & 1); i < nodes.count[0]; i += 2) {
                    const Index cell = nodes.at(i, j, k), n = count[std::size_t(cell)];
                    if (n == 0) continue;
                    runs_[group].push_back({cell, first, first + n});
                    next[std::size_t(cell)] = first;
                    first += n;
                }
    }
    Points positions(3, size()), velocities(3, size());
    for (Index p = 0; p < size(); ++p) {
        const Index to = next[std::size_t(cell_of[std::size_t(p)])]++;
        positions.col(to) = positions_.col(p);
        velocities.col(to) = velocities_.col(p);
    }
    positions_ = std::move(positions);
    velocities_ = std::move(velocities);
}

void FlipParticles::change(const NodeBox& box, const Points& changes, VectorField& means) {
    Vector weights;
    average(box, changes, means, weights);
    velocities_ += changes;
}

void FlipParticles::rasterize(const NodeBox& box, VectorField& velocity, Vector& weights) {
    sort(box);
    average(box, velocities_, velocity, weights);
}

template <class Function>
void FlipParticles::each_weight(const Lattice& nodes, Function&& function) const {
    const TrilinearInterpolation at(nodes);
    for (const auto& group : runs_)
        parallel_for(group.size(), [&](std::size_t r) {
            for (Index p = group[r].first; p < group[r].last; ++p) {
                const Trilinear corners = at.at(positions_.col(p));
                for (std::size_t a = 0; a < 8; ++a)
                    function(p, corners.point(a), corners.weights[a]);
            }
        });
}

void FlipParticles::average(const NodeBox& box, const Points& values, VectorField& means,
                            Vector& weights) const {
    const Lattice nodes = box.lattice(grid_);
    means = VectorField(nodes.size());
    weights.setZero(nodes.size());
    each_weight(nodes, [&](Index p, Index node, double weight) {
        weights[node] += weight;
        for (int axis = 0; axis < 3; ++axis) means[axis][node] += weight * values(axis, p);
    });
    parallel_for(nodes.size(), [&](Index node) {
        if (!(weights[node] > 0)) return;
        for (int axis = 0; axis < 3; ++axis) means[axis][node] /= weights[node];
    });
}

Vector FlipParticles::masses(const NodeBox& box, const Vector& of_nodes) const {
    const Lattice nodes = box.lattice(grid_);
    Vector weights = Vector::Zero(nodes.size()), masses = Vector::Zero(size());
    each_weight(nodes, [&](Index, Index node, double weight) { weights[node] += weight; });
    each_weight(nodes, [&](Index p, Index node, double weight) {
        if (weight > 0) masses[p] += weight / weights[node] * of_nodes[node];
    });
    return masses;
}

void FlipParticles::renew(const NodeBox& box, const SolidCells& cells, const MaterialShape& shape,
                          const VectorField& u, const VectorField& velocity) {
    sort(box);
    const Lattice nodes = box.lattice(grid_);
    const TrilinearInterpolation at(nodes);
    const Interleaved all_u = interleaved(u), all_v = interleaved(velocity);
    const auto distance = [&](const Eigen::Vector3d& x) {
        return shape.distance(x - at.at(x).of(all_u).head<3>());
    };
    std::vector<const Run*> run_of(std::size_t(nodes.size()), nullptr);
    for (const auto& group : runs_)
        for (const Run& run : group) run_of[std::size_t(run.cell)] = &run;
    struct Kept {
        std::vector<Index> old;
        std::vector<Eigen::Vector3d> added;
    };
    const std::vector<SolidCell>& all = cells.cells();
    std::vector<Kept> kept(all.size());
    parallel_for(all.size(), [&](std::size_t c) {
        const SolidCell& cell = all[c];
        if (const Run* run = run_of[std::size_t(cell.node)])
            for (Index p = run->first; p < run->last && kept[c].old.size() < most_particles; ++p)
                if (cell.fraction == 1 || distance(positions_.col(p)) < strays * grid_.spacing)
                    kept[c].old.push_back(p);
        const auto wanted = std::size_t(std::round(double(fewest_particles) * cell.fraction));
        std::uint64_t count = (std::uint64_t(cell.node) << 32) + std::uint64_t(n_renewals_) * 977;
        const Eigen::Vector3d low = nodes.position(cell.at);
        int trials = 0;
        while (kept[c].old.size() + kept[c].added.size() < wanted &&
               trials < most_trials * int(fewest_particles)) {
            Eigen::Vector3d x = low;
            // One in each eighth of the cell in turn.
            for (int a = 0; a < 3; ++a)
                x[a] += grid_.spacing * ((trials >> a & 1) + scattered(count++)) / 2;
            ++trials;
            if (cell.fraction == 1 || distance(x) < 0) kept[c].added.push_back(x);
        }
    });
    ++n_renewals_;
    std::vector<Index> first(all.size() + 1, 0);
    for (std::size_t c = 0; c < all.size(); ++c)
        first[c + 1] = first[c] + Index(kept[c].old.size() + kept[c].added.size());
    Points positions(3, first.back()), velocities(3, first.back());
    parallel_for(all.size(), [&](std::size_t c) {
        Index to = first[c];
        for (const Index p : kept[c].old) {
            positions.col(to) = positions_.col(p);
            velocities.col(to++) = velocities_.col(p);
        }
        for (const Eigen::Vector3d& x : kept[c].added) {
            positions.col(to) = x;
            velocities.col(to++) = at.at(x).of(all_v).head<3>();
        }
    });
    positions_ = std::move(positions);
    velocities_ = std::move(velocities);
}

void FlipParticles::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/positions", positions_.reshaped());
    archive.put(prefix + "/velocities", velocities_.reshaped());
    archive.put(prefix + "/renewals", n_renewals_);
}

void FlipParticles::restore(const Archive& archive, const std::string& prefix) {
    const auto read = [&](const std::string& name, Points& to) {
        const std::vector<double>& values = archive.numbers(prefix + name);
        to = Eigen::Map<const Points>(values.data(), 3, Index(values.size() / 3));
    };
    read("/positions", positions_);
    read("/velocities", velocities_);
    if (positions_.cols() != velocities_.cols())
        throw ComputationError("a checkpoint has particles without velocities",
                               "take the checkpoint before, or run from the start");
    n_renewals_ = archive.integer(prefix + "/renewals");
}

}  // namespace sinew
