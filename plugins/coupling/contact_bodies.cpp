/// Penalty contact of deformable bodies with each other, without friction: a skin node with area A
/// that is a depth d inside another body is pushed to the nearest place of its skin,
///
///     E = k A d^2 / 4,    n towards that place,
///
/// which is pushed back. Nodes of either body do so: where two sheets meet the pressure is k d.
/// Bodies do not touch themselves.
///
/// Forces: contact_bodies/body_contact.hpp. Valid while d stays small against the
/// elements.

#include <fmt/format.h>

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

#include "contact_bodies/body_contact.hpp"

namespace sinew {

class ContactBodies final : public BodyContact {
public:
    struct Params : BodyContactParams {
        std::vector<Reference> bodies;
        static constexpr auto fields = std::tuple{
            field("bodies", &Params::bodies,
                  "Nodes of the bodies that touch each other; every body on this node and below if "
                  "absent"),
            field("stiffness", &Params::stiffness, unit::Pa_per_m, positive,
                  "Pressure per depth of penetration"),
            field("reach", &Params::reach, unit::m, positive,
                  "What is deeper inside is not found: less than half of the thinnest part; a "
                  "quarter of the shortest side of any body's box if absent"),
        };
    };

    ContactBodies(const Params& params, BuildContext& context)
        : BodyContact(two_or_more(params, context), params) {}

private:
    static std::vector<Body*> two_or_more(const Params& params, BuildContext& context) {
        std::vector<Body*> bodies = bodies_named(context, params.bodies);
        if (bodies.size() < 2)
            context.fail(
                fmt::format("contact between bodies needs two, and there is only {}",
                            bodies[0]->path),
                params.bodies.empty()
                    ? "put the coupling on a node that holds all bodies, above them"
                    : "write bodies: [first, second], or leave it out for all on this node and "
                      "below");
        return bodies;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ContactBodies, "coupling/contact_bodies",
             "Contact of deformable bodies with each other")
