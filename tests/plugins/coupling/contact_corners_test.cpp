/// Contact at corners and edges alone, where normals are none or many: the cases of Erleben,
/// Methodology for assessing mesh-based contact point methods, ACM Trans. Graph. 37(3), 2018.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

namespace {

/// Corners and tetrahedra of a part, as an Abaqus file.
struct Part {
    std::vector<Eigen::Vector3d> nodes;
    std::vector<std::array<int, 4>> tets;

    double volume() const {
        double sum = 0;
        for (const auto& t : tets) sum += std::abs(six_volumes(t)) / 6;
        return sum;
    }
    double six_volumes(const std::array<int, 4>& t) const {
        const auto at = [&](std::size_t k) { return nodes[std::size_t(t[k])]; };
        return (at(1) - at(0)).cross(at(2) - at(0)).dot(at(3) - at(0));
    }

    void write(const std::filesystem::path& file) const {
        std::ofstream out(file);
        out << "*NODE\n";
        for (std::size_t k = 0; k < nodes.size(); ++k)
            out << fmt::format("{}, {}, {}, {}\n", k + 1, nodes[k].x(), nodes[k].y(), nodes[k].z());
        out << "*ELEMENT, TYPE=C3D4\n";
        for (std::size_t k = 0; k < tets.size(); ++k)
            out << fmt::format("{}, {}, {}, {}, {}\n", k + 1, tets[k][0] + 1, tets[k][1] + 1,
                               tets[k][2] + 1, tets[k][3] + 1);
    }
};

/// A tetrahedron on its tip at the origin, 10 cm high; standing on its face below it if `up`.
Part spike(bool up) {
    const double z = up ? -0.1 : 0.1, s = up ? -1 : 1;
    return {{{0, 0, 0}, {0.06, 0, z}, {-0.03, s * 0.052, z}, {-0.03, -s * 0.052, z}},
            {{0, 1, 3, 2}}};
}

/// A prism on its edge along x through the origin, 10 cm high and long.
Part wedge(bool up) {
    const double z = up ? -0.1 : 0.1, s = up ? -1 : 1;
    return {{{-0.05, 0, 0},
             {-0.05, s * 0.05, z},
             {-0.05, -s * 0.05, z},
             {0.05, 0, 0},
             {0.05, s * 0.05, z},
             {0.05, -s * 0.05, z}},
            {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}}};
}

/// The prism turned by a right angle about z.
Part across(Part part) {
    for (Eigen::Vector3d& node : part.nodes) node = {-node.y(), node.x(), node.z()};
    return part;
}

/// Orders the corners of all tetrahedra by the right hand.
Part oriented(Part part) {
    for (auto& t : part.tets)
        if (part.six_volumes(t) < 0) std::swap(t[2], t[3]);
    return part;
}

struct Placed {
    Part part;
    Eigen::Vector3d at;
};

/// A soft part falls on hard ones from two millimetres above, for half a second.
struct Fall {
    Part falling;
    std::vector<Placed> hard;
    double friction = 0;
};

nlohmann::json end_of(const Fall& fall, std::vector<double>& tip) {
    std::string scene =
        "sinew: 1\ntime: {end: 0.5 s, step: 5 ms}\nscene:\n  - node: world\n"
        "    couplings:\n      - type: contact\n        thickness: 1 mm\n"
        "        stiffness: 100 kPa\n" +
        fmt::format("        friction: {}\n        stick_speed: 1 cm/s\n        obstacles:\n",
                    fall.friction);
    for (std::size_t k = 0; k < fall.hard.size(); ++k)
        scene += fmt::format(
            "          - surface: {{mesh: {{type: abaqus, file: hard_{}.inp}}, displacement: [{}, "
            "{}, {}]}}\n",
            k, fall.hard[k].at.x(), fall.hard[k].at.y(), fall.hard[k].at.z());
    scene +=
        "    solver: {type: implicit_euler, newton: {tolerance: 1e-6}}\n    children:\n"
        "      - node: soft\n        transform: {translate: [0, 0, 2 mm]}\n"
        "        mesh: {type: abaqus, file: soft.inp}\n"
        "        material: {type: stable_neo_hookean, young: 1 MPa, poisson: 0.4}\n"
        "        loads: [{type: gravity}]\n"
        "        outputs: [{type: probe, name: tip, nodes: [0]}]\n";
    const sinew::testing::SmallRun run("fall", scene);
    oriented(fall.falling).write(run / "soft.inp");
    for (std::size_t k = 0; k < fall.hard.size(); ++k)
        oriented(fall.hard[k].part).write(run / fmt::format("hard_{}.inp", k));
    REQUIRE(run.run() == 0);
    tip = run.table("out/fall-tip.csv").back();
    return nlohmann::json::parse(run.bytes("out/run.json"));
}

