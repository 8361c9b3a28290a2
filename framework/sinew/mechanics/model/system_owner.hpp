/// What a solver shows of what it steps, to outputs.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>
#include <vector>

namespace sinew {

/// A Stepper over a System implements it too.
class SystemOwner {
public:
    virtual ~SystemOwner() = default;

    virtual System& system() = 0;
    /// The last accepted state of `system()`.
    virtual const State& state() const = 0;
    /// The bodies that the system moves.
    virtual std::vector<BodySystem*> bodies() = 0;
};

}  // namespace sinew
