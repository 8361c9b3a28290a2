#include <Eigen/Eigenvalues>
#include <sinew/mechanics/contact/contact_potential.hpp>
#include <sinew/mechanics/contact/edge_mollifier.hpp>

namespace sinew {
namespace {

bool is_mollified(const ContactPair& pair, const Stencil& x) {
    return pair.kind == StencilKind::edge_edge && edge_mollifier(x, pair.parallel) < 1;
}

/// The semidefinite matrix nearest to a symmetric one.
StencilMatrix without_negative_eigenvalues(const StencilMatrix& H) {
    const Eigen::SelfAdjointEigenSolver<StencilMatrix> eigen(H);
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).asDiagonal() *
           eigen.eigenvectors().transpose();
}

}  // namespace

double ContactPotential::energy(const ContactPair& pair, const Points& x) const {
    const double psi = law_.at(pair.gap(x), pair.activation).value;
    if (pair.kind != StencilKind::edge_edge) return pair.weight * psi;
    return pair.weight * edge_mollifier(pair.stencil(x), pair.parallel) * psi;
}

PairDerivatives ContactPotential::gradient(const ContactPair& pair, const Points& x) const {
    if (pair.kind == StencilKind::vertex_plane) return with_plane(pair, x);
    const Stencil at = pair.stencil(x);
    const Distance d = distance_and_gradient(closest_points(pair.kind, at), at);
    const DistanceEnergy psi = law_.at(d.value - pair.radius, pair.activation);
    PairDerivatives derivatives;
    derivatives.energy = pair.weight * psi.value;
    derivatives.gradient = pair.weight * psi.first * d.gradient;
    if (!is_mollified(pair, at)) return derivatives;
    const EdgeMollifier m = edge_mollifier_derivatives(at, pair.parallel);
    derivatives.gradient = m.value * derivatives.gradient + derivatives.energy * m.gradient;
    derivatives.energy *= m.value;
    return derivatives;
}

/// The distance is linear: the Hessian is semidefinite as it is.
PairDerivatives ContactPotential::with_plane(const ContactPair& pair, const Points& x) const {
    const DistanceEnergy psi = law_.at(pair.gap(x), pair.activation);
    StencilVector n = StencilVector::Zero();
    n.head<6>() << pair.outward, -pair.outward;
    PairDerivatives derivatives;
    derivatives.energy = pair.weight * psi.value;
    derivatives.gradient = pair.weight * psi.first * n;
    derivatives.hessian = pair.weight * psi.second * n * n.transpose();
    return derivatives;
}

PairDerivatives ContactPotential::hessian(const ContactPair& pair, const Points& x,
                                          Definiteness definiteness) const {
    if (pair.kind == StencilKind::vertex_plane) return with_plane(pair, x);
    const Stencil at = pair.stencil(x);
    const ClosestPoints closest = closest_points(pair.kind, at);
    const Distance d = distance_and_gradient(closest, at);
    const DistanceEnergy psi = law_.at(d.value - pair.radius, pair.activation);
    const double w = pair.weight;
    PairDerivatives derivatives;
    derivatives.energy = w * psi.value;
    derivatives.gradient = w * psi.first * d.gradient;
    const bool mollified = is_mollified(pair, at);
    derivatives.hessian = distance_hessian(closest, at, w * psi.first, w * psi.second,
                                           mollified ? Definiteness::exact : definiteness);
    if (!mollified) return derivatives;
    const EdgeMollifier m = edge_mollifier_derivatives(at, pair.parallel);
    const StencilMatrix mixed = m.gradient * derivatives.gradient.transpose();
    derivatives.hessian =
        m.value * derivatives.hessian + mixed + mixed.transpose() + derivatives.energy * m.hessian;
    if (definiteness == Definiteness::psd_projected)
        derivatives.hessian = without_negative_eigenvalues(derivatives.hessian);
    derivatives.gradient = m.value * derivatives.gradient + derivatives.energy * m.gradient;
    derivatives.energy *= m.value;
    return derivatives;
}

double ContactPotential::energy(const PairSet& pairs, const Points& x) const {
    double sum = 0;
    for (const ContactPair& pair : pairs) sum += energy(pair, x);
    return sum;
}

ClosestSides closest_sides(const ContactPair& pair, const Points& x) {
    if (pair.kind == StencilKind::vertex_plane) return {{-1, 1, 0, 0}, -pair.outward};
    const Stencil at = pair.stencil(x);
    const ClosestPoints points = closest_points(pair.kind, at);
    return {points.weights, points.difference(at)};
}

double normal_force(const ContactPotential& potential, const ContactPair& pair, const Points& x) {
    const double slope = pair.weight * potential.law().at(pair.gap(x), pair.activation).first;
    if (pair.kind != StencilKind::edge_edge) return -slope;
    return -slope * edge_mollifier(pair.stencil(x), pair.parallel);
}

}  // namespace sinew
