#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>

namespace sinew {

CompositeSystem::CompositeSystem(std::vector<BodySystem*> bodies, std::vector<Coupling*> couplings)
    : bodies_(std::move(bodies)), couplings_(std::move(couplings)), body_forces_(bodies_.size()) {
    for (const Coupling* coupling : couplings_) {
        std::vector<int> numbers;
        for (const Body* body : coupling->bodies()) {
            const auto found = std::find_if(bodies_.begin(), bodies_.end(),
                                            [&](BodySystem* b) { return &b->body() == body; });
            SINEW_ASSERT(found != bodies_.end(), "a coupling's body {} has no system", body->path);
            numbers.push_back(static_cast<int>(found - bodies_.begin()));
        }
        body_numbers_.push_back(std::move(numbers));
    }
    for (BodySystem* body : bodies_) {
        if (Dynamics* facet = body->dynamics()) dynamics_.push_back(facet);
        if (ExplicitDynamics* facet = body->explicit_dynamics()) explicit_.push_back(facet);
    }
    if (dynamics_.size() < bodies_.size()) dynamics_.clear();
    if (explicit_.size() < bodies_.size() || unbounded_coupling()) explicit_.clear();
    measure();
}

const Coupling* CompositeSystem::unbounded_coupling() const {
    for (const Coupling* coupling : couplings_)
        if (!coupling->stiffness_bound()) return coupling;
    return nullptr;
}

CompositeSystem::~CompositeSystem() = default;

Diagnostic CompositeSystem::lacks(Facet facet) const {
    for (BodySystem* body : bodies_) {
        const bool has = facet == Facet::dynamics ? body->dynamics() != nullptr
                                                  : body->explicit_dynamics() != nullptr;
        if (!has) return body->lacks(facet);
    }
    if (facet == Facet::explicit_dynamics)
        if (const Coupling* coupling = unbounded_coupling())
            return Diagnostic::error(problem_of(Coupling::unbounded, coupling->provenance.plugin,
                                                coupling->provenance.node_path))
                .remedy(Coupling::unbounded.remedy)
                .on(coupling->provenance);
    return System::lacks(facet);
}

void CompositeSystem::measure() {
    offsets_.assign(1, 0);
    prescribed_.frames.clear();
    for (const BodySystem* body : bodies_) {
        for (const NodalFrame& frame : body->prescribed().frames)
            prescribed_.frames.push_back({offsets_.back() + frame.first, frame.axes});
        offsets_.push_back(offsets_.back() + body->size());
    }
}

State CompositeSystem::slice(const State& state, std::size_t k) const {
    const Index first = offsets_[k], n = offsets_[k + 1] - first;
    return {state.q.segment(first, n), state.v.segment(first, n), state.a.segment(first, n)};
}

State CompositeSystem::initial() const {
    State state{Vector(size()), Vector(size()), Vector(size())};
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const State part = bodies_[k]->initial();
        state.q.segment(offsets_[k], part.q.size()) = part.q;
        state.v.segment(offsets_[k], part.q.size()) = part.v;
        state.a.segment(offsets_[k], part.q.size()) = part.a;
    }
    return state;
}

void CompositeSystem::move_to(double t) {
    time_ = t;
    Prescribed all;
    all.frames = std::move(prescribed_.frames);
    std::vector<Vector> q, v, a;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        bodies_[k]->move_to(t);
        const Prescribed& part = bodies_[k]->prescribed();
        for (Index i : part.dofs) all.dofs.push_back(offsets_[k] + i);
        // Revisions only ever grow, so their sum changes when one of them does.
        all.revision += part.revision;
        q.push_back(part.q);
        v.push_back(part.v);
        a.push_back(part.a);
    }
    auto join = [&](const std::vector<Vector>& parts) {
        Vector whole(static_cast<Index>(all.dofs.size()));
        Index at = 0;
        for (const Vector& part : parts) {
            whole.segment(at, part.size()) = part;
            at += part.size();
        }
        return whole;
    };
    all.q = join(q);
    all.v = join(v);
    all.a = join(a);
    prescribed_ = std::move(all);
}

void CompositeSystem::begin_couplings(const State& state, double t, double dt) {
    admissible_q_ = state.q;
    admissible_v_ = state.v;
    const BodyCoordinates at = split_by_body(offsets_, state.q, &state.v);
    for (std::size_t c = 0; c < couplings_.size(); ++c) {
        const ActiveWindow& window = couplings_[c]->common;
        if (!window.active(t) && !window.active(t + dt)) continue;
        attribute_errors_to(couplings_[c]->provenance, [&] {
            couplings_[c]->begin_step(CompositeMotion(bodies_, body_numbers_[c], at), t, dt);
        });
    }
}

bool CompositeSystem::changes_dofs() const {
    return std::any_of(bodies_.begin(), bodies_.end(),
                       [](const BodySystem* body) { return body->changes_dofs(); });
}

