/// Force and tangent of bar16k, for every material, compared with a textbook assembly in the same
/// process.
///
/// Both are evaluated at the same deformed state, where many points have indefinite tangents, and
/// compared: a fast wrong answer fails the benchmark.

#include "textbook/assembly.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <map>

#include "kit/bars.hpp"
#include "kit/scene_body.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double tolerance = 1e-10;

std::string scene_of(const LawPair& pair, bool quick) {
    return bar_mesh(quick ? small_bar : bar16k) +
           fmt::format("material: {{type: {}, {}, density: 1000}}\n", pair.plugin, pair.parameters);
}

/// Adds the entries of a tangent into a matrix that has positions for them.
class IntoMatrix final : public EntrySink {
public:
    explicit IntoMatrix(Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix) : matrix_(matrix) {}
    void add(Index row, Index column, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        for (Index j = 0; j < block.cols(); ++j)
            for (Index i = 0; i < block.rows(); ++i)
                matrix_.coeffRef(row + i, column + j) += block(i, j);
    }
    void add3(Index row, Index column, const Eigen::Matrix3d& block) override {
        add(row, column, block);
    }

private:
    Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix_;
};

/// Largest differences of force and tangent, over the largest entry of each.
json differences(const TextbookAssembly& textbook, const Forces& forces, const Tangent& tangent) {
    Eigen::SparseMatrix<double, Eigen::RowMajor> difference = -textbook.matrix();
    IntoMatrix sink(difference);
    tangent.add_entries(sink, 0);
    const auto largest = [](const auto& entries) { return entries.cwiseAbs().maxCoeff(); };
    return {{"force", largest(forces.internal - textbook.force()) / largest(textbook.force())},
            {"tangent", largest(difference.coeffs()) / largest(textbook.matrix().coeffs())}};
}

json measure_tangent(SceneBody& scene, TextbookAssembly& textbook, const LawPair& pair,
                     bool psd_projected, const Settings& settings) {
    const Vector u = deformed(scene.mesh(), 0.05), rest = Vector::Zero(u.size());
    const Definiteness definiteness =
        psd_projected ? Definiteness::psd_projected : Definiteness::exact;
    Forces forces;
    const Tangent* tangent = nullptr;
    const auto ours = [&] {
        tangent = &scene.system().tangent(u, rest, {0, 0, 1}, definiteness, &forces);
    };
    const auto theirs = [&](int n) {
        return [&textbook, &u, &pair, psd_projected, n] {
            textbook.assemble(u, pair.textbook, psd_projected, n);
        };
    };
    const Effort quick{1, 0.0};
    const Effort many = settings.quick ? quick : Effort{10, 0.1};
    const Effort few = settings.quick ? quick : Effort{1, 0.0};
    Contest contest;
    const auto threads = [](int n) { return [n] { omp_set_num_threads(n); }; };
    contest.add("ours 1", threads(1), ours, many);
    contest.add("textbook 1", threads(1), theirs(1), few);
    if (settings.threads > 1) {
        contest.add("ours n", threads(settings.threads), ours, many);
        contest.add("textbook n", threads(settings.threads), theirs(settings.threads), few);
    }
    json result{{"seconds", contest.run(settings.quick ? 1 : 3)}};
    result["difference"] = differences(textbook, forces, *tangent);
    return result;
}

json measure(const Settings& settings) {
    json result;
    for (const LawPair& pair : law_pairs()) {
        SceneBody scene(scene_of(pair, settings.quick));
        TextbookAssembly textbook(scene.mesh());
        result["nodes"] = scene.mesh().n_nodes();
        result["elements"] = scene.mesh().n_elements();
        result[pair.plugin]["exact"] = measure_tangent(scene, textbook, pair, false, settings);
        if (!pair.is_convex)
            result[pair.plugin]["psd_projected"] =
                measure_tangent(scene, textbook, pair, true, settings);
    }
    return result;
}

/// Time that a peer took on a machine of this kind [ms], and our goal on two threads [ms].
struct Peer {
    const char* who;
    double one, two;
};
const Peer* peer_of(const std::string& law) {
    static const std::map<std::string, Peer> peers{
        {"stvk/exact", {"Vega", 20.6, 10.9}},
        {"corotational/exact", {"Vega", 22.3, 12.5}},
        {"neo_hookean/exact", {"Vega", 21.1, 11.3}},
        {"stable_neo_hookean/psd_projected", {"HOBAK", 40.4, 20.7}},
        {"stvk/psd_projected", {"HOBAK", 55.7, 28.4}},
        {"arap/psd_projected", {"HOBAK", 45.5, 29.8}}};
    const auto found = peers.find(law);
    return found == peers.end() ? nullptr : &found->second;
}
std::optional<double> goal_of(const std::string& law) {
    static const std::map<std::string, double> goals{
        {"neo_hookean/exact", 1.3}, {"corotational/exact", 1.6}, {"stvk/exact", 1.3}};
    if (const auto found = goals.find(law); found != goals.end()) return found->second;
    if (law.ends_with("/psd_projected")) return 4.0;
    return {};
}

