/// Smoke that a fluid carries, and the buoyancy that it gives back.
///
///     b = g (w s - beta T)
///
/// s: density of smoke (dimensionless), T: temperature above that of the fluid [K], both in cells;
/// w: how much heavier smoke of density 1 makes the fluid; beta: its thermal expansion [1/K].
/// Boussinesq's approximation; Fedkiw, Stam & Jensen 2001, equation 8.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/grid/advection.hpp>

namespace sinew {

/// Forces that drive smoke up or down.
struct Buoyancy {
    Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< [m/s^2]
    double weight = 0;                                  ///< w [1]
    double expansion = 0;                               ///< beta [1/K]
};

/// Density and temperature in the cells of a grid.
class Smoke {
public:
    /// None, at the fluid's temperature.
    explicit Smoke(const Grid& grid);

    /// Density of smoke [1] and temperature above the fluid's [K], cell by cell.
    const Vector& density() const { return density_; }
    Vector& density() { return density_; }
    const Vector& temperature() const { return temperature_; }
    Vector& temperature() { return temperature_; }

    /// Both after dt [s] in the flow. There is none beyond open sides (in the
    /// order x_min, x_max, y_min ...).
    void advect(const Advection& flow, double dt, AdvectionScheme scheme,
                const std::array<bool, 6>& open = {});
    /// Adds the acceleration by buoyancy at the nodes [m/s^2]: that of the cells about each.
    void add_buoyancy(const Buoyancy& buoyancy, VectorField& acceleration) const;

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    Grid grid_;
    Vector density_, temperature_;
};

}  // namespace sinew
