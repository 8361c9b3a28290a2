/// The potential of contact: energies, forces and Hessians of pairs.
#pragma once

#include <sinew/mechanics/contact/contact_law.hpp>
#include <sinew/mechanics/contact/distance.hpp>
#include <sinew/mechanics/contact/pair_set.hpp>

namespace sinew {

/// A pair's energy with its derivatives by the positions of its stencil.
struct PairDerivatives {
    double energy = 0;                               ///< [J]
    StencilVector gradient = StencilVector::Zero();  ///< [N]; the forces are its negative
    StencilMatrix hessian = StencilMatrix::Zero();   ///< [N/m]
};

/// w m psi(d) of a pair: its weight, the mollifier of edges, and the law at its distance. A pure
/// function of positions.
class ContactPotential {
public:
    explicit ContactPotential(const ContactLaw& law) : law_(law) {}

    const ContactLaw& law() const { return law_; }

    /// Energy of a pair at x (3 x n_vertices of the surface [m]), whose distance is positive.
    double energy(const ContactPair& pair, const Points& x) const;
    /// Energy and gradient; the Hessian stays zero.
    PairDerivatives gradient(const ContactPair& pair, const Points& x) const;
    /// Energy, gradient and Hessian: exact, or semidefinite and not below it.
    PairDerivatives hessian(const ContactPair& pair, const Points& x,
                            Definiteness definiteness) const;

    /// The sum over the pairs, in their order [J].
    double energy(const PairSet& pairs, const Points& x) const;

private:
    PairDerivatives with_plane(const ContactPair& pair, const Points& x) const;

    ContactLaw law_;
};

/// The two points that a pair's gap is measured between: the weights of its vertices, of the second
/// side less the first, and the vector from the first to the second [m] (of a plane: away from it,
/// unit).
struct ClosestSides {
    Eigen::Vector4d weights;
    Eigen::Vector3d difference;
};
ClosestSides closest_sides(const ContactPair& pair, const Points& x);

/// Minus the derivative of a pair's energy by its gap: positive if it repels [N].
double normal_force(const ContactPotential& potential, const ContactPair& pair, const Points& x);

}  // namespace sinew
