/// Linear solves of a block's tangent at rest: iterations and time with its size, and with what
/// makes it hard, by multigrid and what else there is.

#include <fmt/format.h>
#include <omp.h>

#include <fstream>

#include "checkered_block.hpp"
#include "kit/scene_body.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double tolerance = 1e-6;

struct Method {
    const char *name, *linear;
    long most_nodes;  ///< of the bodies that it is tried on
};
constexpr long all = 1L << 40, medium = 60000;
constexpr Method methods[]{
    {"multigrid", "{type: multigrid}", all},
    {"multigrid, double", "{type: multigrid, precision: double}", all},
    {"pcg", "{type: pcg}", all},
    {"cholesky", "{type: cholesky}", medium},
    {"PETSc GAMG, plain", "{type: petsc}", all},
    {"PETSc GAMG, smoothed",
     "{type: petsc, options: '-ksp_type cg -pc_type gamg -pc_gamg_agg_nsmooths 1'}", medium},
    {"hypre",
     "{type: petsc, options: '-ksp_type cg -pc_type hypre -pc_hypre_boomeramg_nodal_coarsen 1 "
     "-pc_hypre_boomeramg_strong_threshold 0.5'}",
     medium},
    {"ML", "{type: petsc, options: '-ksp_type cg -pc_type ml'}", medium},
    {"ICC", "{type: petsc, options: '-ksp_type cg -pc_type icc'}", medium},
};

struct Block {
    const char *name, *size, *cells, *material;
    double prototype = 0;  ///< iterations of the prototype that the goals come from
};
constexpr const char* checkered = "58";  // cells of a checkered block
constexpr const char* plain = "{type: neo_hookean, young: 1 MPa, poisson: 0.4}";
constexpr Block growing[]{
    {"20,000", "[2, 1, 1]", "[26, 13, 12]", plain},
    {"197,000", "[2, 1, 1]", "[54, 27, 27]", plain},
    {"1,005,000", "[2, 1, 1]", "[93, 47, 46]", plain},
};
constexpr Block small{"small", "[2, 1, 1]", "[8, 4, 4]", plain};
constexpr Block hard[]{
    {"beam 20:1", "[20, 1, 1]", "[430, 21, 22]", plain, 63},
    {"Poisson's ratio 0.49", "[1, 1, 1]", "[58, 58, 58]",
     "{type: neo_hookean, young: 1 MPa, poisson: 0.49}", 70},
    {"stretched 10:1", "[10, 1, 1]", "[58, 58, 58]", plain, 41},
    {"E jumps by 1000", "", checkered,
     "{type: neo_hookean, poisson: 0.4, young: {default: 1 kPa, regions: {hard: 1 MPa}}}", 43},
};

std::string mesh_of(const Block& block, const Settings& settings) {
    if (block.cells != checkered)
        return fmt::format("{{type: box, size: {}, cells: {}, element: tet4}}", block.size,
                           block.cells);
    const auto file = settings.scratch / "checkered.inp";
    if (!std::filesystem::exists(file))
        std::ofstream(file) << checkered_block(std::stoi(block.cells));
    return fmt::format("{{type: abaqus, file: {}}}", file.string());
}

std::string scene_of(const Block& block, const Method& method, const Settings& settings) {
    return fmt::format(
        "mesh: {}\nmaterial: {}\n"
        "constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]\n"
        "loads: [{{type: gravity}}]\nlinear: {}\n",
        mesh_of(block, settings), block.material, method.linear);
}

/// One solve of K x = f, f the weight, from nothing.
json solve_once(const Block& block, const Method& method, const Settings& settings) {
    SceneBody scene(scene_of(block, method, settings));
    BodySystem& system = scene.system();
    system.move_to(0);
    const Vector rest = Vector::Zero(system.size());
    Forces forces;
    const Tangent& tangent = system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, &forces);
    FixedMask fixed{std::vector<char>(std::size_t(system.size()), 0), 1, system.size()};
    for (const Index dof : system.prescribed().dofs) {
        fixed.fixed[std::size_t(dof)] = 1;
        forces.external[dof] = 0;
        --fixed.n_free;
    }
    const double start = now();
    Event event = scene.linear().prepare(tangent, fixed);
    const double prepared = now();
    Vector x, Ax;
    LinearOutcome outcome;
    if (!event) {
        outcome = scene.linear().solve(forces.external, x, tolerance);
        event = outcome.event;
    }
    const double solved = now();
    json result{{"nodes", system.size() / 3},       {"elements", scene.mesh().n_elements()},
                {"setup", prepared - start},        {"solve", solved - prepared},
                {"iterations", outcome.iterations}, {"event", event ? event.describe() : ""}};
    if (!event) {
        tangent.apply(x, Ax);
        for (const Index dof : system.prescribed().dofs) Ax[dof] = 0;
        result["residual"] = (Ax - forces.external).norm() / forces.external.norm();
        result["work"] = x.dot(forces.external);
    }
    scene.linear().report(result["linear"]);
    // New values in the structure that is there, as in later iterations of Newton's method.
    const double again = now();
    if (!event) scene.linear().prepare(tangent, fixed);
    result["renew"] = now() - again;
    return result;
}

