#include "interior_responses.hpp"

#include <sinew/mechanics/linear/reductions.hpp>

namespace sinew::steklov {

namespace {

constexpr double round_off = 1e-7;  // beside a step: what is left of it is none of its own

}  // namespace

void InteriorResponses::clear() {
    directions_.clear();
    answers_.clear();
}

/// Gram & Schmidt, twice: once leaves what the directions' own round-off makes.
void InteriorResponses::keep(const Vector& direction, const Vector& answer) {
    const double whole = blocked_norm(direction);
    if (directions_.size() == most || !(whole > 0)) return;
    Vector rest = direction, own = answer;
    for (int pass = 0; pass < 2; ++pass)
        for (std::size_t k = 0; k < directions_.size(); ++k) {
            const double part = blocked_dot(directions_[k], rest);
            rest -= part * directions_[k];
            own -= part * answers_[k];
        }
    const double left = blocked_norm(rest);
    if (!(left > round_off * whole)) return;
    directions_.push_back(rest / left);
    answers_.push_back(own / left);
}

bool InteriorResponses::find(const Vector& step, Vector& answer) const {
    if (directions_.empty()) return false;
    Vector rest = step;
    answer.setZero(answers_.front().size());
    for (std::size_t k = 0; k < directions_.size(); ++k) {
        const double part = blocked_dot(directions_[k], rest);
        rest -= part * directions_[k];
        answer += part * answers_[k];
    }
    return blocked_norm(rest) <= round_off * blocked_norm(step);
}

}  // namespace sinew::steklov
