#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/solver/choose_linear.hpp>

namespace sinew {

namespace {

/// Degrees of freedom from which on multigrid is taken: of blocks it is several times as fast as a
/// factor by then (`sinew bench full`, table multigrid).
constexpr Index many = 60000;

bool is_in_full_space(BodySystem* body) {
    return body->elastic_body() != nullptr || body->size() == 0;
}

LinearChoice default_linear(const PluginSlot<LinearSolver>& slot, Model& model,
                            BuildContext& context) {
    const auto made = [&](const char* type, std::string reason) {
        return LinearChoice{PluginSlot<LinearSolver>(type).make(context), type, std::move(reason)};
    };
    if (model.is_dense()) return made("dense", "all bodies are in subspaces");
    const Index size = model.system().size();
    const std::vector<BodySystem*> bodies = model.bodies();
    if (size >= many && model.system().asymmetry().empty() &&
        std::all_of(bodies.begin(), bodies.end(), is_in_full_space))
        return made("multigrid", fmt::format("{} degrees of freedom are at least {}", size, many));
    return {slot.make(context), slot.type(),
            size < many ? fmt::format("{} degrees of freedom are fewer than {}", size, many)
                        : "not all bodies are in full space"};
}

}  // namespace

LinearChoice choose_linear(const PluginSlot<LinearSolver>& slot, Model& model,
                           BuildContext& context) {
    if (slot.is_written()) return {slot.make(context), slot.type(), "the scene names it", true};
    LinearChoice choice = default_linear(slot, model, context);
    if (choice.type != "dense")
        log_note(fmt::format("{}: linear/{}, since {}", context.node().path(), choice.type,
                             choice.reason));
    return choice;
}

}  // namespace sinew
