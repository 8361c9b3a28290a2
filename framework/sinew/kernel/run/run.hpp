/// The run: from a scene file to results in a folder.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Options of a run.
struct RunOptions {
    std::filesystem::path scene;
    std::filesystem::path folder;
    std::vector<Override> overrides;
    bool quiet = false;
    std::filesystem::path checkpoint;  ///< continue from here if not empty
    std::vector<SlotRule> slots;
    /// The advice for a scene in which no node has a solver.
    std::string solver_remedy;
    /// Reads a checkpoint file (mechanics knows HDF5, the kernel does not).
    std::function<Archive(const std::filesystem::path&)> read_checkpoint;
    int n_threads = 0;  ///< for run.json
    /// Further facts about the process ("openblas_coretype"), for run.json.
    std::map<std::string, std::string> environment;
};

/// Outcome of a run.
enum class RunStatus { ok, failed, bad_input, stopped };

/// Runs a scene. Always leaves run.json (status, versions, scene hash, sizes, phases, iterations,
/// energies, messages), also on failure. SIGINT and SIGTERM end the run in the state of the last
/// whole step, and close the results. Returns the process's exit code: 0 done, 1 failed, 2 bad
/// input, 3 failed at the limit on the size of a file, 130 stopped.
int run_scene(const RunOptions& options);

}  // namespace sinew
