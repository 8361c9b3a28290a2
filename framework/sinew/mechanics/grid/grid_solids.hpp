/// Solids as the step of a fluid sees them.
#pragma once

#include <optional>
#include <sinew/mechanics/grid/node_conditions.hpp>

namespace sinew {

/// Solids that share the nodes of a fluid's grid with it.
class GridSolids {
public:
    virtual ~GridSolids() = default;
    /// Lines 7 to 9 of algorithm 5 (Teng 2016). `masses`: of a grid full of fluid, becomes those of
    /// fluid and solids [kg]; `velocity`: the fluid's, becomes that of both together at the end of
    /// dt [s], not yet free of divergence [m/s].
    virtual void add(const NodeConditions& conditions, double dt, Vector& masses,
                     VectorField& velocity) = 0;
    /// w := G^-1 M w, G of the last `add` (5.8), w = 0 where velocities are prescribed. What is
    /// left of M w is so much of it; as much as in `add` if no tolerance is given.
    virtual void spread(VectorField& w, std::optional<double> tolerance = {}) = 0;
    /// dt^2 (lambda + 2 mu) of the last `add` in the cells [Pa s^2]: an impulse of pressure p that
    /// strains a cell against its stiffness alone makes div v = p / that. Zero without solids.
    virtual Vector volume_stiffness() const = 0;
    /// Flux out of each cell in the last `add` by which errors of the solids' volumes heal [m^3/s].
    virtual Vector healing_flux(const NodeConditions& conditions) const = 0;
    /// The part of each cell that was fluid in the last `add`, in [0, 1].
    virtual const Vector& fluid_parts() const = 0;
};

}  // namespace sinew
