/// The constraints of a body in full space: which displacements are given, and their values.
#pragma once

#include <optional>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <vector>

namespace sinew {

class FullSpaceConstraints {
public:
    FullSpaceConstraints(const Body& body, std::vector<const Constraint*> constraints);

    /// Collects what is held at time t. Where two constraints hold one coordinate, the later in the
    /// list wins; if they differ, that is said once.
    void move_to(double t);
    /// The body is at displacements q at time t: constraints that begin to act later, and hold
    /// nodes where they were, will hold them there.
    void accept(const Vector& q, double t);
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);
    /// Coordinates are displacements: 3 node + axis.
    const Prescribed& prescribed() const { return prescribed_; }

private:
    void hold(std::size_t constraint, double t);
    /// Of a constraint that holds a coordinate elsewhere than an earlier one.
    void warn(int coordinate, std::size_t earlier, std::size_t later);

    const Body& body_;
    std::vector<const Constraint*> constraints_;
    /// Of each constraint that begins to act later: the displacements at the last time before.
    std::vector<std::optional<Vector>> before_;
    Prescribed prescribed_;
    struct Value {
        bool held = false;
        double q = 0, v = 0, a = 0;
        std::size_t by = 0;  ///< number of the constraint
    };
    std::vector<Value> values_;  ///< by coordinate
    std::vector<int> touched_;
    std::vector<HeldNode> nodes_;
    bool warned_ = false;
};

}  // namespace sinew
