/// How deep the elbow of an arm goes into itself, by vectors that know of its contact and others.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Kind {
    const char *name, *label, *contacts;
};
constexpr Kind kinds[]{
    // Springs that are next to nothing, for contacts to be found and looked at.
    {"free", "of modes that know of no contact", "motion: unilateral, penalty: 1e-9"},
    {"unilateral", "the same, pushed apart", "motion: unilateral"},
    {"fixed", "fixed in contact", "motion: fixed"},
    {"sliding", "sliding in contact", "motion: sliding"},
    {"together", "that keep both sides together", "motion: together"},
};

/// The arm in all elements; contacts are looked at, and errors of forces next to never.
CharacterScene arm(const std::string& contacts) {
    return CharacterScene("pose_space/arm.yaml")
        .with_all_elements()
        .replaced("      type: pose_space\n",
                  fmt::format("      type: pose_space\n      check: {{every: 1000000}}\n      "
                              "contacts: {{distance: 4 mm, {}}}\n",
                              contacts));
}

double deepest(const CharacterRun& run) {
    return run.reduction().at("deepest_penetration").get<double>();
}

json measure(const Settings& settings) {
    json result;
    const CharacterScene rest =
        arm(kinds[0].contacts).replaced("type: posed,", "type: posed, inertia: 0,");
    result["rest"] = deepest(run_character(settings, "kept-rest", rest));
    for (const Kind& kind : kinds) {
        const CharacterRun run =
            run_character(settings, std::string("kept-") + kind.name, arm(kind.contacts));
        long most = 0;
        for (const json& count : run.reduction().at("vertices_in_contact"))
            most = std::max(most, count.get<long>());
        result[kind.name] = {
            {"deepest", deepest(run)}, {"motion", largest_motion(run)}, {"vertices", most}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& all = runs.front();
    report.text(fmt::format(
        "scenes/pose_space/arm.yaml, by all elements, as figure 5: its sculpted poses have up to "
        "{} vertices within 4 mm of the other side of the elbow or shoulder. Deepest: the most "
        "that one of these goes into what it touched at its pose, in the whole run; the rest shape "
        "alone, which is interpolated between poses, goes {:.2f} mm deep. Motion: the largest of a "
        "probe.",
        all.at("free").at("vertices").get<int>(), 1e3 * all.at("rest").get<double>()));
    std::vector<std::vector<std::string>> rows;
    for (const Kind& kind : kinds) {
        const json& one = all.at(kind.name);
        rows.push_back({kind.label, fmt::format("{:.2f}", 1e3 * one.at("deepest").get<double>()),
                        fmt::format("{:.2f}", 100 * one.at("motion").get<double>())});
    }
    report.table({"vectors", "deepest [mm]", "motion [cm]"}, rows);
}

}  // namespace

Table kept_contacts_table() {
    return {"kept_contacts", "An elbow that touches itself", 1, measure, write};
}

}  // namespace sinew::bench
