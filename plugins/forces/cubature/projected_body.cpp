#include "projected_body.hpp"

#include <sinew/mechanics/assembly/projected_matrix.hpp>

namespace sinew::cubature {

ProjectedBody::ProjectedBody(const TrainingBody& body, bool loaded)
    : TrainingSystem(body),
      system_(body.full.system),
      is_loaded_(loaded),
      g_(Vector::Zero(body.size())) {
    system_.let_loads_act(loaded);
}

ProjectedBody::~ProjectedBody() {
    system_.let_loads_act(false);
    system_.move_to(0);
}

State ProjectedBody::initial() const {
    if (!is_loaded_) return TrainingSystem::initial();
    const State of_nodes = system_.initial();
    const auto projected = [&](const Vector& x) {
        Vector momentum;
        body().full.mass().multiply(x, momentum);
        return Vector(body().mass.llt().solve(U().transpose() * momentum));
    };
    return {projected(of_nodes.q), projected(of_nodes.v), Vector::Zero(size())};
}

Vector ProjectedBody::loads_at_rest() {
    const Vector rest = Vector::Zero(system_.size());
    system_.forces(rest, rest, of_nodes_);
    return U().transpose() * of_nodes_.external;
}

void ProjectedBody::project(Forces& out) const {
    out.event = of_nodes_.event;
    out.internal.noalias() = U().transpose() * of_nodes_.internal;
    out.external = g_;
    out.external.noalias() += U().transpose() * of_nodes_.external;
}

void ProjectedBody::forces(const Vector& q, const Vector& v, Forces& out) {
    u_.noalias() = U() * q;
    u_rate_.noalias() = U() * v;
    system_.forces(u_, u_rate_, of_nodes_);
    project(out);
}

double ProjectedBody::potential(const Vector& q) {
    u_.noalias() = U() * q;
    return system_.potential(u_) - g_.dot(q);
}

const DenseTangent& ProjectedBody::tangent(const Vector& q, const Vector& v,
                                           const TangentWeights& weights, Definiteness definiteness,
                                           Forces* forces) {
    u_.noalias() = U() * q;
    u_rate_.noalias() = U() * v;
    const Tangent& of_nodes =
        system_.tangent(u_, u_rate_, weights, definiteness, forces ? &of_nodes_ : nullptr);
    if (forces) project(*forces);
    tangent_.matrix = projected(of_nodes, U());
    tangent_.is_symmetric = of_nodes.symmetric();
    return tangent_;
}

}  // namespace sinew::cubature
