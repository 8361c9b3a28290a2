/// The shape of a body's elements that fits a pose of its surface.
///
///     Phi(p_i) = argmin over x of |A x - Phibar(p_i)|_M^2 + gamma E(x)
///
/// A: the embedding of the surface at rest; M: the areas around its points (not the mass of the
/// body, although the paper writes it alike); E: the elastic energy beside the neutral shape, of
/// fit_law.
///
/// Xu & Barbic 2016, equation 3; Barbic, da Silva & Popovic 2009.
#pragma once

#include <functional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>

namespace sinew {

/// A body, and a surface that is embedded in it.
struct FitSite {
    const Body& body;
    const SurfaceMesh& surface;  ///< at rest [m]
    const std::vector<Embedding>& embeddings;
    /// gamma in units of |.|_M^2 / E of a body of this size and stiffness: small fits the surface
    /// closely, large keeps the body undeformed.
    double gamma = 1e-3;
};

/// Positions of the nodes, 3 x n_nodes [m], that fit the surface's points at target(1); target(s)
/// leads there from target(0), where it is at rest. Found by statics from 0 to 1, in steps that are
/// cut where they fail. Throws ComputationError if it cannot be reached, or squeezes
/// an element to a hundredth of its volume.
Points fitted_pose(const FitSite& site, const std::function<Points(double s)>& target,
                   LinearSolver& linear);

}  // namespace sinew
