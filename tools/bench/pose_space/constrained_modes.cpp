/// Modes of bodies in contact at poses: by a sparse factor in the null space of the contacts, and
/// by conjugate gradients there.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Table 1: numbers of degrees of freedom and of contacts of a pose, seconds of 20 modes without
/// contacts, with them by a factor without what is small, and with them by conjugate gradients.
struct Published {
    const char* scene;
    const char* touching;  ///< ours: where vertices do
    int size, contacts;
    double without, by_factor, by_gradients;
};
constexpr Published published[]{
    {"arm", "distance: 2 cm", 7092, 54, 0.9, 1.2, 2.6},
    {"bear", "distance: 9 cm", 12054, 73, 1.9, 2.2, 7.3},
    {"gorilla", "distance: 1 mm, planes: [{point: [0, 0, 5 cm]}]", 11313, 114, 1.7, 2.4, 6.2}};

/// The gorilla's seconds by conjugate gradients for numbers of modes, in the caption of table 1.
struct PublishedModes {
    int modes;
    double seconds;
};
constexpr PublishedModes published_modes[]{{10, 5.4}, {20, 6.2}, {50, 11.7}, {100, 18.7}};

/// The first step of a scene with modes of the whole in place of its basis.
CharacterScene with_modes(const char* name, int modes, const std::string& contacts,
                          const char* linear) {
    const CharacterScene scene =
        CharacterScene(fmt::format("pose_space/{}.yaml", name)).with_all_elements();
    return scene.without("basis:", 6)
        .without("time:", 0)
        .replaced(
            "type: pose_space\n",
            fmt::format("type: pose_space\n      basis: {{type: linear_modes, modes: {}, linear: "
                        "{{type: {}}}}}\n{}",
                        modes, linear, contacts))
        .replaced("sinew: 1\n", "sinew: 1\ntime: {end: 1/90 s, step: 1/90 s}\n");
}

std::string sliding(const char* contacts) {
    return fmt::format("      contacts: {{{}, motion: sliding}}\n", contacts);
}

/// Seconds of the modes of the pose with most contacts, of the neutral one if there are none.
json measured(const Settings& settings, const std::string& name, const CharacterScene& scene) {
    const CharacterRun run = run_character(settings, name, scene);
    const json& reduction = run.reduction();
    const std::vector<double> seconds = reduction.at("basis_seconds_of_poses");
    const auto contacts =
        reduction.value("vertices_in_contact", std::vector<int>(seconds.size(), 0));
    const std::size_t pose =
        std::size_t(std::max_element(contacts.begin(), contacts.end()) - contacts.begin());
    const json result = {{"seconds", seconds[pose]},
                         {"size", 3 * run.solver.at("bodies").at(0).at("nodes").get<int>()},
                         {"contacts", contacts[pose]}};
    return result;
}

json measure(const Settings& settings) {
    json result;
    for (const Published& paper : published) {
        if (settings.quick && std::string(paper.scene) != "arm") continue;
        const auto run = [&](const std::string& kind, const std::string& contacts,
                             const char* linear) {
            return measured(settings, fmt::format("modes-{}-{}", paper.scene, kind),
                            with_modes(paper.scene, 20, contacts, linear));
        };
        const std::string contacts = sliding(paper.touching);
        result[paper.scene] = {{"without", run("free", "", "cholesky")},
                               {"by_factor", run("factor", contacts, "cholesky")},
                               {"by_gradients", run("gradients", contacts, "pcg")}};
    }
    if (settings.quick) return result;
    for (const PublishedModes& paper : published_modes)
        for (const char* linear : {"cholesky", "pcg"})
            result["modes"][std::to_string(paper.modes)][linear] = measured(
                settings, fmt::format("modes-{}-{}", linear, paper.modes),
                with_modes("gorilla", paper.modes, sliding(published[2].touching), linear));
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Seconds of 20 modes of the pose that has most vertices in contact, on {} threads: "
        "without contacts (of the neutral pose); with contacts that let vertices slide, by a "
        "factor of Z'KZ; and by conjugate gradients on Z'KZ. Arm and bear touch themselves, within "
        "2 and 9 cm; the gorilla does not: a plane at 5 cm cuts its feet, for about as many "
        "contacts as the paper has. The paper's table 1 in brackets.",
        settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const Published& paper : published) {
        if (!runs.front().contains(paper.scene)) continue;
        const json& one = runs.front().at(paper.scene);
        const auto seconds = [&](const char* kind, double of_paper) {
            return fmt::format("{} ({:g})", number(one.at(kind).at("seconds").get<double>()),
                               of_paper);
        };
        const json& of_factor = one.at("by_factor");
        rows.push_back({paper.scene,
                        fmt::format("{} ({})", of_factor.at("size").get<int>(), paper.size),
                        fmt::format("{} ({})", of_factor.at("contacts").get<int>(), paper.contacts),
                        seconds("without", paper.without), seconds("by_factor", paper.by_factor),
                        seconds("by_gradients", paper.by_gradients)});
        report.entry(Entry::against(fmt::format("{}: seconds of 20 modes in contact", paper.scene),
                                    of_factor.at("seconds"), "s",
                                    one.at("by_gradients").at("seconds"), paper.by_factor));
    }
    report.table({"scene", "degrees of freedom", "contacts", "without [s]", "factor [s]",
                  "conjugate gradients [s]"},
                 rows);
    if (!runs.front().contains("modes")) return;
    report.text("The gorilla with more modes.");
    rows.clear();
    for (const PublishedModes& paper : published_modes) {
        const json& one = runs.front().at("modes").at(std::to_string(paper.modes));
        rows.push_back({std::to_string(paper.modes),
                        number(one.at("cholesky").at("seconds").get<double>()),
                        fmt::format("{} ({:g})", number(one.at("pcg").at("seconds").get<double>()),
                                    paper.seconds)});
    }
    report.table({"modes", "factor [s]", "conjugate gradients [s]"}, rows);
}

}  // namespace

Table constrained_modes_table() {
    return {"constrained_modes", "Modes of bodies in contact", 1, measure, write};
}

}  // namespace sinew::bench