/// The fastest of three, but of large bodies.
json solve(const Block& block, const Method& method, const Settings& settings) {
    json best = solve_once(block, method, settings);
    const auto seconds = [](const json& one) {
        return one.at("setup").get<double>() + one.at("solve").get<double>();
    };
    for (int k = 1; k < 3 && best.at("nodes").get<long>() <= medium; ++k)
        if (json again = solve_once(block, method, settings); seconds(again) < seconds(best))
            best = std::move(again);
    return best;
}

json measure_all(const Block& block, const Settings& settings) {
    json result;
    long nodes = 0;
    for (const Method& method : methods) {
        if (nodes > method.most_nodes) continue;
        result[method.name] = solve(block, method, settings);
        nodes = result[method.name].at("nodes").get<long>();
    }
    return result;
}

json measure(const Settings& settings) {
    omp_set_num_threads(settings.threads);
    json result;
    if (settings.quick) {
        result["growing"][small.name] = measure_all(small, settings);
        return result;
    }
    for (const Block& block : growing) result["growing"][block.name] = measure_all(block, settings);
    for (const Block& block : hard) {
        result["hard"][block.name][methods[0].name] = solve(block, methods[0], settings);
        result["hard"][block.name][methods[1].name] = solve(block, methods[1], settings);
    }
    return result;
}

std::string levels_of(const json& one) {
    std::string text;
    for (const json& level : one.at("linear").value("levels", json::array()))
        text += fmt::format("{}{}", text.empty() ? "" : ", ", level.at("nodes").get<long>());
    return text.empty() ? "-" : text;
}

std::string megabytes_of(const json& one) {
    const double bytes = one.at("linear").value("bytes", 0.0);
    return bytes > 0 ? fmt::format("{:.0f}", bytes / 1e6) : "-";
}

std::vector<std::string> row_of(const std::string& block, const std::string& method,
                                const json& one, Report& report) {
    const std::string what = fmt::format("{} tets, {}", block, method);
    if (const std::string event = one.at("event"); !event.empty()) {
        report.fail(what + ": " + event);
        return {block, method, "-", "-", "-", "-", "-"};
    }
    const double setup = one.at("setup"), time = one.at("solve");
    report.entry({what + ", setup", setup, "s"});
    report.entry({what + ", solve", time, "s"});
    report.entry({what + ", iterations", one.at("iterations").get<double>(), ""});
    return {block,
            method,
            number(setup),
            number(time),
            std::to_string(one.at("iterations").get<int>()),
            levels_of(one),
            megabytes_of(one)};
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& numbers = runs.front();
    report.text(fmt::format(
        "K x = f of a block at rest, held at one end, f its weight, to a relative residual of {:g} "
        "from nothing, {} threads. Setup is everything before the first iteration, the fastest "
        "of three where a body is not the largest; levels are their nodes. PETSc's methods are "
        "those of linear/petsc, in one process.",
        tolerance, settings.threads));
    const std::vector<std::string> header{"tets",       "method", "setup [s]",     "solve [s]",
                                          "iterations", "levels", "hierarchy [MB]"};
    std::vector<std::vector<std::string>> rows;
    Plot iterations{
        "multigrid-iterations", "Iterations of a solve to 1e-6", "nodes", "iterations", true, true};
    Plot seconds{"multigrid-time", "Setup and solve", "nodes", "seconds", true, true};
    for (const Method& method : methods) {
        Series count{method.name}, time = count;
        for (const auto& [block, by_method] : numbers.at("growing").items()) {
            if (!by_method.contains(method.name)) continue;
            const json& one = by_method.at(method.name);
            if (!one.at("event").get<std::string>().empty()) continue;
            count.x.push_back(one.at("nodes"));
            count.y.push_back(one.at("iterations"));
            time.x.push_back(one.at("nodes"));
            time.y.push_back(one.at("setup").get<double>() + one.at("solve").get<double>());
        }
        if (std::string(method.name) != "cholesky") iterations.series.push_back(count);
        seconds.series.push_back(time);
    }
    const auto add = [&](const json& blocks, const char* name) {
        if (!blocks.contains(name)) return;
        const json& reference = blocks.at(name).at(methods[0].name);
        for (const Method& method : methods) {
            if (!blocks.at(name).contains(method.name)) continue;
            const json& one = blocks.at(name).at(method.name);
            rows.push_back(row_of(name, method.name, one, report));
            if (one.contains("work") && reference.contains("work"))
                report.check(fmt::format("{}: work of the weight, {}", name, method.name),
                             one.at("work").get<double>() / reference.at("work").get<double>() - 1,
                             1e-4);
        }
    };
    add(numbers.at("growing"), small.name);
    for (const Block& block : growing) add(numbers.at("growing"), block.name);
    report.table(header, rows);
    report.plot(iterations);
    report.plot(seconds);
    if (!numbers.contains("hard")) return;
    report.text(
        "The same of about a million tets each, of bodies that are hard. Prototype: iterations of "
        "the one that the goals come from.");
    std::vector<std::vector<std::string>> hard_rows;
    for (const Block& block : hard)
        for (const auto& [method, one] : numbers.at("hard").at(block.name).items()) {
            hard_rows.push_back(row_of(block.name, method, one, report));
            hard_rows.back().push_back(number(block.prototype));
        }
    std::vector<std::string> hard_header = header;
    hard_header.front() = "body";
    hard_header.push_back("prototype's iterations");
    report.table(hard_header, hard_rows);
}

}  // namespace

Table multigrid_table() {
    return {"multigrid", "Multigrid", 1, measure, write};
}

}  // namespace sinew::bench
