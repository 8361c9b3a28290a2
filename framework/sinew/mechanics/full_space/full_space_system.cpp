#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

namespace sinew {

namespace {

std::optional<MovingRest> moving_rest(const Body& body, const RestShape* shape) {
    if (shape == nullptr) return std::nullopt;
    return std::optional<MovingRest>(std::in_place, body.mesh, *shape);
}

}  // namespace

FullSpaceSystem::FullSpaceSystem(Body& body, const BodyParts& parts,
                                 std::unique_ptr<ElementForces> elements,
                                 std::unique_ptr<RestShape> rest, const VolumeMesh* of_mass)
    : body_(body),
      assembler_(std::move(elements), body.material ? body.material->provenance : Origin{}),
      mass_(of_mass ? *of_mass : body.mesh, body.density, assembler_.pattern()),
      shape_(std::move(rest)),
      rest_(moving_rest(body, shape_.get())),
      constraints_(body, parts.constraints, rest_ ? &*rest_ : nullptr),
      loads_(body, parts.loads, mass_),
      damping_(assembler_, mass_),
      committed_(FullSpaceSystem::initial()),
      reactions_(Points::Zero(3, body.mesh.n_nodes())) {
    tangent_.matrix = BlockMatrix(assembler_.pattern());
    tangent_.revision = 1;
    tangent_.elements = &assembler_.elements();
    SINEW_ASSERT(!rest_ || assembler_.elements().follows_rest_shape(), "{} does not follow",
                 body.path);
    if (shape_ && shape_->least_stretch() > 0)
        assembler_.limit_stretch(shape_->least_stretch(), body.mesh.positions);
    length_scale_ = bounding_box(body.mesh.positions).diagonal().norm();
    set_force_scale();
    move_to(0);
}

void FullSpaceSystem::set_force_scale() {
    const Vector rest = Vector::Zero(size());
    Vector f;
    assembler_.forces_and_matrix(rest, Definiteness::exact, 1, 0, mass_.values(), f,
                                 tangent_.matrix);
    const double stiffness = tangent_.matrix.diagonal().cwiseAbs().mean();
    const double volume = mass_.volumes().sum();
    const double element_size = std::cbrt(volume / double(body_.mesh.n_elements()));
    force_scale_ = stiffness / element_size * std::pow(volume, 2.0 / 3);
}

State FullSpaceSystem::initial() const {
    State state{body_.initial_displacement.reshaped(), body_.initial_velocity.reshaped(),
                Vector::Zero(3 * body_.mesh.n_nodes())};
    if (rest_) {
        state.q += rest_->displacement();
        state.v += rest_->rate();
    }
    return state;
}

void FullSpaceSystem::move_to(double t) {
    t_ = t;
    if (rest_) move_rest();
    assembler_.move_to(t);
    constraints_.move_to(t);
    loads_.move_to(t);
}

void FullSpaceSystem::move_rest() {
    Event event = rest_->move_to(t_, assembler_);
    if (name_body(event))
        throw ComputationError(
            fmt::format("{}, at time {:.6g} s", event.describe(), t_),
            "what the rig makes of the body is no shape that it can be at rest in: bend it less "
            "sharply, smooth the weights of its bones, or mesh it more finely there");
    most_limited_ = std::max(most_limited_, assembler_.elements().table().n_limited());
    kept_.reset();
}

bool FullSpaceSystem::begin_step(State& state, double t, double dt) {
    bool jumps = false;
    if (rest_) {
        if (t != t_) move_to(t);  // an attempt before has failed
        jumps = dt > 0 && rest_->jumps(dt);
        if (jumps) {
            rest_->jump(dt, state);
            move_to(t + dt);
        } else {
            rest_->begin_step(dt, state);
        }
        find_further_inertia();
    }
    damping_.begin_step(deformation(state.q));
    return jumps;
}

void FullSpaceSystem::commit(const State& state, double t, const Vector& reactions) {
    SINEW_ASSERT(state.q.size() == size(), "{} != {}", state.q.size(), size());
    SINEW_ASSERT(reactions.size() == size(), "{} != {}", reactions.size(), size());
    if (t != t_) move_to(t);
    committed_ = state;
    reactions_.reshaped() = reactions;
    constraints_.commit(deformation(state.q), t);
    if (rest_) rest_->commit();
}

Event& FullSpaceSystem::name_body(Event& event) const {
    if (event) event.body = body_.path;
    return event;
}

void FullSpaceSystem::set_damping(const Rayleigh& damping) {
    damping_.set(damping);
    damping_.begin_step(deformation(committed_.q));
}

void FullSpaceSystem::forces(const Vector& q, const Vector& v, Forces& out) {
    out.event = assembler_.forces(deformation(q), out.internal);
    out.external = loads_.dead();
    if (further_inertia_.size() > 0) out.external += further_inertia_;
    if (!name_body(out.event)) {
        damping_.add_forces(rate(v), out.internal);
        if (loads_.any_follower())
            loads_.add_followers(BodyMotion(*this, q, v), Definiteness::exact, out.external,
                                 nullptr);
    }
}

/// M q'' holds the inertia -M Phi'' of the rest shape once.
void FullSpaceSystem::find_further_inertia() {
    if (!has_inertia_ || shape_->inertia_gain() == 1) return;
    mass_.multiply(rest_->acceleration(), further_inertia_);
    further_inertia_ *= 1 - shape_->inertia_gain();
}

double FullSpaceSystem::kinetic_energy(const Vector&, const Vector& v) {
    if (is_lumped_)
        work_ = lumped_mass().cwiseProduct(v);
    else
        mass_.multiply(v, work_);
    return 0.5 * v.dot(work_);
}

Energies FullSpaceSystem::stored_energies(const Vector& q, const Vector& v) {
    Energies energies;
    energies.elastic = assembler_.energy(deformation(q));
    energies.external = loads_.potential(BodyMotion(*this, q, v));
    return energies;
}

double FullSpaceSystem::potential(const Vector& q) {
    const Vector at_rest = Vector::Zero(size());
    const double further = further_inertia_.size() > 0 ? further_inertia_.dot(q) : 0;
    return assembler_.energy(deformation(q)) + loads_.potential(BodyMotion(*this, q, at_rest)) -
           further;
}

bool FullSpaceSystem::conservative() const {
    const Vector at_rest = Vector::Zero(size());
    return loads_.conservative(BodyMotion(*this, committed_.q, at_rest));
}

Vector FullSpaceSystem::lumped_mass() const {
    return mass_.lumped().transpose().replicate(3, 1).reshaped();
}

void FullSpaceSystem::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/t", t_);
    archive.put(prefix + "/q", committed_.q);
    archive.put(prefix + "/v", committed_.v);
    archive.put(prefix + "/a", committed_.a);
    archive.put(prefix + "/reactions", Vector(reactions_.reshaped()));
    constraints_.save(archive, prefix + "/constraints");
    if (rest_) rest_->save(archive, prefix + "/rest");
}

void FullSpaceSystem::restore(const Archive& archive, const std::string& prefix) {
    committed_.q = archive.vector(prefix + "/q", size());
    committed_.v = archive.vector(prefix + "/v", size());
    committed_.a = archive.vector(prefix + "/a", size());
    reactions_.reshaped() = archive.vector(prefix + "/reactions", size());
    constraints_.restore(archive, prefix + "/constraints");
    if (rest_) rest_->restore(archive, prefix + "/rest");
    move_to(archive.number(prefix + "/t"));
}

void FullSpaceSystem::report(nlohmann::json& report) const {
    report["element"] = name_of(body_.mesh.type);
    report["elements"] = body_.mesh.n_elements();
    report["nodes"] = body_.mesh.n_nodes();
    report["degrees_of_freedom"] = size();
    report["volume"] = mass_.volumes().sum();
    report["mass"] = mass_.row_sums().sum();
    if (shape_ && shape_->least_stretch() > 0) report["most_limited_elements"] = most_limited_;
}

}  // namespace sinew
