/// The numbers that distances between poses of a rig are taken of.
#pragma once

#include <sinew/mechanics/rig/rig.hpp>
#include <vector>

namespace sinew {

/// Numbers x(p) whose distances say how much two poses differ: each parameter over its scale; of a
/// turn (axis times angle) the nine entries of its matrix over sqrt(2) and its scale, which is as
/// far as the angle while that is small, and comes back after a full turn. What moves the whole
/// body is left out: who walks away leaves no pose.
class PoseFeatures {
public:
    explicit PoseFeatures(const Rig& rig);

    /// Length of x(p).
    Index size() const { return Index(values_.size()) + 9 * Index(turns_.size()); }
    /// x(p).
    Vector of(const Vector& p) const;

private:
    struct Part {
        Index parameter;  ///< of a turn the first of three
        double scale;
    };
    std::vector<Part> values_, turns_;
};

}  // namespace sinew
