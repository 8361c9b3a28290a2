/// Semi-Lagrangian advection of fields on a grid.
///
/// The value at a point is that which was where the flow comes from: x_d = x - dt v(x - dt v(x)/2),
/// a midpoint trace. MacCormack's scheme advects back and forth and takes away half of what that
/// changes, within the range of the eight values about x_d (Selle et al. 2008).
///
/// Stam 1999; Teng 2016, equation 2.36 and line 22 of algorithm 5.
#pragma once

#include <sinew/mechanics/grid/interpolation.hpp>

namespace sinew {

enum class AdvectionScheme { semi_lagrangian, maccormack };

/// Traces through a velocity field, for fields at nodes or in cells.
class Advection {
public:
    /// Takes the velocities at `nodes` [m/s] as they are now.
    Advection(const Lattice& nodes, const VectorField& velocity);

    /// The position [m] where what is at x after dt [s] was before; dt < 0: where it goes.
    Eigen::Vector3d origin_of(const Eigen::Vector3d& x, double dt) const {
        return origin_of(x, velocity_at(x), dt);
    }

    /// At most four fields in the cells, after dt. Beyond open sides, in the order x_min, x_max,
    /// y_min ..., they are zero, beyond others what they are in the nearest cell.
    std::vector<Vector> advect(const Lattice& cells, const std::vector<const Vector*>& fields,
                               double dt, AdvectionScheme scheme,
                               const std::array<bool, 6>& open = {}) const;
    /// The velocities themselves.
    void advect_velocity(double dt, AdvectionScheme scheme, VectorField& velocity) const;

private:
    Eigen::Vector3d velocity_at(const Eigen::Vector3d& x) const {
        return at_nodes_.at(x).of(velocity_).head<3>();
    }
    Eigen::Vector3d origin_of(const Eigen::Vector3d& x, const Eigen::Vector3d& velocity,
                              double dt) const {
        return x - dt * velocity_at(x - dt / 2 * velocity);
    }
    template <class VelocityOf, class Surround>
    Interleaved moved(const Lattice& lattice, const Interleaved& fields, double dt,
                      AdvectionScheme scheme, VelocityOf&& velocity_of, Surround&& surround) const;

    Lattice nodes_;
    TrilinearInterpolation at_nodes_;
    Interleaved velocity_;
};

}  // namespace sinew
