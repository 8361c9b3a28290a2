#include <sinew/mechanics/model/nodal_frame_system.hpp>

namespace sinew {

Vector NodalFrameSystem::in_world(Vector x) const {
    to_world_axes(frames(), x);
    return x;
}

State NodalFrameSystem::in_world(const State& state) const {
    return {in_world(state.q), in_world(state.v), in_world(state.a)};
}

State NodalFrameSystem::in_axes(State state) const {
    for (Vector* x : {&state.q, &state.v, &state.a}) to_nodal_axes(frames(), *x);
    return state;
}

void NodalFrameSystem::rotate(Forces& forces) const {
    if (forces.event) return;
    to_nodal_axes(frames(), forces.internal);
    to_nodal_axes(frames(), forces.external);
}

State NodalFrameSystem::initial() const {
    return in_axes(system_.initial());
}

/// A state that the system leaves as it is stays so to the last bit, which rotating it there and
/// back would not.
bool NodalFrameSystem::begin_step(State& state, double t, double dt) {
    const State before = in_world(state);
    State begun = before;
    const bool changed = system_.begin_step(begun, t, dt);
    if (changed || begun.q != before.q || begun.v != before.v || begun.a != before.a)
        state = in_axes(std::move(begun));
    return changed;
}

void NodalFrameSystem::commit(const State& state, double t, const Vector& reactions) {
    system_.commit(in_world(state), t, in_world(reactions));
}

void NodalFrameSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    system_.forces(in_world(q), in_world(v), out);
    rotate(out);
}

Energies NodalFrameSystem::stored_energies(const Vector& q, const Vector& v) {
    return system_.stored_energies(in_world(q), in_world(v));
}

const Tangent& NodalFrameSystem::tangent(const Vector& q, const Vector& v,
                                         const TangentWeights& weights, Definiteness definiteness,
                                         Forces* forces) {
    const Tangent& tangent =
        system_.tangent(in_world(q), in_world(v), weights, definiteness, forces);
    if (forces) rotate(*forces);
    tangent_ = std::make_unique<NodalFrameTangent>(tangent, frames());
    return *tangent_;
}

void NodalFrameSystem::apply_mass(const Vector& x, Vector& y) const {
    system_.dynamics()->apply_mass(in_world(x), y);
    to_nodal_axes(frames(), y);
}

}  // namespace sinew
