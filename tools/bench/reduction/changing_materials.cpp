/// Materials that change while a body moves: a step of the bar of `step` at r = 30, which is cut
/// into 13 regions whose constants change in every step.

#include <fmt/format.h>
#include <omp.h>

#include <fstream>
#include <sinew/mechanics/math/blas.hpp>

#include "kit/timing.hpp"
#include "semi_implicit.hpp"
#include "subspace_bodies.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr int n_regions = 13;

struct Case {
    const char *name, *text;
    int n_changing;
    bool poisson;  ///< changes, too
};
constexpr Case cases[]{
    {"none", "none", 0, false},
    {"one", "young of one", 1, false},
    {"young", "young of all 13", n_regions, false},
    {"both", "young and poisson of all 13", n_regions, true},
};

/// Writes a mesh whose elements are dealt to 13 sets, s0 to s12, from end to end of its x axis.
void write_in_sets(const VolumeMesh& mesh, const std::string& file) {
    std::ofstream out(file);
    out.precision(17);
    out << "*VERTICES\n" << mesh.n_nodes() << " 3 0 0\n";
    for (Index i = 0; i < mesh.n_nodes(); ++i)
        out << i + 1 << " " << mesh.positions.col(i).transpose() << "\n";
    const Index n = mesh.n_elements();
    out << "*ELEMENTS\nTET\n" << n << " 4 0\n";
    std::vector<std::string> sets(n_regions);
    for (Index e = 0; e < n; ++e) {
        out << e + 1;
        double x = 0;
        for (int a = 0; a < 4; ++a) {
            out << " " << mesh.elements(a, e) + 1;
            x += mesh.positions(0, mesh.elements(a, e)) / 4;
        }
        out << "\n";
        sets[std::size_t(std::clamp(int(n_regions * x), 0, n_regions - 1))] +=
            fmt::format("{}\n", e + 1);
    }
    for (int k = 0; k < n_regions; ++k) out << "*SET s" << k << "\n" << sets[std::size_t(k)];
}

/// Regions beyond those that change are named as well, such that each keeps parts of its own.
std::string changes(const Case& which) {
    std::string list;
    for (int k = 0; k < n_regions; ++k) {
        const bool moves = k < which.n_changing;
        list +=
            fmt::format("{}{{region: s{}, young: {}{}}}", k ? ", " : "", k,
                        moves ? fmt::format("{{expr: \"1e6*(1+0.3*sin(40*t+{}))\"}}", k) : "1 MPa",
                        moves && which.poisson
                            ? fmt::format(", poisson: {{expr: \"0.4+0.05*sin(30*t+{})\"}}", k)
                            : "");
    }
    return "  materials: [" + list + "]\n";
}

json measure(const Settings& settings) {
    omp_set_num_threads(1);
    use_one_blas_thread();
    keep_artifacts_in_scratch(settings);
    const std::string basis = settings.quick ? "{type: linear_modes, modes: 8}"
                                             : "{type: modal_derivatives, modes: 20, size: 30}";
    const std::string file = (settings.scratch / "bar.veg").string();
    const std::string box = stvk_bar(settings.quick ? "13, 2, 2" : "40, 8, 7", basis);
    write_in_sets(SceneBody(box).mesh(), file);
    const std::string node =
        fmt::format("mesh: {{type: vega, file: {}}}", file) + box.substr(box.find('\n'));
    json result;
    for (const Case& which : cases) {
        SceneBody scene(node + changes(which) + "linear: {type: dense}\n");
        SemiImplicitSteps steps(scene.system(), scene.linear(), 1e-3,
                                {0.1, 0.001, Definiteness::exact});
        constexpr int batch = 50;
        std::vector<double> seconds = repeat(
            [&] {
                for (int k = 0; k < batch; ++k) steps.step();
            },
            Effort{settings.quick ? 3 : 30, settings.quick ? 0.0 : 1.0});
        for (double& s : seconds) s /= batch;
        result[which.name] = seconds;
        result["r"] = scene.system().size();
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    constexpr double goal = 100;
    report.text(fmt::format(
        "A semi-implicit step of the bar of 11,200 tetrahedra at r = {}, cut into 13 regions whose "
        "`materials` change in every step: one thread, microseconds, medians, in brackets the "
        "least and the interquartile range. All regions are kept apart in every row. The sum of "
        "their polynomials is formed once a step: from one for a region whose young alone "
        "changes, two for one whose poisson does, and one for all that stay.",
        int(typical(runs, "/r"))));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const Timing step = Timing::of(runs, fmt::format("/{}", which.name));
        report.entry(
            {fmt::format("step, materials that change: {}", which.text), 1e6 * step.median, "us"});
        rows.push_back(
            {which.text, step.text(1e6),
             which.n_changing < n_regions ? "-" : against_goal(1e6 * step.median, goal)});
    }
    report.table({"what changes", "a step", "goal of 100 reached"}, rows);
}

}  // namespace

Table changing_materials_table() {
    return {"changing_materials", "Materials that change", 3, measure, write};
}

}  // namespace sinew::bench
