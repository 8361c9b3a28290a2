/// sinew precompute SCENE [--set PATH=VALUE]... [--check [--within SHARE]]
///
/// Exit codes: 0 all is kept, and no reduced body misses more than SHARE; 1 an artifact cannot be
/// kept, an equilibrium is not found, or a body misses more or was not checked; 2 the input is
/// wrong.

#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/activity_teller.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/storage/artifact.hpp>

#include "reduction_check.hpp"
#include "scene_options.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace {

/// True if everything that was computed is kept in a file.
bool print_artifacts(const std::string& file) {
    if (fetched_artifacts().empty()) {
        std::cout << file << " has nothing to compute ahead\n";
        return true;
    }
    TextTable table({"artifact", "state", "seconds", "file"});
    bool is_kept = true;
    for (const FetchedArtifact& one : fetched_artifacts()) {
        table.add({one.kind,
                   !one.is_kept   ? "not kept"
                   : one.was_made ? "made"
                                  : "there",
                   fmt::format("{:.3g}", one.seconds), one.file.string()});
        is_kept = is_kept && one.is_kept;
    }
    std::cout << table.text();
    return is_kept;
}

/// True if no body misses more than `within` of its displacement.
bool print_check(const Value& scene, PluginRegistry& plugins, double within) {
    const std::vector<ReductionCheck> checks = check_reductions(scene, plugins);
    if (checks.empty()) {
        std::cout << "no body of the scene has a reduction/subspace to check\n";
        return std::isinf(within);
    }
    std::cout << fmt::format("\nAt rest under the loads of {:g} s, beside full space:\n",
                             checks.front().time);
    TextTable table({"body", "displacement", "off by", "of the largest", "in the norm of mass"});
    bool is_within = true;
    for (const ReductionCheck& one : checks) {
        if (one.is_still) {
            table.add({one.body, "0 m", "not checked, no load: nothing moves", "", ""});
            is_within = is_within && std::isinf(within);
            continue;
        }
        table.add({one.body, fmt::format("{:.4g} m", one.largest),
                   fmt::format("{:.3g} m", one.difference),
                   fmt::format("{:.2f} %", 100 * one.relative()),
                   fmt::format("{:.2f} %", 100 * one.by_mass)});
        is_within = is_within && one.relative() <= within && one.by_mass <= within;
    }
    std::cout << table.text();
    if (!is_within)
        std::cerr << fmt::format(
            "a body misses more than {:g} of its displacement, or was not checked\n", within);
    return is_within;
}

/// The share that bodies may miss; infinite if none is given.
double bound_of(const Options& options) {
    if (!options.has("within")) return std::numeric_limits<double>::infinity();
    if (!options.has("check"))
        throw UsageError("sinew precompute: --within is a bound for --check");
    const double within = options.value<double>("within");
    if (within >= 0) return within;
    throw UsageError(fmt::format(
        "sinew precompute: --within is a share of the displacement, 0 or more, and not {:g}; for "
        "one percent write --within 0.01",
        within));
}

}  // namespace

int precompute_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("SCENE", true);
    add_set_option(options);
    options.add()("check",
                  "solve the scene's loads once at rest, in full space and reduced, and tell what "
                  "reduced bodies miss");
    options.add()("within", boost::program_options::value<double>(),
                  "with --check: exit code 1 if a body misses more than this share of its "
                  "displacement (no bound if absent)");
    if (!options.parse(arguments)) return 0;

    const std::string file = options.text("SCENE");
    const double within = bound_of(options);
    const LogEachOnce log;  // the check builds the scene again
    PluginRegistry plugins;
    const Value scene = read_scene(file, overrides_of(options));
    {
        const ActivityTeller teller(false);
        SceneGraph graph(scene, plugins, mechanics_slots());
        scene_clock(graph);
        graph.build();
        for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
    }
    const bool is_kept = print_artifacts(file);
    if (!options.has("check")) return is_kept ? 0 : 1;
    return print_check(scene, plugins, within) && is_kept ? 0 : 1;
}

}  // namespace sinew::tools
