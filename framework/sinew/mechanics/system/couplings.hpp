/// The facet of a System in which something acts between bodies, or on them from obstacles.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <string>

namespace sinew {

/// Contact and its friction, ties, springs: what Newton's method and its line search ask of them.
/// Vectors have one entry a degree of freedom of the System.
class Couplings {
public:
    virtual ~Couplings() = default;

    /// Share in [0, 1] of the straight paths from where bodies are at q to where they are at q (+)
    /// dq that they may go such that nothing passes through anything.
    virtual double largest_step(const Vector& q, const Vector& dq) = 0;
    /// The reason why a largest_step from where the last one began was below 1, in words; empty if
    /// none was.
    virtual std::string obstruction() const = 0;
    /// Takes from (q, v) what forces lag behind in (normal forces of friction); false if forces
    /// stay as they are. Newton's method ends where its residual is small thereafter.
    virtual bool update_lagged(const Vector& q, const Vector& v) = 0;
};

}  // namespace sinew
