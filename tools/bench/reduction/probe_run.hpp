/// Whole runs of one body with a probe, whose motions are compared.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kit/sinew_run.hpp"

namespace sinew::bench {

struct ProbeRun {
    std::vector<double> times;                         ///< [s]
    std::vector<std::array<double, 3>> displacements;  ///< of the probe [m]
    double step = 0;                                   ///< mean wall time of the solver's steps [s]
    nlohmann::json body;                               ///< what run.json says of the body
};

/// Runs `node`, the slots of a body with a solver in YAML, a line each and not indented, in a
/// folder of that name in the scratch folder. `time`: the scene's, as "{end: 1 s, step: 1 ms}";
/// `probed`: what the probe looks at, "at: [1, 0, 0]" or "where: {...}"; `outputs`: of the body, in
/// addition to it. Results of precomputation are kept in the scratch folder, for all runs.
ProbeRun run_with_probe(const Settings& settings, const std::string& name, const std::string& time,
                        const std::string& node, const std::string& probed,
                        const std::string& outputs = "");

/// Runs a whole scene likewise, whose body at `path` has the only probe, of displacements.
ProbeRun run_with_own_probe(const Settings& settings, const std::string& name,
                            const std::string& scene, const std::string& path);

/// Slots of the only node of a scene, as run_with_probe takes them. `scene`: a path in the folder
/// of scenes.
std::string slots_of_scene(const std::string& scene, const std::vector<std::string>& slots);

/// The largest distance between two motions over the largest displacement of `reference`.
double largest_error(const ProbeRun& run, const ProbeRun& reference);
double largest_displacement(const ProbeRun& run);  ///< [m]

}  // namespace sinew::bench
