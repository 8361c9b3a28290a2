#include "viscosity.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Part of the four cells about an edge along `axis` that starts at a node: 1, 1/2 or 1/4.
double share(const std::array<Index, 3>& cells, const std::array<Index, 3>& node,
             std::size_t axis) {
    double share = 1;
    for (std::size_t a = 0; a < 3; ++a)
        if (a != axis && (node[a] == 0 || node[a] == cells[a])) share /= 2;
    return share;
}

}  // namespace

double Viscosity::edges_about(const std::array<Index, 3>& node) const {
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a) {
        const double one = share(grid_.cells, node, a);
        sum += (node[a] > 0 ? one : 0) + (node[a] < grid_.cells[a] ? one : 0);
    }
    return grid_.spacing * sum;
}

void Viscosity::apply(const Vector& masses, const NodeConditions& conditions, int axis, double dt,
                      const Vector& x, Vector& y) const {
    const Lattice nodes = grid_.nodes();
    y.resize(x.size());
    parallel_for(nodes.count[2], [&](Index k) {
        for (Index j = 0; j < nodes.count[1]; ++j)
            for (Index i = 0; i < nodes.count[0]; ++i) {
                const std::array<Index, 3> at{i, j, k};
                const Index node = nodes.at(i, j, k);
                if (conditions.holds(node, axis)) {
                    y[node] = 0;
                    continue;
                }
                double differences = 0;
                for (std::size_t a = 0; a < 3; ++a) {
                    const double one = share(grid_.cells, at, a);
                    const Index stride = nodes.stride(int(a));
                    if (at[a] > 0) differences += one * (x[node] - x[node - stride]);
                    if (at[a] < grid_.cells[a]) differences += one * (x[node] - x[node + stride]);
                }
                y[node] = masses[node] * x[node] + dt * mu_ * grid_.spacing * differences;
            }
    });
}

int Viscosity::step(const Vector& masses, const NodeConditions& conditions, double dt,
                    VectorField& v) {
    constexpr double tolerance = 1e-6;
    constexpr int most = 1000;
    const Lattice nodes = grid_.nodes();
    int iterations = 0;
    for (int axis = 0; axis < 3; ++axis) {
        Vector inverse_diagonal(nodes.size()), b(nodes.size()), prescribed, change;
        const Vector held = v[axis];
        // For the change of v, zero where it is prescribed: K v of all of v goes to the right.
        apply(masses, conditions, axis, dt, held, prescribed);
        parallel_for(nodes.count[2], [&](Index k) {
            for (Index j = 0; j < nodes.count[1]; ++j)
                for (Index i = 0; i < nodes.count[0]; ++i) {
                    const Index node = nodes.at(i, j, k);
                    const bool is_held = conditions.holds(node, axis);
                    b[node] = is_held ? 0 : masses[node] * held[node] - prescribed[node];
                    inverse_diagonal[node] =
                        is_held ? 0 : 1 / (masses[node] + dt * mu_ * edges_about({i, j, k}));
                }
        });
        change.setZero(nodes.size());
        const auto outcome = residuals_.solve(
            [&](const Vector& x, Vector& y) { apply(masses, conditions, axis, dt, x, y); },
            [&](const Vector& r, Vector& z) { z = inverse_diagonal.cwiseProduct(r); }, b, change,
            tolerance, most);
        v[axis] += change;
        iterations = std::max(iterations, outcome.iterations);
    }
    return iterations;
}

}  // namespace sinew
