/// A body on a rig that goes from pose to pose, solved in this process.
#pragma once

#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <string>

#include "kit/scene_body.hpp"

namespace sinew::bench {

/// Deformation of the tetrahedra of a body.
struct Deformation {
    double volume = 0;   ///< over that at rest
    int n_inverted = 0;  ///< whose determinant is not positive
    double least = 0;    ///< determinant
};

class PosedBody {
public:
    /// `node`: slots in YAML, as of SceneBody, with `linear`. `newton`: its parameters.
    PosedBody(const std::string& node, const NewtonOptions& newton);

    /// The pose of time t: the first one, then from one to the next.
    void go_to(double t);

    /// Force on free nodes over `load`: what the rotations of the present pose do to the body at
    /// rest.
    double residual();
    /// Deformation of all elements, or of those whose centres at rest are no farther than `reach`
    /// [m] from `centre` [m].
    Deformation deformation() const;
    Deformation deformation(const Eigen::Vector3d& centre, double reach) const;

    SceneBody& scene() { return scene_; }
    const VolumeMesh& mesh() const { return scene_.mesh(); }
    Points positions() const { return scene_.system().positions(integrator_.state().q); }
    const NewtonCounts& counts() const { return integrator_.counts(); }
    nlohmann::json linear_report();

private:
    double free_force(const Vector& q);
    template <class Chosen>
    Deformation deformation_of(const Chosen& is_chosen) const;

    mutable SceneBody scene_;
    ImplicitIntegrator integrator_;
    double t_ = 0;
    bool has_begun_ = false;
};

}  // namespace sinew::bench
