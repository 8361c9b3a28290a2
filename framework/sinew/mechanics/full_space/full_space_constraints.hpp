/// The constraints of a body in full space: which displacements are given, and their values.
#pragma once

#include <optional>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/full_space/moving_rest.hpp>
#include <sinew/mechanics/full_space/skew_rows.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Collects the prescribed degrees of freedom (3 node + axis) of a body: displacements [m],
/// velocities [m/s] and accelerations [m/s^2]; of nodes that oblique constraints act on, along axes
/// of their own.
class FullSpaceConstraints {
public:
    /// Body and constraints must outlive this.
    /// Nodes that are held where they were go with `rest`, if the rest shape moves; it is moved
    /// first.
    FullSpaceConstraints(const Body& body, std::vector<const Constraint*> constraints,
                         const MovingRest* rest = nullptr);

    /// Collects the prescribed degrees of freedom at time t [s]. If two constraints prescribe the
    /// same one, the later in the list wins; if their values differ, a warning is given once.
    void move_to(double t);
    /// Takes the displacements from the rest shape u [m] at time t [s]: constraints that begin to
    /// act later, and keep nodes at their positions, will keep them there.
    void commit(const Vector& u, double t);
    /// Saves and restores the positions that constraints which begin later will hold.
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);
    /// Degrees of freedom are displacements [m], 3 node + axis.
    const Prescribed& prescribed() const { return prescribed_; }

private:
    /// Finds the nodes that oblique constraints act on, and axes that hold what acts there.
    void find_frames();
    /// The nodes of a constraint at time t, into nodes_, in its name.
    void ask(std::size_t constraint, double t);
    /// The displacement from X [m] that a node is given.
    Eigen::Vector3d given_displacement(std::size_t constraint, const ConstrainedNode& node) const;
    void constrain(std::size_t constraint, double t);
    void add_rows(const ConstrainedNode& node, const Eigen::Vector3d& q, std::size_t constraint);
    /// Prescribes what the rows of the nodes with frames say.
    void constrain_rows();
    /// Throws InputError if rows that act together at some time say other than whole axes.
    void require_axes_at_all_times() const;
    [[noreturn]] void refuse_between_axes(std::size_t frame) const;
    /// Warns of a constraint that prescribes another value for a node than an earlier one.
    void warn(int node, const std::string& direction, std::size_t earlier, std::size_t later);

    const Body& body_;
    std::vector<const Constraint*> constraints_;
    const MovingRest* rest_;  ///< nullptr if it stays where the mesh is
    /// For each constraint that begins to act later, the displacements from the rest shape at the
    /// last time before [m].
    std::vector<std::optional<Vector>> before_;
    Prescribed prescribed_;
    struct Value {
        bool constrained = false;
        double q = 0, v = 0, a = 0;
        std::size_t by = 0;  ///< number of the constraint
    };
    std::vector<Value> values_;  ///< by degree of freedom
    std::vector<int> touched_;
    std::vector<int> frame_of_;               ///< by node: its number, or -1; empty if none has one
    std::vector<std::vector<SkewRow>> rows_;  ///< of each frame, at the present time
    double round_off_ = 0;                    ///< in the displacements of rows [m]
    std::vector<ConstrainedNode> nodes_;
    bool warned_ = false;
};

}  // namespace sinew