/// Couplings come first, to see bodies where they are: a body may begin the step where it expects
/// its end. They begin anew beside one that jumps.
bool CompositeSystem::begin_step(State& state, double t, double dt) {
    if (t != time_) move_to(t);  // it has looked ahead, or an attempt before has failed
    begin_couplings(state, t, dt);
    std::vector<State> parts;
    bool changed = false;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        parts.push_back(slice(state, k));
        changed = bodies_[k]->begin_step(parts.back(), t, dt) || changed;
    }
    if (changed) {
        measure();
        state = {Vector(size()), Vector(size()), Vector(size())};
    }
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        state.q.segment(offsets_[k], parts[k].q.size()) = parts[k].q;
        state.v.segment(offsets_[k], parts[k].q.size()) = parts[k].v;
        state.a.segment(offsets_[k], parts[k].q.size()) = parts[k].a;
    }
    if (!changed) return false;
    for (Coupling* coupling : couplings_) coupling->jump();
    begin_couplings(state, t, dt);
    return true;
}

template <class Function>
void CompositeSystem::for_each_active(double t, const BodyCoordinates& at, Function&& function) {
    for (std::size_t c = 0; c < couplings_.size(); ++c)
        if (couplings_[c]->common.active(t))
            attribute_errors_to(couplings_[c]->provenance, [&] {
                function(c, *couplings_[c], CompositeMotion(bodies_, body_numbers_[c], at));
            });
}

void CompositeSystem::commit(const State& state, double t, const Vector& reactions) {
    admissible_q_ = state.q;
    admissible_v_ = state.v;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        bodies_[k]->commit(slice(state, k), t,
                           reactions.segment(offsets_[k], offsets_[k + 1] - offsets_[k]));
    const BodyCoordinates at = split_by_body(offsets_, state.q, &state.v);
    for_each_active(t, at, [&](std::size_t, Coupling& coupling, const CompositeMotion& motion) {
        coupling.commit(motion, t);
    });
    for (Coupling* coupling : couplings_)
        if (!coupling->common.active(t)) coupling->commit_idle();
}

void CompositeSystem::advance(Vector& q, const Vector& dq) const {
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const Index n = offsets_[k + 1] - offsets_[k];
        Vector part = q.segment(offsets_[k], n);
        bodies_[k]->advance(part, dq.segment(offsets_[k], n));
        q.segment(offsets_[k], n) = part;
    }
}

void CompositeSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    out.internal.resize(size());
    out.external.resize(size());
    out.event = {};
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        Forces& part = body_forces_[k];
        bodies_[k]->forces(at.q[k], at.v[k], part);
        if (part.event) {
            out.event = part.event;
            return;
        }
        out.internal.segment(offsets_[k], part.internal.size()) = part.internal;
        out.external.segment(offsets_[k], part.external.size()) = part.external;
    }
    add_couplings(q, v, out.external, nullptr, Definiteness::exact, nullptr);
}

void CompositeSystem::add_couplings(const Vector& q, const Vector& v, Vector& external,
                                    const TangentWeights* weights, Definiteness definiteness,
                                    std::vector<CouplingBlock>* blocks) {
    if (couplings_.empty()) return;
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    std::vector<Vector> parts;
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        parts.push_back(Vector::Zero(offsets_[k + 1] - offsets_[k]));
    for_each_active(time_, at, [&](std::size_t c, Coupling&, const CompositeMotion& motion) {
        CompositeForces sink(bodies_, body_numbers_[c], offsets_, at, parts, weights, definiteness,
                             blocks);
        collect(c, &Coupling::evaluate, motion, sink);
    });
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        external.segment(offsets_[k], parts[k].size()) += parts[k];
}

double CompositeSystem::largest_step(const Vector& q, const Vector& dq) {
    Vector end = q;
    advance(end, dq);
    const BodyCoordinates at = split_by_body(offsets_, q, nullptr);
    const BodyCoordinates there = split_by_body(offsets_, end, nullptr);
    double least = 1;
    for_each_active(time_, at,
                    [&](std::size_t c, Coupling& coupling, const CompositeMotion& motion) {
                        const CompositeMotion to(bodies_, body_numbers_[c], there);
                        least = std::min(least, coupling.largest_step(motion, to));
                    });
    return least;
}

std::string CompositeSystem::obstruction() const {
    for (const Coupling* coupling : couplings_)
        if (std::string words = coupling->obstruction(); !words.empty()) return words;
    return {};
}

bool CompositeSystem::update_lagged(const Vector& q, const Vector& v) {
    bool any = false;
    for_each_active(time_, split_by_body(offsets_, q, &v),
                    [&](std::size_t, Coupling& coupling, const CompositeMotion& motion) {
                        any = coupling.update_lagged(motion, time_) || any;
                    });
    return any;
}

Energies CompositeSystem::stored_energies(const Vector& q, const Vector& v) {
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    Energies sum;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        const Energies part = bodies_[k]->stored_energies(at.q[k], at.v[k]);
        sum.elastic += part.elastic;
        sum.external += part.external;
        sum.coupling += part.coupling;
    }
    sum.coupling += coupling_energy(at);
    return sum;
}

