#include <fmt/format.h>

#include <sinew/mechanics/system/system.hpp>

namespace sinew {

namespace {

const char* words_of(Facet facet) {
    switch (facet) {
        case Facet::dynamics:
            return "has no mass, and can only be solved for static equilibrium";
        case Facet::explicit_dynamics:
            return "has no diagonal mass, which explicit steps need";
        case Facet::playable:
            return "cannot be exported: a player steps a body in a subspace, and this is a body in "
                   "full space";
    }
    return "";
}

const char* remedy_of(Facet facet) {
    switch (facet) {
        case Facet::dynamics:
            return "use solver: {type: static}";
        case Facet::explicit_dynamics:
            return "use solver: {type: implicit_newmark} or {type: implicit_euler}";
        case Facet::playable:
            return "give the body reduction: {type: subspace} or {type: pose_space}";
    }
    return "";
}

}  // namespace

Energies System::energies(const Vector& q, const Vector& v) {
    Energies energies = stored_energies(q, v);
    if (Dynamics* moving = dynamics()) energies.kinetic = moving->kinetic_energy(q, v);
    return energies;
}

Diagnostic System::lacks(Facet facet) const {
    return Diagnostic::error(fmt::format("{} {}", name(), words_of(facet)))
        .remedy(remedy_of(facet));
}

}  // namespace sinew
