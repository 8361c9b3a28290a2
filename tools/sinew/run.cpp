/// sinew run SCENE [-o DIR] [--set PATH=VALUE]... [--threads N] [--from CHECKPOINT] [--quiet]

#include <fmt/format.h>
#include <omp.h>

#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/run/run.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "command.hpp"
#include "library_environment.hpp"
#include "scene_options.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

/// More threads than any machine has use; libgomp would die of a hundred thousand.
constexpr int most_threads = 1024;

namespace {

/// Tells somebody who names another of Sinew's files what it is.
Archive read_checkpoint(const std::filesystem::path& file) {
    Archive archive = read_archive(file);
    if (const auto label = artifact_label(archive))
        throw InputError(
            Diagnostic::error(
                fmt::format("{} is no checkpoint: it holds a {}, which was computed ahead",
                            file.string(), label->kind))
                .remedy("name a checkpoint-*.h5 that a run of this scene wrote (outputs: [{type: "
                        "checkpoint}]); an artifact is found by itself, or by `artifact: FILE`"));
    return archive;
}

}  // namespace

int run_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("SCENE", true);
    options.add()("output,o", po::value<std::string>()->value_name("DIR"),
                  "folder for the results (default: out/ and the scene's name)");
    add_set_option(options);
    options.add()("threads", po::value<int>()->value_name("N"),
                  "threads to compute with (default: OMP_NUM_THREADS, or all cores)");
    options.add()("from", po::value<std::string>()->value_name("CHECKPOINT"),
                  "go on from a checkpoint-*.h5 that a run of this scene wrote");
    options.add()("quiet,q", "print warnings and errors only");
    if (!options.parse(arguments)) return 0;

    RunOptions run;
    run.scene = options.text("SCENE");
    run.folder = options.text("output", (std::filesystem::path("out") / run.scene.stem()).string());
    run.overrides = overrides_of(options);
    run.quiet = options.has("quiet");
    run.slots = mechanics_slots();
    run.solver_remedy = remedy_without_solver;
    run.checkpoint = options.text("from");
    run.read_checkpoint = read_checkpoint;
    if (options.has("threads")) {
        const int n = options.value<int>("threads");
        if (n < 1 || n > most_threads)
            throw UsageError(
                fmt::format("--threads takes a number of at least 1 and at most {}", most_threads));
        omp_set_num_threads(n);
    }
    run.n_threads = omp_get_max_threads();
    parallel_team_if(run.n_threads > 1, [](const TeamMember&) { EndGuard::cover_this_thread(); });
    run.environment = library_environment();
    return run_scene(run);
}

}  // namespace sinew::tools
