/// The interface of `reduction/` plugins: a body's system in other, fewer degrees of freedom.
#pragma once

#include <memory>
#include <sinew/kernel/library/refusal.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>

namespace sinew {

/// Traits of reductions, which a plugin lists as `static constexpr std::array traits{...}`.
namespace reduction_trait {
/// Its systems have no mass.
inline constexpr const char* quasi_static = "quasi_static";
}  // namespace reduction_trait

/// Makes the reduced system of a body.
class Reduction : public Object {
public:
    static constexpr const char* kind = "reduction";
    /// The refusal of solvers with inertia, by declaration and of whatever has no Dynamics.
    static constexpr Refusal without_mass{
        .kind = kind,
        .trait = reduction_trait::quasi_static,
        .problem = "{plugin} is quasi-static, and cannot give {node} a mass",
        .remedy =
            "use solver: {type: static, linear: {type: pcg, preconditioner: own}}, or take the "
            "reduction away"};

    /// True if it takes a body whose rest shape moves.
    virtual bool follows_rest_shape() const { return false; }
    /// Wraps the elastic body that the formulation made; `parts` is what stands on its node.
    /// Throws InputError (at provenance.where) if it cannot take the body.
    virtual std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody> full, Body& body,
                                             const BodyParts& parts) const = 0;
};

/// The system that a formulation made as what a reduction wraps. Throws InputError, in the
/// reduction's name and with both names, if it is no elastic body, or one whose rest shape moves
/// and the reduction does not follow.
std::unique_ptr<ElasticBody> as_elastic_body(std::unique_ptr<BodySystem> system,
                                             const Reduction& reduction, const Origin& formulation);

}  // namespace sinew
