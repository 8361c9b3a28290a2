/// The interface of `formulation/` plugins: how a body becomes a system.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <vector>

namespace sinew {

class BodySystem;
class Constraint;
class Load;

/// The objects on the body's node other than mesh and material.
struct BodyParts {
    std::vector<const Constraint*> constraints;
    std::vector<const Load*> loads;
    Origin formulation = {};  ///< whose system it is, for messages and keys
};

/// Makes the system of a body: its degrees of freedom, forces and mass.
class Formulation : public Object {
public:
    static constexpr const char* kind = "formulation";
    /// Makes the system. Body, constraints and loads outlive it.
    virtual std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const = 0;
};

}  // namespace sinew
