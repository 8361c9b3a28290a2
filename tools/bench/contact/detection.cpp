/// What finding contact costs: two tubes that touch along their length.

#include <fmt/format.h>
#include <omp.h>

#include <cmath>
#include <numbers>
#include <sinew/mechanics/contact/contact_potential.hpp>
#include <sinew/mechanics/contact/surface_ccd.hpp>

#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Two open tubes of radius 5 cm and length 1 m beside each other, `gap` apart, of `around` x
/// `along` squares of two triangles each.
CollisionSurface tubes(int around, int along, double gap) {
    Points rest(3, 2 * around * (along + 1));
    Eigen::MatrixXi triangles(3, 2 * 2 * around * along);
    std::vector<int> body;
    Eigen::Index v = 0, t = 0;
    for (int b = 0; b < 2; ++b) {
        const int first = int(v);
        for (int j = 0; j <= along; ++j)
            for (int i = 0; i < around; ++i) {
                // Turned a little, so that vertices do not face each other.
                const double angle = 2 * std::numbers::pi * (i + 0.37 * b + 0.1 * j) / around;
                rest.col(v++) = Eigen::Vector3d(0.05 * std::cos(angle) + b * (0.1 + gap),
                                                0.05 * std::sin(angle), double(j) / along);
                body.push_back(b);
            }
        for (int j = 0; j < along; ++j)
            for (int i = 0; i < around; ++i) {
                const int p = first + i + around * j, q = first + (i + 1) % around + around * j;
                triangles.col(t++) = Eigen::Vector3i(p, q, q + around);
                triangles.col(t++) = Eigen::Vector3i(p, q + around, p + around);
            }
    }
    return {rest, triangles, body};
}

json measure(const Settings& settings) {
    const int around = settings.quick ? 20 : 60, along = settings.quick ? 60 : 250;
    const double thickness = 1e-3;
    const CollisionSurface surface = tubes(around, along, 0.3 * thickness);
    const Points& x = surface.rest();
    const Points to = x + 2e-4 * Points::Random(3, x.cols());
    BroadPhase broad_phase(surface);
    const Candidates candidates = broad_phase.find(x, 2 * thickness);
    const Candidates of_paths = broad_phase.find(x, to, 0);
    const PairSet pairs = active_pairs(surface, candidates, x, thickness);
    const ContactPotential potential(ContactLaw{});
    json result{{"nodes", surface.n_vertices()},
                {"edges", surface.n_edges()},
                {"candidates", candidates.vertex_triangle.size() + candidates.edge_edge.size()},
                {"pairs", pairs.size()}};
    const Effort effort{7, 1};
    for (const int threads : {1, settings.threads}) {
        omp_set_num_threads(threads);
        json& at = result[std::to_string(threads)];
        at["candidates"] = repeat([&] { broad_phase.find(x, 2 * thickness); }, effort);
        at["pairs"] = repeat([&] { active_pairs(surface, candidates, x, thickness); }, effort);
        at["paths"] = repeat([&] { broad_phase.find(x, to, 0); }, effort);
        at["ccd"] = repeat([&] { largest_step(surface, of_paths, x, to); }, effort);
        at["hessian"] = repeat(
            [&] {
                for (const ContactPair& pair : pairs)
                    (void)potential.hessian(pair, x, Definiteness::psd_projected);
            },
            effort);
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& run = runs.front();
    report.text(fmt::format(
        "Two tubes of together {} nodes and {} edges that touch along their length; thickness 1 "
        "mm. Candidates within 2 mm: {}; pairs within 1 mm: {}. Paths: 0.2 mm at random. Medians, "
        "milliseconds. The prototype: one thread, no tricks. While Newton's steps stay within half "
        "a thickness, candidates are kept, and CCD takes them.",
        run.at("nodes").get<int>(), run.at("edges").get<int>(), run.at("candidates").get<int>(),
        run.at("pairs").get<int>()));
    struct Row {
        const char *name, *label, *prototype;
        double goal;
    };
    std::vector<std::vector<std::string>> rows;
    for (const Row& row :
         {Row{"candidates", "candidates", "91", 40}, Row{"pairs", "pairs, from candidates", "5", 4},
          Row{"paths", "candidates of paths", "", 40},
          Row{"ccd", "CCD, from these", "14 to 28", 10}}) {
        std::vector<std::string> line{row.label};
        for (const int threads : {1, settings.threads})
            line.push_back(
                number(1e3 * Timing::of(runs, fmt::format("/{}/{}", threads, row.name)).median));
        const double value =
            1e3 * Timing::of(runs, fmt::format("/{}/{}", settings.threads, row.name)).median;
        line.insert(line.end(), {row.prototype, number(row.goal),
                                 settings.quick ? "-" : against_goal(value, row.goal)});
        rows.push_back(std::move(line));
        report.entry({fmt::format("detection, {}", row.label), value, "ms"});
    }
    const double per_pair =
        1e6 * Timing::of(runs, "/1/hessian").median / run.at("pairs").get<double>();
    rows.push_back({"energy to Hessian, a pair [us], one thread", number(per_pair), "", "", "1",
                    settings.quick ? "-" : against_goal(per_pair, 1)});
    report.entry({"energy, gradient and Hessian of a pair", per_pair, "us"});
    report.table({"part", "1 thread", fmt::format("{} threads", settings.threads), "prototype",
                  "goal", "goal reached"},
                 rows);
}

}  // namespace

Table detection_table() {
    return {"detection", "Detection", 3, measure, write};
}

}  // namespace sinew::bench
