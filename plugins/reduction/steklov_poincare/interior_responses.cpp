#include "interior_responses.hpp"

#include <sinew/mechanics/math/blocked_sums.hpp>

namespace sinew::steklov {

namespace {

/// Answers are of single precision: of a direction of which less is its own they would be noise.
constexpr double least_share = 1e-4;

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
    if (!(left > least_share * whole)) return;
    directions_.push_back(rest / left);
    answers_.push_back(own / left);
}

Vector InteriorResponses::find(const Vector& step) const {
    if (directions_.empty()) return {};
    Vector answer = Vector::Zero(answers_.front().size());
    for (std::size_t k = 0; k < directions_.size(); ++k)
        answer += blocked_dot(directions_[k], step) * answers_[k];
    return answer;
}

}  // namespace sinew::steklov
