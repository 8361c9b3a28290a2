/// Hertz's contact: a rigid sphere on an elastic half space, and two elastic spheres, on meshes of
/// hexahedra that are fine under the contact and a hundred of its radii wide.

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "kit/sinew_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double young = 1e6, poisson = 0.3, radius = 1, approach = 2.5e-3;  // [Pa], 1, [m], [m]

/// One measured case: a quarter of each body.
struct Case {
    bool two_spheres;
    int per_radius;    ///< elements on the contact's radius
    double thickness;  ///< over the approach
};

/// Radius of contact and force of the theory, for the approach.
struct Theory {
    double radius, force;
    explicit Theory(bool two_spheres) {
        const double effective = young / (1 - poisson * poisson) / (two_spheres ? 2 : 1);
        const double curvature = two_spheres ? 2 / bench::radius : 1 / bench::radius;
        radius = std::sqrt(approach / curvature);
        force = 4.0 / 3 * effective * std::sqrt(1 / curvature) * std::pow(approach, 1.5);
    }
};

/// Equal steps up to `even`, then longer ones, by a third each, up to `end`.
std::vector<double> graded(double step, double even, double end) {
    std::vector<double> at{0};
    while (at.back() < end) {
        if (at.back() > even) step *= 1.35;
        at.push_back(std::min(at.back() + step, end));
        if (end - at.back() < 0.5 * step) at.back() = end;
    }
    return at;
}

/// A quarter of a block below z = 0, its top curved where it may touch, as an Abaqus file; `up`:
/// mirrored, above.
std::string block(double contact, const Case& one, bool up) {
    const double step = contact / one.per_radius, wide = 100 * contact;
    const std::vector<double> along = graded(step, 1.5 * contact, wide),
                              down = graded(step, contact, wide);
    const std::size_t n = along.size(), m = down.size();
    std::ostringstream file;
    file.precision(17);
    file << "*NODE\n";
    std::size_t number = 0;
    for (std::size_t k = 0; k < m; ++k)
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t i = 0; i < n; ++i) {
                const double x = along[i], y = along[j];
                const double r2 = std::min(x * x + y * y, 36 * contact * contact);
                const double fall = one.two_spheres ? r2 / (2 * radius) * (1 - down[k] / wide) : 0;
                const double z = -down[k] - fall;
                file << ++number << ", " << x << ", " << y << ", " << (up ? -z : z) << "\n";
            }
    file << "*ELEMENT, TYPE=C3D8, ELSET=all\n";
    const auto node = [&](std::size_t i, std::size_t j, std::size_t k) {
        return 1 + i + n * (j + n * k);
    };
    std::size_t element = 0;
    for (std::size_t k = 0; k + 1 < m; ++k)
        for (std::size_t j = 0; j + 1 < n; ++j)
            for (std::size_t i = 0; i + 1 < n; ++i) {
                file << ++element;
                for (const std::size_t level : up ? std::array{k, k + 1} : std::array{k + 1, k})
                    file << ", " << node(i, j, level) << ", " << node(i + 1, j, level) << ", "
                         << node(i + 1, j + 1, level) << ", " << node(i, j + 1, level);
                file << "\n";
            }
    return file.str();
}

/// `height`: of the node, which meshes are seen from.
std::string body(const char* name, double far, double height, const std::string& motion) {
    return fmt::format(R"(      - node: {0}
        transform: {{translate: [0, 0, {5:.17g}]}}
        mesh: {{type: abaqus, file: {0}.inp}}
        material: {{type: linear, young: {1}, poisson: {2}}}
        constraints:
          - {{type: fixed, axes: [x], where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}
          - {{type: fixed, axes: [y], where: {{plane: {{normal: [0, 1, 0], offset: 0}}}}}}
          - {{{4}, where: {{plane: {{normal: [0, 0, 1], offset: {3:.17g}}}}}}}
)",
                       name, young, poisson, far, motion, height);
}

std::string scene_of(const Case& one, double contact) {
    const double thickness = one.thickness * approach, far = 100 * contact;
    const std::string motion = fmt::format(
        "{{keyframes: [[0 s, [0, 0, 0]], [1 s, [0, 0, {:.17g}]]]}}", -approach - thickness);
    const std::string center =
        fmt::format("{{keyframes: [[0 s, [0, 0, {:.17g}]], [1 s, [0, 0, {:.17g}]]]}}",
                    radius + thickness, radius - approach);
    std::string scene = fmt::format(
        R"(sinew: 1
time: {{end: 1 s, step: 1 s}}
scene:
  - node: world
    couplings: [{{type: contact, self: false, thickness: {:.17g}, stiffness: {}{}}}]
    solver: {{type: static, newton: {{tolerance: 1e-6, max_iterations: 100}}}}
    outputs: [{{type: pairs}}]
    children:
)",
        thickness, young,
        one.two_spheres
            ? std::string()
            : fmt::format(", obstacles: [{{sphere: {{radius: {}, center: {}}}}}]", radius, center));
    scene += body("lower", -far, 0, "type: fixed");
    if (one.two_spheres)
        scene += body("upper", far, thickness, "type: prescribed, displacement: " + motion);
    return scene;
}

