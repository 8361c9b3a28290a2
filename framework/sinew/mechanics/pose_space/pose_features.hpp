/// The numbers that distances between poses of a rig are taken of.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// Numbers x(p) whose distances say how much two poses differ: each parameter over its scale; of a
/// turn (axis times angle) the nine entries of its matrix over sqrt(2) and its scale, which is as
/// far as the angle while that is small, and comes back after a full turn.
class PoseFeatures {
public:
    /// A parameter that counts.
    struct Part {
        Index parameter;  ///< its number; of a turn that of the first of three
        double scale;     ///< a change that counts as much as one of the others' by theirs
    };
    PoseFeatures(std::vector<Part> values, std::vector<Part> turns)
        : values_(std::move(values)), turns_(std::move(turns)) {}

    const std::vector<Part>& values() const { return values_; }
    const std::vector<Part>& turns() const { return turns_; }
    /// Length of x(p).
    Index size() const { return Index(values_.size()) + 9 * Index(turns_.size()); }
    /// x := x(p).
    void of(const Vector& p, Vector& x) const;
    Vector of(const Vector& p) const {
        Vector x;
        of(p, x);
        return x;
    }

private:
    std::vector<Part> values_, turns_;
};

}  // namespace sinew
