/// The bodies below a grid as solids on it.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/eulerian/eulerian_solids.hpp>
#include <sinew/mechanics/eulerian/solid_results.hpp>
#include <vector>

#include "lagrangian_bodies.hpp"
#include "params.hpp"

namespace sinew::eulerian {

/// The solids of a solver's subtree, with what they publish.
class SolidBodies {
public:
    /// Makes a solid of each body at the solver's node and below, but for those that stay systems:
    /// named as `lagrangian`, or reduced. InputErrors: a body that has a solver of its own, or what
    /// a grid cannot serve.
    SolidBodies(const Params& params, const Grid& grid, BuildContext& context);

    bool empty() const { return solids_.solids().empty() && !lagrangian_; }
    EulerianSolids& solids() { return solids_; }
    const EulerianSolids& solids() const { return solids_; }
    /// Adds cells, volumes, iterations, times and, once evaluated, energies.
    void report(nlohmann::json& report) const;
    /// Warns of solids that have not the volume that they began with; for where none may change.
    void warn_of_volumes(const Attribution& who) const;
    /// The bodies that stay systems; nullptr if there are none.
    LagrangianBodies* lagrangian() { return lagrangian_.get(); }
    const LagrangianBodies* lagrangian() const { return lagrangian_.get(); }

private:
    void collect(const Params& params, const Grid& grid, BuildContext& context, SceneNode& node,
                 bool& has_lagrangian);
    void refuse_couplings(BuildContext& context, SceneNode& node) const;
    bool is_lagrangian(SceneNode& node) const;
    void add(const Params& params, const Grid& grid, SceneNode& node);
    void immerse(const Params& params, const Grid& grid, BuildContext& context);
    Energies energies() const;

    std::vector<SceneNode*> named_;  ///< as lagrangian
    std::unique_ptr<LinearSolver> linear_;
    EulerianSolids solids_;
    std::unique_ptr<LagrangianBodies> lagrangian_;
    std::vector<std::unique_ptr<Publication<BodyResults, EulerianSolidResults>>> published_;
    std::optional<Publication<ModelResults>> model_;
};

}  // namespace sinew::eulerian
