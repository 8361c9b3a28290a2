/// Declarations of the parameters that penalty contacts share.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>

namespace sinew {

template <>
struct EnumNames<FrictionTangent> {
    static constexpr std::array names{std::pair{"symmetric", FrictionTangent::symmetric},
                                      std::pair{"consistent", FrictionTangent::consistent}};
};

/// Parameters of a contact plugin: those of the contact, and the bodies that it acts on.
struct ContactPluginParams : ContactParams {
    std::vector<Reference> bodies;
};

inline constexpr auto contact_bodies =
    field("bodies", &ContactPluginParams::bodies,
          "Nodes of the bodies that it stops; every body on this node and below if absent");
inline constexpr auto contact_stiffness =
    field("stiffness", &ContactParams::stiffness, unit::Pa_per_m, positive,
          "Pressure per depth of penetration");
inline constexpr auto contact_friction =
    field("friction", &ContactParams::friction, non_negative, "Coulomb's coefficient mu");
inline constexpr auto contact_stick_speed =
    field("stick_speed", &ContactParams::stick_speed, unit::m_per_s, positive,
          "Below this sliding speed friction is smoothed: what sticks creeps slower than it");
inline constexpr auto contact_tangent = field(
    "tangent", &ContactParams::tangent,
    "Friction's share in the tangent: symmetric leaves out how it changes with the normal "
    "force, so that any linear solver fits; consistent holds all and needs linear: {type: lu}");

}  // namespace sinew
