/// Reduced bodies beside full space, under the loads of their scene.
#pragma once

#include <limits>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew::tools {

/// A body at rest under its scene's loads, in full space and reduced.
struct ReductionCheck {
    std::string body;       ///< path of its node
    double time = 0;        ///< of the loads [s]
    double largest = 0;     ///< displacement of a node in full space, the largest [m]
    double difference = 0;  ///< of a node's two displacements, the largest [m]
    double by_mass = 0;     ///< difference over displacement, both in the norm of (lumped) mass
    bool is_still = false;  ///< no load pushes it, and nothing else moves it but round-off
    /// Difference over displacement of the nodes that differ and move most.
    double relative() const {
        if (difference == 0) return 0;
        return largest > 0 ? difference / largest : std::numeric_limits<double>::infinity();
    }
};

/// Solves the equilibrium of the scene twice, with reduction/subspace and without, at the time when
/// the loads on the bodies at rest are largest, the last of several: of all solvers, which are
/// taken for solver/static. Initial displacements and velocities count for nothing. Throws as
/// building and solving do, and InputError for materials that a reduction changes.
std::vector<ReductionCheck> check_reductions(const Value& scene, PluginRegistry& plugins);

}  // namespace sinew::tools
