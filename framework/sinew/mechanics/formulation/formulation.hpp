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

/// Traits of formulations, which a plugin lists as `static constexpr std::array traits{...}`.
namespace formulation_trait {
/// The forces of an element depend on other elements, too.
inline constexpr const char* couples_elements = "couples_elements";
/// It takes rotations of the elements, or their shape at rest, from a rig.
inline constexpr const char* follows_rig = "follows_rig";
}  // namespace formulation_trait

/// Makes the system of a body: its degrees of freedom, forces and mass.
class Formulation : public Object {
public:
    static constexpr const char* kind = "formulation";
    /// Makes the system. Body, constraints and loads outlive it.
    virtual std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const = 0;
};

}  // namespace sinew