/// The force on the lower body and the radius that its moment tells: of Hertz's pressure the mean
/// of r^2 is 2 a^2/5.
json force_and_radius(const std::filesystem::path& pairs, double contact, const Case& one) {
    const std::vector<double> along =
        graded(contact / one.per_radius, 1.5 * contact, 100 * contact);
    const std::size_t n = along.size();
    std::ifstream stream(pairs);
    std::string line;
    double force = 0, moment = 0, last = -1;
    std::getline(stream, line);
    while (std::getline(stream, line)) {
        std::vector<double> row;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
        if (row[0] != last) force = moment = 0;
        last = row[0];
        for (std::size_t i = 0; i < 4; ++i) {
            if (row[2 + 3 * i] != 0) continue;  // on the lower body
            const std::size_t node = std::size_t(row[3 + 3 * i]);
            const double x = along[node % n], y = along[node / n % n];
            const double f = row[4 + 3 * i] * row[16] * row[19];
            force += f;
            moment += f * (x * x + y * y);
        }
    }
    return {{"force", std::abs(4 * force)}, {"radius", std::sqrt(2.5 * moment / force)}};
}

json measure(const Settings& settings) {
    json result = json::array();
    for (const bool two : {false, true})
        for (const auto& [per_radius, thickness] : std::vector<std::pair<int, double>>{
                 {3, 0.05}, {5, 0.02}, {8, 0.01}, {8, 0.05}, {12, 0.005}}) {
            if (settings.quick && per_radius > 3) continue;
            const Case one{two, per_radius, thickness};
            const Theory theory(two);
            const std::filesystem::path folder = settings.scratch / "hertz";
            std::filesystem::create_directories(folder);
            std::ofstream(folder / "lower.inp") << block(theory.radius, one, false);
            if (two) std::ofstream(folder / "upper.inp") << block(theory.radius, one, true);
            const SinewRun run = run_scene_text(settings, "hertz", scene_of(one, theory.radius));
            json row =
                force_and_radius(folder / "results" / "scene-world-pairs.csv", theory.radius, one);
            row["two"] = two;
            row["per_radius"] = per_radius;
            row["thickness"] = thickness;
            row["iterations"] =
                run.report.at("solvers").begin().value().at("newton").at("iterations");
            row["seconds"] = run.process.seconds;
            result.push_back(std::move(row));
        }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "A rigid sphere of {} m on an elastic half space (E = {:.3g} Pa, nu = {}, small strains), "
        "and two such spheres on each other, both elastic, brought {} mm nearer to each other; a "
        "quarter of each on hexahedra, a hundred contact radii wide. Force and contact radius "
        "beside "
        "Hertz's; the radius is that of the pressure's second moment. Thickness over the approach. "
        "Goal: 3 % on the finest mesh.",
        radius, young, poisson, 1e3 * approach));
    std::vector<std::vector<std::string>> rows;
    for (const json& row : runs.front()) {
        const Theory theory(row.at("two").get<bool>());
        const double force = row.at("force").get<double>() / theory.force - 1,
                     reach = row.at("radius").get<double>() / theory.radius - 1;
        const std::string name =
            row.at("two").get<bool>() ? "two spheres" : "sphere and half space";
        rows.push_back({name, std::to_string(row.at("per_radius").get<int>()),
                        number(row.at("thickness").get<double>()),
                        fmt::format("{:.4g}", row.at("force").get<double>()),
                        fmt::format("{:+.1f}%", 100 * force), fmt::format("{:+.1f}%", 100 * reach),
                        std::to_string(row.at("iterations").get<int>())});
        const bool finest = row.at("per_radius") == 12;
        if (finest && !settings.quick) {
            report.check("Hertz, " + name + ": force", force, 0.03);
            report.check("Hertz, " + name + ": radius", reach, 0.03);
        }
    }
    report.table({"bodies", "elements on the radius", "thickness", "force [N]", "force off by",
                  "radius off by", "iterations"},
                 rows);
}

}  // namespace

Table hertz_table() {
    return {"hertz", "Hertz", 1, measure, write};
}

}  // namespace sinew::bench
