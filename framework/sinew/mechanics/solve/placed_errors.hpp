/// Errors of the numerics know no scene: a solver gives them its place.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>

namespace sinew {

class ErrorPlace {
public:
    explicit ErrorPlace(const BuildContext& context)
        : where_(context.where()), node_path_(context.node().path()), plugin_(context.plugin()) {}

    const SourceMark& where() const { return where_; }

    /// Calls function(); ComputationErrors and InputErrors without a place leave with this one.
    template <class Function>
    void guard(Function&& function) const {
        try {
            function();
        } catch (const ComputationError& error) {
            throw ComputationError(placed(error.diagnostic()));
        } catch (const InputError& error) {
            std::vector<Diagnostic> all;
            for (const Diagnostic& diagnostic : error.diagnostics())
                all.push_back(placed(diagnostic));
            throw InputError(std::move(all));
        }
    }

private:
    Diagnostic placed(Diagnostic diagnostic) const {
        if (!diagnostic.where.known()) diagnostic.where = where_;
        if (diagnostic.node_path.empty()) diagnostic.node_path = node_path_;
        if (diagnostic.plugin.empty()) diagnostic.plugin = plugin_;
        return diagnostic;
    }

    SourceMark where_;
    std::string node_path_, plugin_;
};

}  // namespace sinew
