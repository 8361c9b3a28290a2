/// The interface of `reduction/` plugins: a body's system in other, fewer degrees of freedom.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>

namespace sinew {

class Reduction : public Object {
public:
    static constexpr const char* kind = "reduction";

    /// Wraps the elastic body that the formulation made; `parts` is what stands on its node.
    /// Throws InputError (at provenance.where) if it cannot take the body.
    virtual std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody> full, Body& body,
                                             const BodyParts& parts) const = 0;
};

}  // namespace sinew