double CompositeSystem::potential(const Vector& q) {
    const BodyCoordinates at = split_by_body(offsets_, q, nullptr);
    double sum = 0;
    for (std::size_t k = 0; k < bodies_.size(); ++k) sum += bodies_[k]->potential(at.q[k]);
    for_each_active(time_, at, [&](std::size_t, Coupling& coupling, const CompositeMotion& motion) {
        sum += coupling.potential(motion, time_);
    });
    return sum;
}

double CompositeSystem::coupling_energy(const BodyCoordinates& at) {
    double sum = 0;
    for_each_active(time_, at, [&](std::size_t, Coupling& coupling, const CompositeMotion& motion) {
        sum += coupling.energy(motion, time_);
    });
    return sum;
}

bool CompositeSystem::conservative() const {
    for (const BodySystem* body : bodies_)
        if (!body->conservative()) return false;
    for (const Coupling* coupling : couplings_)
        if (!coupling->conservative()) return false;
    return true;
}

std::string CompositeSystem::asymmetry() const {
    for (const Coupling* coupling : couplings_)
        if (!coupling->symmetric()) return named(coupling->provenance, "a coupling");
    for (const BodySystem* body : bodies_)
        if (std::string name = body->asymmetry(); !name.empty()) return name;
    return {};
}

/// Gershgorin's bound of M^-1 C.
double CompositeSystem::damping_rate(const Vector& q, const Vector& v) {
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    const TangentWeights weights{0, 1, 0};
    std::vector<Vector> unused;
    std::vector<CouplingBlock> blocks;
    for_each_active(time_, at, [&](std::size_t c, Coupling&, const CompositeMotion& motion) {
        CompositeForces sink(bodies_, body_numbers_[c], offsets_, at, unused, &weights,
                             Definiteness::psd_projected, &blocks);
        collect(c, &Coupling::damp, motion, sink);
    });
    if (blocks.empty()) return 0;
    Vector sums = Vector::Zero(size());
    for (const CouplingBlock& b : blocks)
        sums.segment(b.row, b.block.rows()) += b.block.cwiseAbs().rowwise().sum();
    return sums.cwiseQuotient(lumped_mass()).maxCoeff();
}

const Tangent& CompositeSystem::tangent(const Vector& q, const Vector& v,
                                        const TangentWeights& weights, Definiteness definiteness,
                                        Forces* out) {
    const BodyCoordinates at = split_by_body(offsets_, q, &v);
    if (out) {
        out->internal.resize(size());
        out->external.resize(size());
        out->event = {};
    }
    const bool only_couplings = definiteness == Definiteness::couplings_projected;
    const Definiteness of_bodies = only_couplings ? Definiteness::exact : definiteness,
                       of_couplings = only_couplings ? Definiteness::psd_projected : definiteness;
    std::vector<const Tangent*> tangents;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
        Forces& part = body_forces_[k];
        tangents.push_back(
            &bodies_[k]->tangent(at.q[k], at.v[k], weights, of_bodies, out ? &part : nullptr));
        if (!out) continue;
        if (part.event) {
            if (!out->event) out->event = part.event;
            continue;
        }
        out->internal.segment(offsets_[k], part.internal.size()) = part.internal;
        out->external.segment(offsets_[k], part.external.size()) = part.external;
    }
    std::vector<CouplingBlock> blocks;
    Vector external = Vector::Zero(size());
    add_couplings(q, v, external, &weights, of_couplings, &blocks);
    if (out && !out->event) out->external += external;
    bool symmetric = true;
    for (const Coupling* coupling : couplings_)
        if (coupling->common.active(time_)) symmetric = symmetric && coupling->symmetric();
    tangent_.assemble(std::move(tangents), offsets_, std::move(blocks), symmetric);
    return tangent_;
}

double CompositeSystem::length_scale() const {
    double scale = 0;
    for (const BodySystem* body : bodies_) scale = std::max(scale, body->length_scale());
    return scale;
}

double CompositeSystem::force_scale() const {
    double scale = bodies_.front()->force_scale();
    for (const BodySystem* body : bodies_) scale = std::min(scale, body->force_scale());
    return scale;
}

void CompositeSystem::save(Archive& archive, const std::string& prefix) const {
    for (const BodySystem* body : bodies_) body->save(archive, prefix + body->body().path);
    for (std::size_t c = 0; c < couplings_.size(); ++c)
        couplings_[c]->save(archive, prefix + "/couplings/" + std::to_string(c));
}

void CompositeSystem::restore(const Archive& archive, const std::string& prefix) {
    admissible_q_.resize(0);
    for (BodySystem* body : bodies_) body->restore(archive, prefix + body->body().path);
    for (std::size_t c = 0; c < couplings_.size(); ++c)
        couplings_[c]->restore(archive, prefix + "/couplings/" + std::to_string(c));
    measure();
}

std::string CompositeSystem::name() const {
    std::string names;
    for (const BodySystem* body : bodies_) names += (names.empty() ? "" : ", ") + body->name();
    return names;
}

}  // namespace sinew
