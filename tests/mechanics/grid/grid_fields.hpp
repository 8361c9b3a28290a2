/// Fields on small grids for tests.
#pragma once

#include <random>
#include <sinew/mechanics/grid/grid.hpp>

namespace sinew::test {

/// Calls visit(point, position) for all points of a lattice, one after the other.
template <class Visit>
void each_place(const Lattice& lattice, Visit&& visit) {
    for (Index k = 0; k < lattice.count[2]; ++k)
        for (Index j = 0; j < lattice.count[1]; ++j)
            for (Index i = 0; i < lattice.count[0]; ++i)
                visit(lattice.at(i, j, k), lattice.position(i, j, k));
}

/// A function of the place at the nodes of a grid.
template <class Function>
VectorField field_of(const Grid& grid, Function&& function) {
    VectorField field(grid.nodes().size());
    each_place(grid.nodes(),
               [&](Index node, const Eigen::Vector3d& x) { field.set(node, function(x)); });
    return field;
}

/// A function of the place in the centres of the cells.
template <class Function>
Vector cells_of(const Grid& grid, Function&& function) {
    Vector field(grid.centres().size());
    each_place(grid.centres(),
               [&](Index cell, const Eigen::Vector3d& x) { field[cell] = function(x); });
    return field;
}

/// n numbers between -1 and 1, the same in every run.
inline Vector random_numbers(Index n, unsigned seed = 1) {
    std::mt19937 generator(seed);
    return Vector::NullaryExpr(n, [&] { return double(generator()) / (1u << 31) - 1; });
}

/// Masses of the nodes between 1 and 3 kg, no two alike.
inline Vector random_masses(const Grid& grid) {
    return random_numbers(grid.nodes().size()).array() + 2;
}

}  // namespace sinew::test
