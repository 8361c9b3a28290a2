#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/solve/step_equation.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

namespace {

StepEquation equation_of(const player::Rates& rates) {
    return {rates.c_v, rates.c_a};
}

}  // namespace

TimeScheme TimeScheme::newmark(double beta, double gamma) {
    SINEW_ASSERT(beta > 0, "beta = {}", beta);
    return {Kind::newmark, beta, gamma};
}

TimeScheme TimeScheme::implicit_euler() {
    return {Kind::implicit_euler, 0, 0};
}

TimeScheme TimeScheme::statics() {
    return {Kind::statics, 0, 0};
}

StepEquation TimeScheme::start(const State& old, double dt, State& iterate) const {
    iterate.q = old.q;
    switch (kind_) {
        case Kind::statics:
            iterate.v.setZero(old.q.size());
            iterate.a.setZero(old.q.size());
            return {0, 0};
        case Kind::implicit_euler:
            return equation_of(player::start_euler(dt, old.v, iterate.v, iterate.a));
        case Kind::newmark:
            break;
    }
    return equation_of(
        player::start_newmark(beta_, gamma_, dt, old.v, old.a, iterate.v, iterate.a));
}

}  // namespace sinew
