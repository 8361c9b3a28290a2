/// A reduced model outside of Sinew: a step of the player on the spoon of
/// scenes/reduction/spoon.yaml beside a step of its solver, with the same bits.

#include <fmt/format.h>
#include <omp.h>
#include <sinew/player/sinew_player.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "kit/timing.hpp"
#include "semi_implicit.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The largest difference of a coordinate between the player and the solver.
double difference(const sinew_player* player, const State& state) {
    Vector q(sinew_player_n_coordinates(player));
    sinew_player_state(player, q.data(), nullptr, nullptr);
    return (q - state.q).cwiseAbs().maxCoeff();
}

json measure(const Settings& settings) {
    omp_set_num_threads(1);
    keep_artifacts_in_scratch(settings);
    PluginRegistry plugins;
    SceneGraph graph(read_scene(SINEW_SCENES "/reduction/spoon.yaml", {}), plugins,
                     mechanics_slots());
    graph.build();
    Clock clock = scene_clock(graph);
    const std::string file = (settings.scratch / "spoon.h5").string();
    write_archive(file, exported_model(graph, clock));
    auto& solver = dynamic_cast<Solver&>(*parts_of<Stepper>(graph).front().object);
    sinew_player* player = nullptr;
    if (sinew_player_open(file.c_str(), &player) != SINEW_PLAYER_OK)
        throw ComputationError(sinew_player_message(nullptr));

    const long n_steps = clock.n_steps;
    Contest contest;
    const Effort effort{settings.quick ? 1 : 10, 0};
    contest.add(
        "solver",
        [&] {
            clock.index = 0;
            solver.begin(clock);
        },
        [&] {
            for (; clock.index < n_steps; ++clock.index) solver.step(clock);
        },
        effort);
    contest.add(
        "player", [&] { sinew_player_reset(player); },
        [&] {
            for (long k = 0; k < n_steps; ++k) sinew_player_step(player);
        },
        effort);
    json result = contest.run(settings.quick ? 1 : 3);
    for (const char* who : {"solver", "player"})
        for (json& seconds : result[who]) seconds = seconds.get<double>() / double(n_steps);
    result["difference"] = difference(player, solver.state());
    sinew_player_close(player);
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const Timing solver = Timing::of(runs, "/solver"), player = Timing::of(runs, "/player");
    report.text(
        "The spoon of scenes/reduction/spoon.yaml, exported (docs/player.md): one thread, "
        "microseconds a step, medians, in brackets the least and the interquartile range. After "
        "all steps the coordinates of both are the same to the last bit.");
    report.check("the player ends where the solver does", worst(runs, "/difference"), 0);
    report.entry({"spoon, exported: a step of the player", 1e6 * player.median, "us"});
    report.table({"a step of", "microseconds"},
                 {{"solver/implicit_newmark", solver.text(1e6)}, {"the player", player.text(1e6)}});
}

}  // namespace

Table player_table() {
    return {"player", "A reduced model outside of Sinew", 3, measure, write};
}

}  // namespace sinew::bench
