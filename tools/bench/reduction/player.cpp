/// Reduced models outside of Sinew: a step of the player on bodies of scenes/reduction beside a
/// step of their solvers, with the same bits.

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

/// The forces of a model, in words.
std::string forces_of(const Archive& model) {
    const std::string type = model.text("forces/type");
    if (type != "cubature") return type;
    return fmt::format("{} points of {}", model.numbers("forces/weights").size(),
                       model.text("forces/law"));
}

struct Case {
    const char *name, *scene;
};
constexpr Case cases[]{{"spoon", "spoon"}, {"beam, cubature", "beam_neo_hookean"}};

json measure_case(const Case& which, const Settings& settings) {
    PluginRegistry plugins;
    SceneGraph graph(read_scene(fmt::format(SINEW_SCENES "/reduction/{}.yaml", which.scene), {}),
                     plugins, mechanics_slots());
    graph.build();
    Clock clock = scene_clock(graph);
    const std::string file = (settings.scratch / fmt::format("{}.h5", which.scene)).string();
    const Archive model = exported_model(graph, clock);
    write_archive(file, model);
    auto& solver = *parts_of<Solver>(graph).front().object;
    sinew_player* player = nullptr;
    if (sinew_player_open(file.c_str(), &player) != SINEW_PLAYER_OK)
        throw ComputationError(sinew_player_message(nullptr));

    const long n_steps = clock.n_steps;
    Contest contest;
    const Effort effort{settings.quick ? 1 : 10, 0};
    contest.add(
        "solver", [] {},
        [&] {
            clock.index = 0;
            solver.begin(clock);
            for (; clock.index < n_steps; ++clock.index) solver.step(clock);
        },
        effort);
    contest.add(
        "player", [] {},
        [&] {
            sinew_player_reset(player);
            for (long k = 0; k < n_steps; ++k) sinew_player_step(player);
        },
        effort);
    json result = contest.run(settings.quick ? 1 : 3);
    for (const char* who : {"solver", "player"})
        for (json& seconds : result[who]) seconds = seconds.get<double>() / double(n_steps);
    result["steps"] = n_steps;
    result["r"] = sinew_player_n_coordinates(player);
    result["forces"] = forces_of(model);
    result["difference"] = difference(player, solver.state());
    sinew_player_close(player);
    return result;
}

json measure(const Settings& settings) {
    omp_set_num_threads(1);
    keep_artifacts_in_scratch(settings);
    json result;
    for (const Case& which : cases) result[which.name] = measure_case(which, settings);
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "Bodies of scenes/reduction, exported (docs/player.md): one thread, microseconds a step of "
        "a whole run from its start, medians, in brackets the least and the interquartile range. "
        "After all steps the coordinates of both are the same to the last bit.");
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const std::string path = fmt::format("/{}/", which.name);
        const Timing solver = Timing::of(runs, path + "solver"),
                     player = Timing::of(runs, path + "player");
        report.check(fmt::format("{}: the player ends where the solver does", which.name),
                     worst(runs, path + "difference"), 0);
        report.entry({fmt::format("{}, exported: a step of the player", which.name),
                      1e6 * player.median, "us"});
        const json& first = runs.front().at(which.name);
        rows.push_back({fmt::format("{}.yaml", which.scene), first.at("forces"),
                        fmt::format("{}", first.at("r").get<long>()),
                        fmt::format("{}", first.at("steps").get<long>()), solver.text(1e6),
                        player.text(1e6)});
    }
    report.table({"scene", "forces", "r", "steps", "solver/implicit_newmark", "the player"}, rows);
}

}  // namespace

Table player_table() {
    return {"player", "Reduced models outside of Sinew", 3, measure, write};
}

}  // namespace sinew::bench
