/// Characters outside of Sinew: a step of the player beside one of the solver, with the same bits,
/// and the memory that it takes.

#include <fmt/format.h>
#include <malloc.h>
#include <omp.h>
#include <sinew/player/sinew_player.h>

#include <cstdlib>
#include <filesystem>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "character_run.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Played {
    const char* name;
    double most_memory;  ///< the goal [MB]
};
constexpr Played characters[]{{"bear", 7.3}, {"gorilla", 7.9}};

double megabytes_in_use() {
    const auto use = mallinfo2();
    return 1e-6 * double(use.uordblks + use.hblkhd);
}

/// Moves it along its clip; with the places of the surface's points if room for them is given.
void play(sinew_player* player, long n_steps, double* points) {
    std::vector<double> p(std::size_t(sinew_player_n_parameters(player)));
    sinew_player_reset(player);
    for (long k = 1; k <= n_steps; ++k) {
        sinew_player_clip(player, k, p.data());
        sinew_player_set_pose(player, p.data(), int(p.size()));
        if (sinew_player_step(player) != SINEW_PLAYER_OK)
            throw ComputationError(sinew_player_message(player));
        if (points) sinew_player_point_positions(player, points);
    }
}

json measure_character(const std::string& name, const Settings& settings) {
    CharacterScene scene("pose_space/" + name + ".yaml");
    scene = scene.replaced("newton: {tolerance: 1e-4}",
                           "newton: {tolerance: 1e-4, iterations: 2, line_search: false}");
    if (settings.quick) scene = scene.replaced("coarser: 1 ", "coarser: 2 ");
    PluginRegistry plugins;
    SceneGraph graph(parse_scene(scene.text(), name + ".yaml"), plugins, mechanics_slots());
    graph.build();
    Clock clock = scene_clock(graph);
    const std::string file = (settings.scratch / (name + ".h5")).string();
    write_archive(file, exported_model(graph, clock));
    auto& solver = *parts_of<Solver>(graph).front().object;
    const int n_threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const double before = megabytes_in_use();
    sinew_player* player = nullptr;
    if (sinew_player_open(file.c_str(), &player) != SINEW_PLAYER_OK)
        throw ComputationError(sinew_player_message(nullptr));
    const double memory = megabytes_in_use() - before;

    const long n_steps = clock.n_steps;
    std::vector<double> points(3 * std::size_t(sinew_player_n_points(player)));
    Contest contest;
    const Effort effort{settings.quick ? 1 : 3, 0};
    contest.add(
        "solver", [] {},
        [&] {
            clock.index = 0;
            solver.begin(clock);
            for (; clock.index < n_steps; ++clock.index) solver.step(clock);
        },
        effort);
    contest.add(
        "player", [] {}, [&] { play(player, n_steps, nullptr); }, effort);
    contest.add(
        "with surface", [] {}, [&] { play(player, n_steps, points.data()); }, effort);
    json result = contest.run(settings.quick ? 1 : 3);
    for (const char* who : {"solver", "player", "with surface"})
        for (json& seconds : result[who]) seconds = seconds.get<double>() / double(n_steps);
    Vector q(sinew_player_n_coordinates(player));
    sinew_player_state(player, q.data(), nullptr, nullptr);
    result["difference"] = (q - solver.state().q).cwiseAbs().maxCoeff();
    result["r"] = q.size();
    result["points"] = sinew_player_n_points(player);
    result["memory"] = memory;
    result["file"] = 1e-6 * double(std::filesystem::file_size(file));
    sinew_player_close(player);
    omp_set_num_threads(n_threads);
    return result;
}

json measure(const Settings& settings) {
    ::setenv("SINEW_CACHE", settings.cache.c_str(), 1);
    json result;
    for (const Played& character : characters)
        if (!settings.quick || character.name == std::string("gorilla"))
            result[character.name] = measure_character(character.name, settings);
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "Characters of scenes/pose_space, exported (docs/player.md) with two iterations of "
        "Newton's method a step, along their clips: one thread, steps a second, medians. After "
        "all steps the coordinates of player and solver are the same to the last bit. The surface "
        "is the skin; the rig is in all of them. Memory is what the open model holds, with rows of "
        "all nodes in single precision; its goal, the paper's figure for a step, in brackets.");
    std::vector<std::vector<std::string>> rows;
    for (const Played& character : characters) {
        const std::string name = character.name;
        if (!runs.front().contains(name)) continue;
        const std::string path = "/" + name + "/";
        const json& first = runs.front().at(name);
        const double player = Timing::of(runs, path + "player").median;
        report.check(name + ": the player ends where the solver does",
                     worst(runs, path + "difference"), 0);
        report.entry({name + ": steps of the player a second, one thread", 1 / player, "1/s"});
        const auto rate = [&](const char* who) {
            return fmt::format("{:.0f}", 1 / Timing::of(runs, path + who).median);
        };
        rows.push_back({name, fmt::format("{}", first.at("r").get<long>()), rate("solver"),
                        rate("player"), rate("with surface"),
                        fmt::format("{}", first.at("points").get<long>()),
                        fmt::format("{:.1f} ({:.1f})", first.at("memory").get<double>(),
                                    character.most_memory),
                        fmt::format("{:.0f}", first.at("file").get<double>())});
    }
    report.table({"scene", "vectors", "the solver", "the player", "with its surface", "points",
                  "memory [MB]", "file [MB]"},
                 rows);
}

}  // namespace

Table played_characters_table() {
    return {"player", "Characters outside of Sinew", 1, measure, write};
}

}  // namespace sinew::bench
