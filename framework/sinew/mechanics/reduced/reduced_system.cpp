#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

ReducedSystem::ReducedSystem(ReducedParts&& parts, std::unique_ptr<ReducedPoints> points)
    : points_(std::move(points)),
      full_(std::move(parts.full)),
      loads_(std::make_unique<SubspaceLoads>(full_->body(), parts.body.loads, full_->mass(),
                                             *points_)),
      forces_(std::move(parts.forces)),
      history_(std::move(parts.history)),
      changes_(std::move(parts.changes)) {
    const double root_mass = std::sqrt(full_->mass().row_sums().sum());
    length_scale_ = full_->length_scale() * root_mass;
    force_scale_ = full_->force_scale() / root_mass;
    if (!changes_) return;
    for (const ChangingBody::RegionMass& region : changes_->region_masses())
        loads_->add_region(region.row_sums);
}

void ReducedSystem::move_to(double t) {
    t_ = t;
    loads_->move_to(t);
    if (!changes_) return;
    if (changes_->move_to(t)) forces_.forget();
    std::size_t k = 0;
    for (const ChangingBody::RegionMass& region : changes_->region_masses())
        loads_->set_region(k++, region.more);
}

bool ReducedSystem::begin_step(State& state, double, double) {
    forces_.begin_step(deformation(state.q));
    return false;
}

void ReducedSystem::commit(const State& state, double t, const Vector&) {
    SINEW_ASSERT(state.q.size() == size(), "{} != {}", state.q.size(), size());
    if (t != t_) move_to(t);
    committed_ = state;
}

void ReducedSystem::set_damping(const Rayleigh& damping) {
    mass_damping_ = damping.mass;
    if (Dynamics* dynamics = full_->dynamics()) dynamics->set_damping(damping);
    forces_.set_damping(damping);
    forces_.begin_step(deformation(committed_.q));
}

Event& ReducedSystem::name_body(Event& event) const {
    if (event) event.body = body().path;
    return event;
}

bool ReducedSystem::add_loads(const Vector& q, const Vector& v, const TangentWeights& weights,
                              Definiteness definiteness, Vector& external, Eigen::MatrixXd* A) {
    external.setZero(size());
    loads_->add_dead(q, external);
    if (!loads_->any_follower()) return true;
    const BodyMotion motion(*this, q, v);
    if (!A) {
        loads_->add_followers(motion, q, definiteness, external, nullptr, nullptr);
        return true;
    }
    K_.setZero(size(), size());
    C_.setZero(size(), size());
    loads_->add_followers(motion, q, definiteness, external, &K_, &C_);
    *A += weights.stiffness * K_ + weights.damping * C_;
    return loads_->symmetric();
}

void ReducedSystem::add_mass_damping(const Vector& v, Vector& f) const {
    if (mass_damping_ == 0) return;
    apply_mass(v, Mv_);
    player::add_mass_damping(mass_damping_, Mv_, f);
}

double ReducedSystem::potential(const Vector& q) {
    const Vector at_rest = Vector::Zero(size());
    return reduced_forces().energy(deformation(q)) +
           loads_->potential(BodyMotion(*this, q, at_rest), q);
}

double ReducedSystem::dissipation(const Vector& v) {
    apply_mass(v, Mv_);
    return 0.5 * mass_damping_ * v.dot(Mv_) + forces_.dissipation(deformation(v));
}

Vector ReducedSystem::full_displacements(const Vector& q) const {
    return points_->displacements(deformation(q));
}

PointFields ReducedSystem::point_fields(const Vector& q) const {
    return full_->point_fields(full_displacements(q));
}

void ReducedSystem::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/t", t_);
    archive.put(prefix + "/key", history_.key);
    archive.put(prefix + "/q", committed_.q);
    archive.put(prefix + "/v", committed_.v);
    archive.put(prefix + "/a", committed_.a);
}

void ReducedSystem::restore(const Archive& archive, const std::string& prefix) {
    if (archive.text(prefix + "/key") != history_.key)
        throw InputError(
            Diagnostic::error(
                fmt::format("the checkpoint was written in another basis of {}, in other vectors "
                            "of it, or with another cubature",
                            name()))
                .remedy("continue with the files that the basis was made of then, and with the "
                        "same `first` or `keep`; give a cubature that is to serve for runs of "
                        "several lengths poses: {end: ...}; or start anew without --from"));
    committed_.q = archive.vector(prefix + "/q", size());
    committed_.v = archive.vector(prefix + "/v", size());
    committed_.a = archive.vector(prefix + "/a", size());
    forces_.begin_step(deformation(committed_.q));
    move_to(archive.number(prefix + "/t"));
}

void ReducedSystem::report(nlohmann::json& report) const {
    full_->report(report);
    report["degrees_of_freedom"] = size();
    report["reduction"] = {{"basis", history_.basis},
                           {"basis_file", history_.file},
                           {"basis_seconds", history_.seconds},
                           {"forces", history_.forces}};
    forces_.model().report(report["reduction"]["model"]);
}

}  // namespace sinew
