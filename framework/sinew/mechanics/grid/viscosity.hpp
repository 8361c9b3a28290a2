/// Viscous forces of a fluid on a grid, implicit in time.
///
///     (M + dt mu K) v = M v*,
///
/// component by component. K is the sum over the edges between nodes of h/4 for every cell about
/// the edge: the seven-point Laplacian, with the natural condition on sides that prescribe nothing.
#pragma once

#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/linear/conjugate_residuals.hpp>

namespace sinew {

/// Steps velocities by viscosity alone.
class Viscosity {
public:
    /// mu: dynamic viscosity [Pa s].
    Viscosity(const Grid& grid, double mu) : grid_(grid), mu_(mu) {}

    /// v := v after dt [s], from masses of the nodes [kg]; prescribed components stay.
    /// Throws ComputationError if that does not converge.
    void step(const Vector& masses, const NodeConditions& conditions, double dt, VectorField& v);

private:
    void apply(const Vector& masses, const NodeConditions& conditions, int axis, double dt,
               const Vector& x, Vector& y) const;
    double edges_about(const std::array<Index, 3>& node) const;

    Grid grid_;
    double mu_;
    ConjugateResiduals residuals_;
};

}  // namespace sinew
