/// The constraints of a body in full space: which displacements are given, and their values.
#pragma once

#include <optional>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <vector>

namespace sinew {

/// Collects the prescribed degrees of freedom (3 node + axis) of a body: displacements [m],
/// velocities [m/s] and accelerations [m/s^2].
class FullSpaceConstraints {
public:
    /// Body and constraints must outlive this.
    FullSpaceConstraints(const Body& body, std::vector<const Constraint*> constraints);

    /// Collects the prescribed degrees of freedom at time t [s]. If two constraints prescribe the
    /// same one, the later in the list wins; if their values differ, a warning is given once.
    void move_to(double t);
    /// Takes the displacements q [m] at time t [s]: constraints that begin to act later, and keep
    /// nodes at their positions, will keep them there.
    void commit(const Vector& q, double t);
    /// Saves and restores the positions that constraints which begin later will hold.
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);
    /// Degrees of freedom are displacements [m], 3 node + axis.
    const Prescribed& prescribed() const { return prescribed_; }

private:
    void constrain(std::size_t constraint, double t);
    /// Warns of a constraint that prescribes another value of a degree of freedom than an earlier
    /// one.
    void warn(int dof, std::size_t earlier, std::size_t later);

    const Body& body_;
    std::vector<const Constraint*> constraints_;
    /// For each constraint that begins to act later, the displacements at the last time before [m].
    std::vector<std::optional<Vector>> before_;
    Prescribed prescribed_;
    struct Value {
        bool constrained = false;
        double q = 0, v = 0, a = 0;
        std::size_t by = 0;  ///< number of the constraint
    };
    std::vector<Value> values_;  ///< by degree of freedom
    std::vector<int> touched_;
    std::vector<ConstrainedNode> nodes_;
    bool warned_ = false;
};

}  // namespace sinew
