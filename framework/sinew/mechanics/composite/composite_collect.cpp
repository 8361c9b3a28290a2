/// The forces that couplings hand over, and the check that they are finite.

#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/composite/finite_forces.hpp>

namespace sinew {

void CompositeSystem::collect(std::size_t c, HandOver hand_over, const CompositeMotion& motion,
                              CompositeForces& sink) {
    (couplings_[c]->*hand_over)(motion, time_, sink);
    if (!sink.is_finite()) refuse_not_finite(c, hand_over, sink);
    sink.finish();
}

void CompositeSystem::refuse_not_finite(std::size_t c, HandOver hand_over,
                                        const CompositeForces& sink) {
    if (admissible_q_.size() == 0) {
        const State start = initial();
        admissible_q_ = start.q;
        admissible_v_ = start.v;
    }
    if (admissible_q_.size() != size()) return;
    const BodyCoordinates at = split_by_body(offsets_, admissible_q_, &admissible_v_);
    const CompositeMotion motion(bodies_, body_numbers_[c], at);
    FiniteForces forces(bodies_, body_numbers_[c], motion, sink);
    (couplings_[c]->*hand_over)(motion, time_, forces);
}

}  // namespace sinew
