/// The bodies below a grid as solids on it.
#pragma once

#include <functional>
#include <memory>
#include <sinew/mechanics/eulerian/eulerian_solids.hpp>
#include <sinew/mechanics/eulerian/solid_results.hpp>
#include <vector>

#include "params.hpp"

namespace sinew::eulerian {

/// The solids of a solver's subtree, with what they publish.
class SolidBodies {
public:
    /// Makes a solid of each body at the solver's node and below. InputErrors: a body that has a
    /// solver of its own, or what a grid cannot serve.
    SolidBodies(const Params& params, const Grid& grid, BuildContext& context);

    bool empty() const { return solids_.solids().empty(); }
    EulerianSolids& solids() { return solids_; }
    const EulerianSolids& solids() const { return solids_; }

private:
    void collect(const Params& params, const Grid& grid, BuildContext& context, SceneNode& node);
    void add(const Params& params, const Grid& grid, SceneNode& node);

    EulerianSolids solids_;
    std::vector<std::unique_ptr<Publication<BodyResults, EulerianSolidResults>>> published_;
    Publication<ModelResults> model_;
};

}  // namespace sinew::eulerian
