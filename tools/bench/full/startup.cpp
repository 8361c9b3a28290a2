/// Start-up: a whole `sinew run` of a scene of ten elements, from the shell's point of view.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "kit/sinew_run.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Ten tetrahedra hang from one end for ten steps.
std::string scene_of(const std::string& linear, const std::string& output) {
    return fmt::format(R"(sinew: 1
time: {{end: 0.1 s, step: 1/100 s}}
scene:
  - node: beam
    mesh: {{type: box, size: [2, 1, 1], cells: [2, 1, 1], element: tet4}}
    material: {{type: neo_hookean, young: 100 kPa, poisson: 0.4}}
    constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
    loads: [{{type: gravity}}]
    solver: {{type: implicit_newmark, linear: {{type: {}}}}}
    outputs: [{{{}}}]
)",
                       linear, output);
}

constexpr const char* probe = "type: probe, at: [2, 1, 1]";
constexpr const char* vtu = "type: vtu";

/// The libraries that the dynamic linker says it starts.
std::set<std::string> libraries(const std::string& linker_output) {
    std::set<std::string> found;
    std::istringstream lines(linker_output);
    const std::string mark = "calling init: ";
    for (std::string line; std::getline(lines, line);)
        if (const auto at = line.find(mark); at != std::string::npos)
            found.insert(line.substr(at + mark.size()));
    return found;
}

json libraries_of(const Settings& settings, const std::string& linear) {
    const SinewRun run =
        run_scene_text(settings, "libraries", scene_of(linear, probe), {{"LD_DEBUG", "libs"}});
    json petsc = json::array();
    const auto all = libraries(run.process.output);
    for (const std::string& library : all)
        for (const char* name : {"libpetsc", "libslepc", "libmpi", "libmpich"})
            if (library.find(name) != std::string::npos) petsc.push_back(library);
    return {{"count", all.size()}, {"petsc", petsc}};
}

json measure(const Settings& settings) {
    const int n = settings.quick ? 2 : 20;
    json result;
    for (int i = 0; i <= n; ++i)  // the first one warms the caches
        for (const auto& [name, output] : {std::pair{"probe", probe}, std::pair{"vtu", vtu}}) {
            const SinewRun run = run_scene_text(settings, name, scene_of("cholesky", output));
            if (i == 0) continue;
            result[name]["seconds"].push_back(run.process.seconds);
            result[name]["cpu"].push_back(run.process.cpu_seconds);
        }
    result["libraries"] = {{"cholesky", libraries_of(settings, "cholesky")},
                           {"petsc", libraries_of(settings, "petsc")}};
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    constexpr double goal = 150;  // [ms]
    report.text(
        "`sinew run` of a scene of ten tetrahedra and ten steps, from its start to its end, files "
        "in the caches; milliseconds. Goal: 150 ms.");
    std::vector<std::vector<std::string>> rows;
    for (const char* name : {"probe", "vtu"}) {
        const std::string path = fmt::format("/{}/", name);
        const Timing wall = Timing::of(runs, path + "seconds"),
                     cpu = Timing::of(runs, path + "cpu");
        rows.push_back({fmt::format("output: {}", name), fmt::format("{}", wall.n), wall.text(),
                        cpu.text(), settings.quick ? "-" : against_goal(1e3 * wall.median, goal)});
        report.entry({fmt::format("start-up, output {}", name), 1e3 * wall.median, "ms"});
    }
    report.table({"scene", "processes", "wall", "processor time of all threads", "goal reached"},
                 rows);
    const json& libraries = runs.front().at("libraries");
    const std::size_t without = libraries.at("cholesky").at("petsc").size();
    const std::size_t with = libraries.at("petsc").at("petsc").size();
    if (without != 0)
        report.fail("a scene that names no PETSc plugin loads " +
                    libraries.at("cholesky").at("petsc").dump());
    if (with == 0)
        report.fail("a scene that names linear/petsc loads no PETSc: the search for it is blind");
    report.text(fmt::format(
        "Libraries that the dynamic linker starts: {} with linear/cholesky, {} of them of PETSc, "
        "SLEPc or MPI; {} with linear/petsc (the control), {} of them of those.",
        libraries.at("cholesky").at("count").get<int>(), without,
        libraries.at("petsc").at("count").get<int>(), with));
    report.entry({"libraries of PETSc or MPI loaded without being named", double(without), "1"});
}

}  // namespace

Table startup_table() {
    return {"startup", "Start-up", 1, measure, write};
}

}  // namespace sinew::bench
