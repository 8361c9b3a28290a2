/// The projection of velocities on a grid: pressures that make them free of divergence.
///
///     J M^-1 J' p = J v* - b,      v = v* - M^-1 J'p      (5.7, and 5.8 with G = M)
///
/// b is what of the prescribed velocities' flux no pressure can take up. J' has a null space beside
/// the constants: in a box of nx x ny x nz cells with no slip it has nx + ny + nz - 1 dimensions,
/// (-1)^(i+j) a(k) and the like, of which a driven lid excites some. b is found by least squares.
///
/// Teng 2016, section 5.3.5.
#pragma once

#include <functional>
#include <sinew/mechanics/grid/pressure_multigrid.hpp>
#include <sinew/mechanics/linear/conjugate_residuals.hpp>

namespace sinew {

/// Preconditioners of pressures.
enum class PressureMethod { multigrid, jacobi };

/// Projects velocities step by step, each solve from the pressure of the last.
class PressureProjection {
public:
    PressureProjection(const Grid& grid, PressureMethod method, double tolerance,
                       int max_iterations);

    /// Takes what walls and obstacles prescribe from now on, at nodes of these masses [kg].
    void set(const Vector& masses, const NodeConditions& conditions);
    /// Takes other masses, with the same conditions. `constrained`: 0 in each cell whose volume may
    /// change; none: all keep theirs.
    void set_masses(const Vector& masses, const NodeConditions& conditions,
                    std::vector<std::uint8_t> constrained = {});

    /// Takes the length of a step from now on [s]: a divergence as small as the round-off of
    /// velocities of a cell a step is none.
    void set_step(double dt) { cell_velocity_ = operator_.grid().spacing / dt; }

    /// Takes J v down to `tolerance` of what it is, or to round-off. v holds the prescribed
    /// components. Throws ComputationError if v is not finite.
    ConjugateResiduals::Outcome project(VectorField& v) {
        const ConjugateResiduals::Outcome outcome = find_pressure(v);
        operator_.correct(p_, v);
        return outcome;
    }
    /// Finds the pressure alone (5.7).
    ConjugateResiduals::Outcome find_pressure(const VectorField& v);
    /// M^-1 J' p of the last pressure, zero where velocities are prescribed [m/s].
    VectorField change() const;
    /// Finds the pressure of S p = J v - b, S = J G^-1 J' being the Schur complement of (5.6),
    /// where spread(w, tolerance) gives w := G^-1 M w. The preconditioner takes the masses and the
    /// stiffness for what each would be without the other,
    ///
    ///     S^-1 ~ (J M^-1 J')^-1 + k / h^3,
    ///
    /// k: `volume_stiffness` in the cells [Pa s^2]. Cahouet and Chabard 1988.
    ConjugateResiduals::Outcome find_pressure(
        const VectorField& v, const std::function<void(VectorField&, double)>& spread,
        const Vector& volume_stiffness);

    /// Fluxes out of the cells that projections leave, beside what cannot be reached [m^3/s]; their
    /// sum over a closed region must be zero. None: zero.
    void want_flux(Vector flux) { wanted_ = std::move(flux); }

    const PressureOperator& pressure_operator() const { return operator_; }
    /// The impulses per area of the last projection [Pa s]; a step's pressure is -p/dt.
    const Vector& impulses() const { return p_; }
    Vector& impulses() { return p_; }

private:
    void find_unreachable(const NodeConditions& conditions);
    /// Makes the preconditioner when it is first needed: who only validates does not need it.
    void precondition(const Vector& r, Vector& z);
    double tolerance_for(const VectorField& v);
    VectorField change_by(const Vector& p) const;
    ConjugateResiduals::Outcome solve(const Vector& b, Vector& p, double tolerance,
                                      int max_iterations);

    PressureOperator operator_;
    PressureMethod method_;
    double tolerance_;
    int max_iterations_;
    PressureMultigrid multigrid_;
    std::vector<std::uint8_t> prescribed_;  ///< those that the preconditioner knows of
    bool is_prepared_ = false;              ///< and is made for
    bool has_other_masses_ = false;         ///< than those of `set`
    double largest_diagonal_ = 0;
    double cell_velocity_ = 0;  ///< a cell a step [m/s]
    Vector inverse_diagonal_;
    ConjugateResiduals residuals_;
    Vector p_, b_, divergence_;
    Vector wanted_;  ///< empty: zero
};

/// Pressures without what J' does not see: the mean over the 27 cells about each, by the weights
/// (1/4, 1/2, 1/4) along every axis; a cell on a side counts for its missing neighbour.
Vector filtered(const Vector& pressures, const Grid& grid);

}  // namespace sinew
