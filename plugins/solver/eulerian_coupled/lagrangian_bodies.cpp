#include "lagrangian_bodies.hpp"

#include <algorithm>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>

namespace sinew::eulerian {

LagrangianBodies::LagrangianBodies(const LagrangianParams& params, const Grid& grid,
                                   const std::array<bool, 6>& open, const Takes& takes,
                                   BuildContext& context) {
    ModelScope scope;
    scope.takes = takes;
    scope.more_couplings = [&](const std::vector<Body*>& bodies) {
        forces_ = std::make_unique<GivenForces>(bodies);
        return std::vector<Coupling*>{forces_.get()};
    };
    solver_ = std::make_unique<ImplicitSolver>(context, TimeScheme::implicit_euler(), params,
                                               params.damping.rayleigh(), false, scope);
    solver_->provenance = {context.plugin(), context.node().path(), context.where()};
    forces_->provenance = solver_->provenance;
    for (const BodySystem* system : solver_->bodies()) {
        const SceneNode& node =
            context.graph().find(context.node(), system->body().path, context.where());
        attribute_errors_to({"", node.path(), node.slot("mesh")->mark}, [&] {
            immersed_.push_back(std::make_unique<ImmersedBody>(grid, system->body(), open));
        });
    }
}

std::vector<ImmersedBody*> LagrangianBodies::immersed() const {
    std::vector<ImmersedBody*> bodies;
    for (const auto& body : immersed_) bodies.push_back(body.get());
    return bodies;
}

void LagrangianBodies::begin(const Clock& clock) {
    solver_->begin(clock);
    place();
}

/// Where the bodies are, as they move now.
void LagrangianBodies::place() {
    const std::vector<BodySystem*> systems = solver_->bodies();
    for (std::size_t b = 0; b < systems.size(); ++b) {
        const State& state = systems[b]->committed_state();
        immersed_[b]->move_to(systems[b]->positions(state.q),
                              systems[b]->velocities(state.q, state.v));
    }
}

void LagrangianBodies::predict(double t, double to) {
    const std::vector<BodySystem*> systems = solver_->bodies();
    std::vector<Points> positions;
    for (const BodySystem* system : systems)
        positions.push_back(system->positions(system->committed_state().q));
    before_ = {};
    solver_->save(before_, "bodies");
    forces_->clear();
    std::vector<Points> before;
    for (const BodySystem* system : systems) {
        const State& state = system->committed_state();
        before.push_back(system->velocities(state.q, state.v));
    }
    solver_->advance(t, to);
    free_acceleration_ = 0;
    for (std::size_t b = 0; b < systems.size(); ++b) {
        const State& after = systems[b]->committed_state();
        const Points velocities = systems[b]->velocities(after.q, after.v);
        const Eigen::Vector3d gained = (velocities - before[b]).rowwise().mean();
        free_acceleration_ = std::max(free_acceleration_, gained.cwiseAbs().maxCoeff() / (to - t));
        immersed_[b]->move_to(positions[b], velocities);
    }
}

void LagrangianBodies::withdraw(double t) {
    solver_->roll_back(before_, "bodies", t);
    place();
}

void LagrangianBodies::correct(double t, double to) {
    solver_->roll_back(before_, "bodies", t);
    for (std::size_t b = 0; b < immersed_.size(); ++b)
        forces_->set(b, immersed_[b]->impulses() / (to - t));
    solver_->advance(t, to);
    forces_->clear();
    place();
}

void LagrangianBodies::save(Archive& archive, const std::string& prefix) const {
    solver_->save(archive, prefix);
    archive.put(prefix + "/free_acceleration", free_acceleration_);
}

void LagrangianBodies::restore(const Archive& archive, const std::string& prefix,
                               const Clock& clock) {
    solver_->restore(archive, prefix, clock);
    free_acceleration_ = archive.number(prefix + "/free_acceleration");
    place();
}

}  // namespace sinew::eulerian
