#include "grid_output.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/output/output_name.hpp>

namespace sinew {

GridOutput::GridOutput(const GridOutputParams& params, const std::string& ending,
                       BuildContext& context)
    : params_(params), solver_node_(solver_node_of(context.node())), ending_(ending) {
    if (!solver_node_)
        context.fail("no solver steps this node",
                     "put the output on the node of a solver that has a grid");
    if (params.wanted.value.empty())
        context.fail(params.wanted.where, "`fields` names no field", "name velocity, say");
    context.graph().object(*solver_node_, "solver");
    results_ = published_on<GridResults>(*solver_node_);
    if (!results_)
        context.fail("the solver of this node has no grid", "write bodies with {type: vtu}");
    for (const GridField field : params.wanted.value)
        if (!has_field(*results_, field))
            context.fail(params.wanted.where, "there is no smoke on this grid",
                         "give the solver `smoke:`, or leave the field out");
    name_ = claim_output_name(context, ending, params.name, file_words(*solver_node_));
}

void GridOutput::begin(const RunInfo& run, const Clock& clock) {
    run_ = run;
    n_digits_ = std::max<int>(4, int(std::to_string(clock.n_steps).size()));
}

std::vector<GridArray> GridOutput::arrays() const {
    std::vector<GridArray> arrays;
    for (const GridField field : params_.wanted.value)
        arrays.push_back(grid_array(*results_, field));
    return arrays;
}

std::string GridOutput::file_of(const Clock& clock) const {
    return fmt::format("{}-{}_{:0{}}.{}", run_.scene_name, name_, clock.index, n_digits_, ending_);
}

}  // namespace sinew
