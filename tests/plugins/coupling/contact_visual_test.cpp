/// Bars of coarse bricks that press on each other by the round surfaces they carry.

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sstream>

#include "pressed_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

constexpr const char* subspace =
    "        reduction: {type: subspace, basis: {type: modal_derivatives, modes: 5, size: 12}}\n";

/// A bar of 1 m, held at its left end; `force` on its surface. `lines` of its node.
std::string bar(const std::string& name, const std::string& at, const std::string& force,
                const std::string& lines) {
    return "      - node: " + name + "\n        transform: {translate: " + at +
           "}\n        mesh: {type: voxelize, resolution: 9, surface: {type: isosurface, edge: "
           "5 cm, shape: {capsule: {from: [0, 0, 0], to: [0.8, 0, 0], radius: 0.1}}}}\n"
           "        material: {type: stvk, young: 100 kPa, poisson: 0.3}\n"
           "        constraints: [{type: fixed, where: {extent: {axis: x, from: 0, to: 0.12}}}]\n"
           "        loads: [{type: traction, surface: visual, where: all, force: " +
           force + "}]\n        outputs: [{type: obj, surface: visual, name: " + name +
           "}, {type: obj, surface: skin, name: " + name +
           "_skin}, {type: probe, quantities: [reaction], where: {extent: {axis: x, from: 0, to: "
           "0.12}}}]\n" +
           lines;
}

std::string two_bars(const std::string& contact, const std::string& of_upper,
                     const std::string& of_lower) {
    return "sinew: 1\ntime: {end: 1 s, step: 1/2 s}\nscene:\n  - node: world\n"
           "    couplings: [{type: contact, thickness: 8 mm, stiffness: 100 kPa" +
           contact + "}]\n    solver: {type: static, newton: {max_iterations: 200}}\n" +
           "    children:\n" +
           bar("lower", "[0, 0, 0]", "{keyframes: [[0, [0, 0, 0]], [1, [0, 0, 2]]]}", of_lower) +
           bar("upper", "[0.013, 0.017, 0.21]", "{keyframes: [[0, [0, 0, 0]], [1, [0, 0, -2]]]}",
               of_upper);
}

/// The last of two surfaces that a run wrote, as one.
struct Written {
    Written(const testing::SmallRun& run, const std::string& ending) {
        std::vector<double> x;
        std::vector<int> corners;
        for (const char* name : {"lower", "upper"}) {
            const int first = int(x.size()) / 3;
            std::istringstream text(
                run.bytes("out/bars-" + std::string(name) + ending + "_0002.obj"));
            for (std::string line; std::getline(text, line);) {
                std::istringstream words(line);
                std::string key;
                words >> key;
                for (double value; key == "v" && words >> value;) x.push_back(value);
                for (int corner; key == "f" && words >> corner;)
                    corners.push_back(first + corner - 1);
            }
            body.resize(x.size() / 3, first > 0);
        }
        positions = Eigen::Map<const Points>(x.data(), 3, Index(x.size()) / 3);
        triangles = Eigen::Map<const Eigen::MatrixXi>(corners.data(), 3, Index(corners.size()) / 3);
    }
    /// Intersections of the one with the other (as drawn, each may fold to a point).
    std::ptrdiff_t n_intersections() const {
        const CollisionSurface surface(positions, triangles, body);
        const std::vector<Intersection> hits = intersections(surface, positions);
        return std::count_if(hits.begin(), hits.end(), [&](const Intersection& hit) {
            return surface.body(surface.edges()(0, hit.edge)) !=
                   surface.body(triangles(0, hit.triangle));
        });
    }

    Points positions;
    Eigen::MatrixXi triangles;
    std::vector<int> body;
};

}  // namespace

TEST_CASE("coupling/contact: visual surfaces press on each other and never intersect") {
    const std::string dense = subspace;
    for (const auto& [lower, upper] : {std::pair(std::string(), std::string()),
                                       std::pair(dense, std::string()), std::pair(dense, dense)}) {
        INFO(lower << upper);
        const testing::SmallRun run("bars", two_bars(", visual: [lower, upper]", upper, lower));
        REQUIRE(run.run() == 0);
        const nlohmann::json contact = contact_of(run);
        CHECK(contact["pairs"] > 0);
        CHECK(contact["intersections_left_out"] == 0);
        CHECK(contact["least_gap"].get<double>() < 0.008);
        const Written visual(run, ""), skins(run, "_skin");
        REQUIRE(visual.positions.cols() > 100);
        CHECK(visual.n_intersections() == 0);
        CHECK(skins.n_intersections() > 0);  // bricks overlap
        const double pressed = contact["resultants"][0]["force"][2].get<double>();
        CHECK(pressed < -0.3);
        if (!lower.empty()) continue;  // a subspace is in equilibrium in its own coordinates alone
        const double held = run.table("out/bars-world-lower-probe.csv").back()[3];
        CHECK(held + 2 + pressed == Approx(0).margin(2e-5));
    }
}

TEST_CASE("coupling/contact: a visual surface that is not there is refused with its place") {
    const auto message = [](const std::string& scene) {
        const testing::SmallRun run("scene", scene);
        CHECK(run.run() == 2);
        return run.bytes("out/run.json");
    };
    CHECK_THAT(message(two_bars("", "", "")),
               Catch::Contains("skins intersect or touch at the start"));
    CHECK_THAT(message(two_blocks("1", ", visual: [lower]", 0.105, pushed)),
               Catch::Contains("/world/lower has no visual surface") &&
                   Catch::Contains("\"line\": 5") &&
                   Catch::Contains("or let forces act on the skin"));
    CHECK_THAT(message(two_bars(", bodies: [upper], visual: [lower]", "", "")),
               Catch::Contains("lower is not among what touches") &&
                   Catch::Contains("name it in `bodies`, too"));
}