class Writer {
public:
    Writer(const std::vector<json>& runs, const Settings& settings, Report& report)
        : runs_(runs), settings_(settings), report_(report) {}

    void law(const std::string& name) {
        const std::string path = "/" + name;
        const std::string of_force =
            report_.check(name + ": force against the textbook's",
                          worst(runs_, path + "/difference/force"), tolerance);
        const std::string of_tangent =
            report_.check(name + ": tangent against the textbook's",
                          worst(runs_, path + "/difference/tangent"), tolerance);
        std::vector<std::string> row{name};
        add_columns(name, "1", row);
        if (settings_.threads > 1) {
            const double ours = add_columns(name, "n", row);
            const auto goal =
                settings_.threads == 2 && !settings_.quick ? goal_of(name) : std::nullopt;
            row.push_back(goal ? fmt::format("{}: {}", *goal, against_goal(ours, *goal)) : "-");
        }
        row.push_back(of_force + ", " + of_tangent);
        rows_.push_back(row);
    }

    void table() const {
        std::vector<std::string> header{"law/tangent", "1 thread", "textbook", "times", "peer"};
        if (settings_.threads > 1) {
            const std::string n = fmt::format("{} threads", settings_.threads);
            header.insert(header.end(), {n, "textbook", "times", "peer", "goal reached"});
        }
        header.push_back("differences of force, tangent");
        report_.table(header, rows_);
    }

private:
    /// Returns our time [ms].
    double add_columns(const std::string& name, const std::string& threads,
                       std::vector<std::string>& row) {
        const auto seconds = [&](const char* whose) {
            return Timing::of(runs_, "/" + name + "/seconds/" + whose + " " + threads);
        };
        const Timing ours = seconds("ours"), theirs = seconds("textbook");
        const Peer* peer = settings_.quick ? nullptr : peer_of(name);
        std::optional<double> paper;
        if (peer && threads == "1") paper = peer->one;
        if (peer && threads == "n" && settings_.threads == 2) paper = peer->two;
        row.insert(row.end(),
                   {ours.text(), theirs.text(), fmt::format("{:.0f}", theirs.median / ours.median),
                    paper ? fmt::format("{} {}", peer->who, *paper) : "-"});
        const int n = threads == "1" ? 1 : settings_.threads;
        report_.entry(
            Entry::against(fmt::format("assembly, {}, {} thread{}", name, n, n == 1 ? "" : "s"),
                           1e3 * ours.median, "ms", 1e3 * theirs.median, paper));
        return 1e3 * ours.median;
    }

    const std::vector<json>& runs_;
    const Settings& settings_;
    Report& report_;
    std::vector<std::vector<std::string>> rows_;
};

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "A box of five tetrahedra a cell, {} nodes, {} tetrahedra ({}), bent and compressed. E = 1 "
        "MPa, nu = 0.45. Internal force and tangent stiffness into a matrix of 3 x 3 blocks. "
        "Medians in ms, in brackets the least and the interquartile range of all repetitions of "
        "{} processes.",
        runs.front().at("nodes").get<int>(), runs.front().at("elements").get<int>(),
        settings.quick ? "a small one" : "bar16k", runs.size()));
    report.text(
        "Textbook: a plain assembly that this benchmark runs beside ours, one element at a time in "
        "doubles, a dense 12 x 12 matrix by Eigen, added into a sparse matrix of numbers at places "
        "found beforehand; projected by Eigen's eigensolver on the 9 x 9 matrix of each point. "
        "Peer: "
        "the figure of another code, measured earlier on a machine of this kind (docs/bench.md "
        "says how).");
    Writer writer(runs, settings, report);
    for (const LawPair& pair : law_pairs())
        for (const char* kind : {"exact", "psd_projected"})
            if (runs.front().at(pair.plugin).contains(kind)) writer.law(pair.plugin + "/" + kind);
    writer.table();
}

}  // namespace

Table assembly_table() {
    return {"assembly", "Force and tangent", 3, measure, write};
}

}  // namespace sinew::bench
