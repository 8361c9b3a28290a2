#include "viscosity.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>

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
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (conditions.is_prescribed(node, axis)) {
            y[node] = 0;
            return;
        }
        double differences = 0;
        for (std::size_t a = 0; a < 3; ++a) {
            const double one = share(grid_.cells, at, a);
            const Index stride = nodes.stride(int(a));
            if (at[a] > 0) differences += one * (x[node] - x[node - stride]);
            if (at[a] < grid_.cells[a]) differences += one * (x[node] - x[node + stride]);
        }
        y[node] = masses[node] * x[node] + dt * mu_ * grid_.spacing * differences;
    });
}

void Viscosity::step(const Vector& masses, const NodeConditions& conditions, double dt,
                     VectorField& v) {
    constexpr double tolerance = 1e-6;
    constexpr int most = 1000;
    const Lattice nodes = grid_.nodes();
    for (int axis = 0; axis < 3; ++axis) {
        Vector inverse_diagonal(nodes.size()), b(nodes.size()), product, change;
        const Vector& before = v[axis];
        // For the change of v, zero where it is prescribed: K v of all of v goes to the right.
        apply(masses, conditions, axis, dt, before, product);
        each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
            const bool is_free = !conditions.is_prescribed(node, axis);
            b[node] = is_free ? masses[node] * before[node] - product[node] : 0;
            inverse_diagonal[node] = is_free ? 1 / (masses[node] + dt * mu_ * edges_about(at)) : 0;
        });
        change.setZero(nodes.size());
        const auto outcome = residuals_.solve(
            [&](const Vector& x, Vector& y) { apply(masses, conditions, axis, dt, x, y); },
            [&](const Vector& r, Vector& z) { z = inverse_diagonal.cwiseProduct(r); }, b, change,
            tolerance, most);
        if (!outcome.converged)
            throw ComputationError(
                fmt::format("viscous forces came to {:.2g} in {} iterations, and {:.2g} is asked",
                            outcome.residual, outcome.iterations, tolerance),
                "take shorter steps, or a smaller viscosity");
        v[axis] += change;
    }
}

}  // namespace sinew
