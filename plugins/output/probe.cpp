/// Motion, forces and stresses at some points of a body, as a table (CSV): one row a step.
///
/// Points are given by their position in the node's rest frame (`at:`, carried along by the element
/// they are in), by number (`nodes:`), or as a region (`where:`: means over it, and the sum of
/// reactions). Values are in the world. A reaction is the sum of the forces that hold the
/// prescribed degrees of freedom of the nodes; a stress at a node is the mean of its elements'
/// stresses, by volume.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

enum class ProbeQuantity { displacement, position, velocity, reaction, cauchy_stress };
template <>
struct EnumNames<ProbeQuantity> {
    static constexpr std::array names{std::pair{"displacement", ProbeQuantity::displacement},
                                      std::pair{"position", ProbeQuantity::position},
                                      std::pair{"velocity", ProbeQuantity::velocity},
                                      std::pair{"reaction", ProbeQuantity::reaction},
                                      std::pair{"cauchy_stress", ProbeQuantity::cauchy_stress}};
};

class Probe final : public Output {
public:
    struct Params {
        OneOrMany<Eigen::Vector3d> at;
        std::vector<int> nodes;
        Selection where;
        std::vector<ProbeQuantity> quantities{ProbeQuantity::displacement};
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("at", &Params::at, unit::m, "A point in the body at rest, or a list of them"),
            field("nodes", &Params::nodes, non_negative, "Numbers of nodes, from 0"),
            field("where", &Params::where, "A region: the mean over it, of reactions the sum"),
            field("quantities", &Params::quantities, "What is written of each point"),
            field("name", &Params::name, "Names the file; the node's path and -probe if absent"),
        };
    };

    Probe(const Params& params, BuildContext& context)
        : body_(body_here(context)), node_(&context.node()), quantities_(params.quantities) {
        if (!solver_node_of(context.node()))
            context.fail(
                fmt::format("no solver steps {}, so nothing happens at its points", body_.path),
                "give the node a `solver:`, or leave the probe out");
        add_places(params, context);
        add_nodes(params, context);
        if (!params.where.empty()) add_region(params.where);
        if (targets_.empty())
            context.fail("the probe has no point",
                         "give a point `at: [x, y, z]`, numbers `nodes: [0, 1]`, or a region "
                         "`where: ...`");
        if (quantities_.empty())
            context.fail(context.at("quantities"), "the probe has no quantity",
                         "leave `quantities:` out for displacements");
        name_ = claim_output_name(context, "csv", params.name, file_words(*node_) + "-probe");
    }

    void begin(const RunInfo& run, const Clock& clock) override {
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns(), run,
                   clock);
    }

    void observe(const Clock& clock) override {
        const BodyResults& results = *results_of(*node_);
        Points reactions;
        Eigen::MatrixXd stresses;
        for (const ProbeQuantity quantity : quantities_) {
            if (quantity == ProbeQuantity::reaction) reactions = results.reactions();
            if (quantity == ProbeQuantity::cauchy_stress) stresses = results.cauchy_stresses();
        }
        std::vector<double> row{clock.time()};
        for (const Target& target : targets_)
            for (const ProbeQuantity quantity : quantities_) {
                const Eigen::VectorXd value =
                    value_of(quantity, target, results, reactions, stresses);
                row.insert(row.end(), value.begin(), value.end());
            }
        file_.add(row);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    /// The target of one group of columns: a mean over points, with weights that add up to one.
    struct Target {
        std::string label;
        std::vector<MaterialPoint> points;
        std::vector<int> nodes;                              ///< for reactions; none for a point
        std::vector<std::pair<int, double>> element_shares;  ///< for stresses
        Eigen::Vector3d rest = Eigen::Vector3d::Zero();      ///< mean position at rest, world [m]
    };

    void add_places(const Params& params, BuildContext& context) {
        const auto& points_at = params.at.items;
        if (points_at.empty()) return;
        if (wants(ProbeQuantity::reaction))
            context.fail(context.at("at"),
                         "a reaction is a sum over nodes, so a point `at:` has none",
                         "name them by `nodes:` or `where:`");
        Points points(3, static_cast<Eigen::Index>(points_at.size()));
        for (std::size_t i = 0; i < points_at.size(); ++i)
            points.col(static_cast<Eigen::Index>(i)) = body_.to_world * points_at[i];
        const std::vector<Embedding> found = embed(body_.mesh, points);
        for (std::size_t i = 0; i < points_at.size(); ++i) {
            const Eigen::Vector3d& p = points_at[i];
            if (!found[i].inside)
                context.fail(context.at("at"),
                             fmt::format("the probe's point [{:g}, {:g}, {:g}] is outside the body",
                                         p.x(), p.y(), p.z()),
                             "points are in the node's rest frame, before its transform");
            Target target;
            target.label = points_at.size() == 1 ? "" : fmt::format("{} ", i);
            MaterialPoint point;
            point.n = static_cast<int>(found[i].nodes.size());
            for (int a = 0; a < point.n; ++a) {
                point.nodes[static_cast<std::size_t>(a)] = found[i].nodes[a];
                point.weights[static_cast<std::size_t>(a)] = found[i].weights[a];
            }
            target.points = {point};
            target.element_shares = {{found[i].element, 1.0}};
            for (int a = 0; a < point.n; ++a)
                target.rest += found[i].weights[a] * body_.mesh.positions.col(found[i].nodes[a]);
            targets_.push_back(std::move(target));
        }
    }

    void add_nodes(const Params& params, BuildContext& context) {
        for (const int node : params.nodes) {
            if (node >= body_.mesh.n_nodes())
                context.fail(context.at("nodes"),
                             fmt::format("the probe asks for node {}; the body has {} nodes", node,
                                         body_.mesh.n_nodes()),
                             "nodes are numbered from 0");
            Target target = mean_over({node});
            target.label = fmt::format("node {} ", node);
            if (wants(ProbeQuantity::cauchy_stress)) {
                std::vector<int> around;
                for (Eigen::Index e = 0; e < body_.mesh.n_elements(); ++e)
                    if ((body_.mesh.elements.col(e).array() == node).any())
                        around.push_back(static_cast<int>(e));
                target.element_shares = volume_shares(around);
            }
            targets_.push_back(std::move(target));
        }
    }

    void add_region(const Selection& where) {
        Target target = mean_over(body_.nodes(where));
        target.label = "region ";
        if (wants(ProbeQuantity::cauchy_stress))
            target.element_shares = volume_shares(body_.elements(where));
        targets_.push_back(std::move(target));
    }

    bool wants(ProbeQuantity quantity) const {
        return std::find(quantities_.begin(), quantities_.end(), quantity) != quantities_.end();
    }

    Target mean_over(const std::vector<int>& nodes) const {
        Target target;
        target.nodes = nodes;
        for (const int node : nodes) {
            target.points.push_back(MaterialPoint::at_node(0, node));
            target.rest += body_.mesh.positions.col(node) / static_cast<double>(nodes.size());
        }
        return target;
    }

    std::vector<std::pair<int, double>> volume_shares(const std::vector<int>& elements) const {
        const Eigen::VectorXd volumes = element_volumes(body_.mesh);
        double total = 0;
        for (const int e : elements) total += volumes[e];
        std::vector<std::pair<int, double>> shares;
        for (const int e : elements) shares.emplace_back(e, volumes[e] / total);
        return shares;
    }

    std::vector<std::string> columns() const {
        static constexpr std::array vector{"x", "y", "z"};
        static constexpr std::array tensor{"xx", "yy", "zz", "xy", "yz", "xz"};
        std::vector<std::string> columns{"time [s]"};
        for (const Target& target : targets_)
            for (const ProbeQuantity quantity : quantities_) {
                const std::string name = ParamType<ProbeQuantity>::show(quantity, {});
                const auto add = [&](const auto& components) {
                    for (const char* component : components)
                        columns.push_back(fmt::format("{}{}_{} [{}]", target.label, name, component,
                                                      unit_of(quantity)));
                };
                if (quantity == ProbeQuantity::cauchy_stress)
                    add(tensor);
                else
                    add(vector);
            }
        return columns;
    }

    static const char* unit_of(ProbeQuantity quantity) {
        switch (quantity) {
            case ProbeQuantity::displacement:
            case ProbeQuantity::position:
                return "m";
            case ProbeQuantity::velocity:
                return "m/s";
            case ProbeQuantity::reaction:
                return "N";
            case ProbeQuantity::cauchy_stress:
                return "Pa";
        }
        return "";
    }

    Eigen::VectorXd value_of(ProbeQuantity quantity, const Target& target,
                             const BodyResults& results, const Points& reactions,
                             const Eigen::MatrixXd& stresses) const {
        const auto mean = [&](auto&& at) {
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            for (const MaterialPoint& point : target.points) sum += at(point);
            return Eigen::Vector3d(sum / static_cast<double>(target.points.size()));
        };
        const auto position = [&](const MaterialPoint& p) { return results.position(p); };
        switch (quantity) {
            case ProbeQuantity::displacement:
                return mean(position) - target.rest;
            case ProbeQuantity::position:
                return mean(position);
            case ProbeQuantity::velocity:
                return mean([&](const MaterialPoint& p) { return results.velocity(p); });
            case ProbeQuantity::reaction: {
                Eigen::Vector3d sum = Eigen::Vector3d::Zero();
                for (const int node : target.nodes) sum += reactions.col(node);
                return sum;
            }
            case ProbeQuantity::cauchy_stress:
                break;
        }
        Eigen::VectorXd stress = Eigen::VectorXd::Zero(6);
        for (const auto& [element, share] : target.element_shares)
            stress += share * stresses.col(element);
        return stress;
    }

    Body& body_;
    SceneNode* node_;
    std::vector<ProbeQuantity> quantities_;
    std::vector<Target> targets_;
    std::string name_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Probe, "output/probe", "Values at points of a body, as CSV")
