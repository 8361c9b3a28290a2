/// The velocities that elastic, damping and viscous forces leave at the end of a step, implicitly.
///
///     G = M + dt C + dt^2 K,     C = a M_s + b K + mu L      (5.3)
///
/// M: masses of all that is about the nodes, M_s those of solids, K the stiffness of solids, a and
/// b of Rayleigh, mu L the viscous forces of the fluid. Components that are prescribed take no
/// part. Of nodes that neither solids nor viscosity reach, G is the mass.
///
/// Teng 2016, section 5.3.4.
#pragma once

#include <sinew/mechanics/eulerian/velocity_tangent.hpp>
#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/linear/conjugate_residuals.hpp>
#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

/// G without a matrix, solved by conjugate residuals with its diagonal; or as a matrix by a linear
/// solver. Bits do not depend on the number of threads.
class VelocitySystem {
public:
    /// Tolerance and iterations of the solves, and the damping of solids: D = mass M_s + stiffness
    /// K.
    struct Settings {
        double tolerance = 1e-3;
        int max_iterations = 1000;
        double mass_damping = 0;         ///< a [1/s]
        double stiffness_damping = 0;    ///< b [s]
        LinearSolver* linear = nullptr;  ///< nullptr: conjugate residuals
    };

    VelocitySystem(const Grid& grid, const Settings& settings);

    /// Begins with the masses [kg] about the nodes, M alone. Nodes without any stay at rest.
    void begin(const Vector& masses, const NodeConditions& conditions, double dt);
    /// Adds a solid's C and K in a box of nodes. The solid must outlive the solves, its stiffness
    /// too if keeps_stiffness(), else until `finish`. `is_implicit`: K counts; the cells have
    /// stiffness.
    void add(const NodeBox& box, const SolidCells& solid, bool is_implicit);
    /// The factor of K in G: dt (b + dt), or dt b if forces are explicit [s^2].
    double factor_of_stiffness(bool is_implicit) const {
        return settings_.stiffness_damping * dt_ + (is_implicit ? dt_ * dt_ : 0);
    }
    /// Adds a fluid's viscosity mu [Pa s] in cells that are, in these parts, fluid.
    void add_viscosity(double mu, const Vector& fluid_parts);
    /// Ends what is added.
    void finish();
    /// False if G is a matrix, which has taken it.
    bool keeps_stiffness() const { return !settings_.linear; }

    /// v := v* for forces f [N]: G (v* - v) = dt f - (dt C + dt^2 K) v. Throws ComputationError if
    /// the linear solver cannot take G.
    ConjugateResiduals::Outcome step(const VectorField& f, VectorField& v);
    /// After `step`: w := G^-1 M w, from w as the first guess.
    ConjugateResiduals::Outcome spread(VectorField& w, double tolerance);

    double tolerance() const { return settings_.tolerance; }

private:
    /// A solid's cells over the unknown nodes.
    struct Part {
        const SolidCells* solid;
        double factor;  ///< of K
        std::vector<std::array<Index, 8>> corners;
    };
    void add_node(Index node);
    void assemble();
    void prepare_linear();
    ConjugateResiduals::Outcome solve_linear(const Vector& b, Vector& x, double tolerance);
    Vector gathered(const VectorField& field) const;
    /// y = (dt C + dt^2 K) x
    void apply_forces(const Vector& x, Vector& y);
    void apply(const Vector& x, Vector& y);
    ConjugateResiduals::Outcome solve(const Vector& b, Vector& x, double tolerance);

    Grid grid_;
    Settings settings_;
    const NodeConditions* conditions_ = nullptr;
    double dt_ = 0;
    std::vector<int> unknown_;  ///< of each node of the grid; -1: G is its mass
    std::vector<Index> nodes_;  ///< those of the grid that are unknown
    std::size_t n_solid_ = 0;   ///< how many of them, the first, are about solids
    std::vector<Part> parts_;
    struct Edge {
        Index from, to;
        double conductance;
    };
    std::array<std::vector<Edge>, 6> edges_;  ///< in groups in which none touch
    std::vector<double> all_masses_;
    Vector node_damping_;  ///< dt a M_s of the unknown nodes
    Vector mass_, mass_damping_, free_, inverse_diagonal_, rhs_, change_;
    ConjugateResiduals residuals_;
    VelocityTangent tangent_;
    FixedMask fixed_;
};

}  // namespace sinew