/// A block on its lower face, 10 cm long, wide and high, of five tetrahedra.
Part block() {
    Part part;
    for (int k = 0; k < 8; ++k)
        part.nodes.push_back({0.1 * (k & 1) - 0.05, 0.05 * (k & 2) - 0.05, 0.025 * (k & 4)});
    part.tets = {{0, 1, 2, 4}, {1, 2, 3, 7}, {1, 4, 5, 7}, {2, 4, 6, 7}, {1, 2, 4, 7}};
    return part;
}

struct Case {
    const char* name;
    Fall fall;
    bool rests;  ///< in a hollow, or on a face; else it may fall off
};

}  // namespace

TEST_CASE("coupling/contact: corners and edges that meet hold each other off") {
    const Eigen::Vector3d origin = Eigen::Vector3d::Zero(), below{0, 0, -0.1};
    // Two prisms side by side leave a crack along x between their faces, 10 cm deep.
    const std::vector<Placed> crack{{wedge(true), {0, -0.05, 0.03}},
                                    {wedge(true), {0, 0.05, 0.03}}};
    const std::vector<Placed> cross_crack{{across(wedge(true)), {-0.05, 0, 0}},
                                          {across(wedge(true)), {0.05, 0, 0}}};
    const std::vector<Case> cases{
        {"spike on spike", {spike(false), {{spike(true), origin}}}, false},
        {"spike on edge", {spike(false), {{wedge(true), origin}}}, false},
        {"edge on spike", {wedge(false), {{spike(true), origin}}}, false},
        {"edge on parallel edge", {wedge(false), {{wedge(true), origin}}}, false},
        {"edge on edge across", {wedge(false), {{across(wedge(true)), origin}}}, false},
        {"spike on face", {spike(false), {{block(), below}}}, false},
        {"edge on face", {wedge(false), {{block(), below}}}, false},
        {"spike in a crack", {spike(false), crack}, false},
        {"wedge in a crack", {wedge(false), crack}, true},
        {"edge across a crack", {wedge(false), cross_crack}, false},
        {"face on face", {block(), {{block(), below}}}, true},
        {"cliff: faces that end in one edge", {block(), {{block(), {0, 0.04, -0.1}}}}, true},
        {"cliff: half on it", {block(), {{block(), {0.03, 0.03, -0.1}}}}, true},
        {"face on two faces",
         {block(), {{block(), {0.0501, 0, -0.1}}, {block(), {-0.0501, 0, -0.1}}}},
         true}};
    for (const Case& one : cases) {
        CAPTURE(one.name);
        std::vector<double> tip;
        const nlohmann::json report = end_of(one.fall, tip);
        const auto& contact = report["solvers"]["/world"]["couplings"][0];
        CAPTURE(tip, contact.dump());
        // It has touched what is below it, and nothing has gone through.
        CHECK(contact["least_gap_of_run"].get<double>() < 0.999e-3);
        CHECK(contact["least_gap_of_run"].get<double>() > 0.1e-3);
        if (!one.rests) continue;
        CHECK(std::abs(tip[3]) < 0.08);
        double carried = 0;
        for (const auto& resultant : contact["resultants"])
            carried += resultant["force"][2].get<double>();
        CHECK(carried == Approx(one.fall.falling.volume() * 1000 * 9.81).epsilon(0.01));
    }
}
