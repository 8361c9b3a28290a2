/// An elastic solid on a grid: fields of displacement and velocity that are carried along.
///
/// The material that is at x was at X = x - u(x) at rest. Within a step u follows from where the
/// material came,
///
///     u(x) := u(x_d) + x - x_d,     x_d = x - dt v(x - dt v(x)/2)      (lines 19 and 20)
///
/// so that X is carried unchanged. (The one-step trace as published inflates a body that turns: by
/// 37 % a turn at 0.1 rad a step; this one by 0.08 %.) Fields are known where at least a quarter of
/// what is about a node is solid, and go on linearly around it, in a box that follows the solid.
///
/// Teng 2016, sections 2.4, 5.3.2 and algorithm 5.
#pragma once

#include <memory>
#include <sinew/mechanics/eulerian/flip_particles.hpp>
#include <sinew/mechanics/grid/node_conditions.hpp>

namespace sinew {

/// Normals of surfaces that touch: of the nearest triangle of the skin as it is now (as published),
/// or the gradient of the distance at rest, carried along.
enum class ContactNormal { triangle, gradient };

/// One solid. Bits do not depend on the number of threads.
class EulerianSolid {
public:
    /// Begins with the body's initial displacement and velocity, each of which must be linear in
    /// space. `law`: the body's, bound to its mesh. `reach`: the most cells that anything crosses
    /// in a step. `flat`: the axis along which the grid has one cell. Throws InputError, naming no
    /// place, if the solid is not inside the grid, or has no point a cell deep.
    EulerianSolid(const Grid& grid, const Body& body, std::unique_ptr<const PointLaw> law,
                  double reach, std::optional<int> flat);
    /// Lets the solid flow plastically from now on, its law being that of F_e.
    void set_plasticity(const Plasticity& plasticity);

    const Body& body() const { return body_; }
    const PointLaw& law() const { return *law_; }
    const NodeBox& box() const { return box_; }
    const SolidCells& cells() const { return cells_; }
    const MaterialShape& shape() const { return shape_; }
    const FlipParticles& particles() const { return particles_; }
    /// The particles' shares in the masses of the nodes, in their order after `take` [kg].
    Vector masses_of_particles() const { return particles_.masses(box_, cells_.masses()); }
    /// Displacements [m] and velocities [m/s] at the nodes of the box.
    const VectorField& displacement() const { return u_; }
    const VectorField& velocity() const { return v_; }
    /// 1 where they are known, 2 where they go on linearly, else 0.
    const std::vector<std::uint8_t>& known() const { return known_; }
    /// The largest component of a velocity [m/s].
    double largest_velocity() const;
    /// The acceleration of its centre of mass in the last step [m/s^2]; endless before the first.
    const Eigen::Vector3d& mean_acceleration() const { return mean_acceleration_; }
    /// The mean density at rest [kg/m^3].
    double mean_density() const { return cells_.masses().sum() / cells_.rest_volumes().sum(); }

    /// Its volume now, and as it was placed in the scene [m^3].
    double volume() const;
    double volume_at_start() const { return volume_at_start_; }
    /// J of the body as it was placed in the scene [1].
    double ratio_at_start() const { return ratio_at_start_; }

    /// Lines 3 and 4: masses, forces and, if wanted, stiffness of cells().
    void evaluate(bool wants_stiffness) {
        cells_.evaluate(u_, wants_stiffness, plastic_ ? &*plastic_ : nullptr);
    }
    /// Lets the memory of the stiffness go until `evaluate`.
    void release_stiffness() { cells_.release_stiffness(); }
    /// Line 13, from velocities at the nodes of the grid [m/s], some of which are prescribed.
    void take(const VectorField& velocity, const NodeConditions& conditions);
    /// The solid's surface as a point near it sees it, after `take`.
    struct Surface {
        double distance;           ///< in the body at rest, negative inside [m]
        Eigen::Vector3d normal;    ///< outward, in the world
        Eigen::Vector3d velocity;  ///< of the solid there [m/s]
    };
    /// The surface near x [m]; nothing where the solid's fields do not reach.
    std::optional<Surface> surface_near(const Eigen::Vector3d& x, ContactNormal kind) const;
    /// More nodes of the box are constrained, 1 each, until it is released:
    /// nothing repels it there.
    void constrain(const std::vector<std::uint8_t>& nodes);
    void release() { constrained_.clear(); }
    /// True if a node about x [m] is constrained.
    bool is_constrained(const Eigen::Vector3d& x) const;
    /// Line 14: changes of the particles' velocities [m/s].
    void change_velocities(const Points& changes);
    /// Lines 18 to 20 over dt [s]. Throws InvertedSolid if it is turned inside out.
    void advance(double dt);

    /// Positions [m] of the nodes of the body's mesh, carried along, and their velocities [m/s];
    /// 3 x n_nodes.
    const Points& positions() const { return positions_; }
    Points velocities() const;
    /// Its plastic flow; nullptr if it is elastic.
    const PlasticFlow* plastic() const { return plastic_ ? &*plastic_ : nullptr; }
    /// Velocity at x, inside [m/s].
    Eigen::Vector3d velocity_at(const Eigen::Vector3d& x) const;
    /// du/dx [1] at x [m].
    Eigen::Matrix3d displacement_gradient(const Eigen::Vector3d& x) const;

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    void begin();
    Eigen::Vector3d normal_of(ContactNormal kind, const Eigen::Vector3d& X,
                              const Eigen::Vector3d& of_gradient) const;
    void fit_box(const std::vector<std::uint8_t>& known);
    void know_and_extend(std::vector<std::uint8_t> known);
    void extend_flow();
    Eigen::Vector3d mean_change() const;
    void carry(const Advection& flow, double dt, const Points& rest, Points& positions) const;

    Grid grid_;
    const Body& body_;
    std::unique_ptr<const PointLaw> law_;
    MaterialShape shape_;
    SolidCells cells_;
    FlipParticles particles_;
    std::optional<PlasticFlow> plastic_;
    Index margin_;  ///< nodes of the box around what is known
    NodeBox box_;
    VectorField u_, v_;
    VectorField flow_;                      ///< from `take` to `advance`: by which the solid moves
    std::vector<std::uint8_t> prescribed_;  ///< components of it, as in NodeConditions
    std::vector<std::uint8_t> known_;
    std::vector<std::uint8_t> constrained_;
    Eigen::Vector3d mean_acceleration_;
    double volume_at_start_ = 0, ratio_at_start_ = 1;
    Points positions_;
};

}  // namespace sinew
