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
    const Stencil at = pair.stencil(x);
    const double psi = law_.at(distance(pair.kind, at), pair.activation).value;
    if (pair.kind != StencilKind::edge_edge) return pair.weight * psi;
    return pair.weight * edge_mollifier(at, pair.parallel) * psi;
}

PairDerivatives ContactPotential::gradient(const ContactPair& pair, const Points& x) const {
    const Stencil at = pair.stencil(x);
    const Distance d = distance_and_gradient(closest_points(pair.kind, at), at);
    const DistanceEnergy psi = law_.at(d.value, pair.activation);
    PairDerivatives derivatives;
    derivatives.energy = pair.weight * psi.value;
    derivatives.gradient = pair.weight * psi.first * d.gradient;
    if (!is_mollified(pair, at)) return derivatives;
    const EdgeMollifier m = edge_mollifier_derivatives(at, pair.parallel);
    derivatives.gradient = m.value * derivatives.gradient + derivatives.energy * m.gradient;
    derivatives.energy *= m.value;
    return derivatives;
}

PairDerivatives ContactPotential::hessian(const ContactPair& pair, const Points& x,
                                          Definiteness definiteness) const {
    const Stencil at = pair.stencil(x);
    const ClosestPoints closest = closest_points(pair.kind, at);
    const Distance d = distance_and_gradient(closest, at);
    const DistanceEnergy psi = law_.at(d.value, pair.activation);
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

}  // namespace sinew
