#include <sinew/mechanics/full_space/full_space_damping.hpp>

namespace sinew {

void FullSpaceDamping::begin_step(const Vector& q) {
    if (rayleigh_.stiffness == 0) return;
    known_ = false;  // even if q is the same: a restarted run knows nothing either
    q_ = q;
}

/// Explicit steps never need the matrix: it is not found before a tangent asks for it.
void FullSpaceDamping::add_forces(const Vector& v, Vector& f) {
    if (rayleigh_.mass != 0) {
        mass_.multiply(v, work_);
        f += rayleigh_.mass * work_;
    }
    if (rayleigh_.stiffness != 0) {
        if (known_)
            stiffness_.multiply(v, work_);
        else
            assembler_.stiffness_times(q_, v, rayleigh_.definiteness, work_);
        f += rayleigh_.stiffness * work_;
    }
}

/// There is none where a blind step has left the body inverted.
Event FullSpaceDamping::find_stiffness() {
    if (stiffness_.size() == 0 || &stiffness_.pattern() != assembler_.pattern().get()) {
        stiffness_ = BlockMatrix(assembler_.pattern());
        known_ = false;
    }
    if (known_) return {};
    const Event event = assembler_.forces_and_matrix(q_, rayleigh_.definiteness, 1, 0,
                                                     mass_.values(), work_, stiffness_);
    known_ = !event;
    return event;
}

Event FullSpaceDamping::add_stiffness(double weight, BlockMatrix& A) {
    if (rayleigh_.stiffness == 0 || weight == 0) return {};
    if (Event event = find_stiffness()) return event;
    A.add(rayleigh_.stiffness * weight, stiffness_);
    return {};
}

double FullSpaceDamping::dissipation(const Vector& v) {
    Vector f = Vector::Zero(v.size());
    add_forces(v, f);
    return 0.5 * v.dot(f);
}

}  // namespace sinew
