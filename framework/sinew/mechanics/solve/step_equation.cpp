#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/solve/step_equation.hpp>

namespace sinew {

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
            iterate.v.setZero(old.q.size());
            iterate.a = -old.v / dt;
            return {1 / dt, 1 / (dt * dt)};
        case Kind::newmark:
            break;
    }
    iterate.a = -old.v / (beta_ * dt) - (1 / (2 * beta_) - 1) * old.a;
    iterate.v = old.v + dt * ((1 - gamma_) * old.a + gamma_ * iterate.a);
    return {gamma_ / (beta_ * dt), 1 / (beta_ * dt * dt)};
}

}  // namespace sinew
