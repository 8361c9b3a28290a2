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

/// What stands on the body's node beside mesh and material.
struct BodyParts {
    std::vector<const Constraint*> constraints;
    std::vector<const Load*> loads;
    Origin formulation = {};  ///< whose system it is, for messages and keys
};

class Formulation : public Object {
public:
    static constexpr const char* kind = "formulation";
    virtual std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const = 0;
};

}  // namespace sinew
