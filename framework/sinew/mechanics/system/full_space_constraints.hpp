/// The constraints of a body in full space: which displacements are given, and their values.
#pragma once

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
    /// Coordinates are displacements: 3 node + axis.
    const Prescribed& prescribed() const { return prescribed_; }

private:
    void hold(const Constraint& constraint, double t);
    void warn(int coordinate);

    const Body& body_;
    std::vector<const Constraint*> constraints_;
    Prescribed prescribed_;
    struct Value {
        bool held = false;
        double q = 0, v = 0, a = 0;
    };
    std::vector<Value> values_;  ///< by coordinate
    std::vector<int> touched_;
    std::vector<HeldNode> nodes_;
    bool warned_ = false;
};

}  // namespace sinew
