/// Takes the energy of two edges smoothly to zero where they are parallel: there their closest
/// points jump.
///
///     m(y) = y^3 (10 - 15 y + 6 y^2),   y = |p x q|^2 / (c |P|^2 |Q|^2) < 1,  else 1
///
/// with p, q the edges, P, Q those at rest, and c = 1e-3: edges are parallel below 1.8 degrees. m
/// has two continuous derivatives. (Li et al., Incremental potential contact, 2020, section 5.2 has
/// -y^2 + 2 y, whose second derivative jumps at y = 1.)
#pragma once

#include <sinew/mechanics/contact/distance.hpp>

namespace sinew {

/// The factor with its derivatives by the positions of a stencil of two edges.
struct EdgeMollifier {
    double value = 1;
    StencilVector gradient = StencilVector::Zero();
    StencilMatrix hessian = StencilMatrix::Zero();
};

/// c |P|^2 |Q|^2 of edges at rest [m^4].
double parallel_threshold(const Stencil& rest);

/// The factor alone. `threshold`: of these edges at rest.
double edge_mollifier(const Stencil& x, double threshold);

/// The factor with its derivatives.
EdgeMollifier edge_mollifier_derivatives(const Stencil& x, double threshold);

}  // namespace sinew
