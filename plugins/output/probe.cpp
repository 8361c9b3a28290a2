/// Motion, forces, stresses and strains at some points of a body, as a table (CSV): one row a step.
///
/// They are given by their position in the node's rest frame (`at:`, carried along by the element
/// they are in), by number (`nodes:`, `elements:`), or as a region (`where:`: means over it, and
/// the sum of reactions). Values are in the world. A reaction is the sum of the forces that hold
/// the prescribed degrees of freedom of the nodes. Stresses and strains at points and nodes are
/// recovered (recovery/nodal_recovery.hpp); an element has their mean and its integration points.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/choices.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>

#include "probe/quantity.hpp"
#include "probe/strains.hpp"
#include "probe/target.hpp"

namespace sinew {

using probe::MotionQuantity;
using probe::Target;

class Probe final : public Output {
public:
    using Quantity = std::variant<MotionQuantity, StrainQuantity>;

    struct Params {
        OneOrMany<Eigen::Vector3d> at;
        std::vector<int> nodes;
        std::vector<int> elements;
        Selection where;
        std::vector<Quantity> quantities{MotionQuantity::displacement};
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("at", &Params::at, unit::m, "A point in the body at rest, or a list of them"),
            field("nodes", &Params::nodes, non_negative, "Numbers of nodes, from 0"),
            field("elements", &Params::elements, non_negative,
                  "Numbers of elements, from 0: stresses and strains, as means and at their "
                  "integration points"),
            field("where", &Params::where, "A region: the mean over it, of reactions the sum"),
            field("quantities", &Params::quantities,
                  "What is written of each point, node, element or region"),
            field("name", &Params::name, "Names the file; the node's path and -probe if absent"),
        };
    };

    Probe(const Params& params, BuildContext& context)
        : body_(body_here(context)),
          node_(&context.node()),
          quantities_(params.quantities),
          motions_(chosen_of<MotionQuantity>(params.quantities)),
          strains_(chosen_of<StrainQuantity>(params.quantities)) {
        if (!strains_.empty()) recovery_.emplace(body_);
        if (!solver_node_of(context.node()))
            context.fail(
                fmt::format("no solver steps {}, so nothing happens at its points", body_.path),
                "give the node a `solver:`, or leave the probe out");
        add_targets(params, context);
        if (targets_.empty() && elements_.empty())
            context.fail(
                "the probe has neither point, node, element nor region",
                "give a point `at: [x, y, z]`, numbers `nodes: [0, 1]` or `elements: [0]`, "
                "or a region `where: ...`");
        if (quantities_.empty())
            context.fail(context.at("quantities"), "the probe has no quantity",
                         "leave `quantities:` out for displacements");
        name_ = claim_output_name(context, "csv", params.name, file_words(*node_) + "-probe");
    }

    void check() const override {
        if (wants(MotionQuantity::reaction)) require_reactions(*node_, provenance.at("quantities"));
    }

    void begin(const RunInfo& run, const Clock&) override {
        if (!elements_.empty()) n_points_ = results_of(*node_)->point_fields().n_points;
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns(), run);
    }

    void observe(const Clock& clock) override {
        const BodyResults& results = *results_of(*node_);
        probe::NodalValues nodes;
        if (wants(MotionQuantity::reaction)) nodes.reactions = results.reactions().value();
        if (wants(MotionQuantity::secondary)) nodes.rest_positions = results.rest_positions();
        std::optional<probe::Strains> strains;
        if (!strains_.empty()) strains.emplace(*recovery_, targets_, results.point_fields());
        row_ = {clock.time()};
        for (const Target& target : targets_)
            for (const Quantity& quantity : quantities_)
                if (const auto* motion = std::get_if<MotionQuantity>(&quantity))
                    add(value_of(*motion, target, results, nodes));
                else
                    add(strains->at(target, std::get<StrainQuantity>(quantity)));
        for (const Target& target : elements_) add_element(target, *strains);
        file_.add(row_);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    void add_targets(const Params& params, BuildContext& context) {
        const auto& points = params.at.items;
        if (!points.empty() && wants(MotionQuantity::reaction))
            context.fail(context.at("at"),
                         "a reaction is a sum over nodes, so a point `at:` has none",
                         "name them by `nodes:` or `where:`");
        for (std::size_t i = 0; i < points.size(); ++i)
            targets_.push_back(
                probe::target_at(points[i], i, points.size(), body_, recovery(), context));
        for (const int node : params.nodes)
            targets_.push_back(probe::target_of_node(node, body_, recovery(), context));
        if (!params.where.empty())
            targets_.push_back(probe::target_of_region(params.where, body_, !strains_.empty()));
        if (!params.elements.empty() && !motions_.empty())
            context.fail(context.at("elements"),
                         fmt::format("an element has stresses and strains, but no {}",
                                     ParamType<MotionQuantity>::show(motions_.front(), {})),
                         "name stresses and strains in `quantities:`, and give another probe the "
                         "motion");
        for (const int element : params.elements)
            elements_.push_back(probe::target_of_element(element, body_, context));
    }

    const NodalRecovery* recovery() const { return recovery_ ? &*recovery_ : nullptr; }

    bool wants(MotionQuantity quantity) const {
        return std::find(motions_.begin(), motions_.end(), quantity) != motions_.end();
    }

    void add(const Eigen::VectorXd& values) {
        row_.insert(row_.end(), values.begin(), values.end());
    }

    void add_element(const Target& target, probe::Strains& strains) {
        for (const StrainQuantity quantity : strains_) {
            add(strains.at(target, quantity));
            for (int q = 0; q < n_points_; ++q)
                add(strains.at_point(target.elements.front(), q, quantity));
        }
    }

    std::vector<std::string> columns() const {
        std::vector<std::string> columns{"time [s]"};
        for (const Target& target : targets_)
            for (const Quantity& quantity : quantities_)
                if (const auto* motion = std::get_if<MotionQuantity>(&quantity))
                    add_columns(target.label + ParamType<MotionQuantity>::show(*motion, {}),
                                {"x", "y", "z"}, unit_of(*motion), columns);
                else
                    add_columns(target.label, std::get<StrainQuantity>(quantity), columns);
        for (const Target& element : elements_)
            for (const StrainQuantity quantity : strains_) {
                add_columns(element.label + "mean_", quantity, columns);
                for (int q = 0; q < n_points_; ++q)
                    add_columns(fmt::format("{}point {} ", element.label, q), quantity, columns);
            }
        return columns;
    }

    static void add_columns(const std::string& label, StrainQuantity quantity,
                            std::vector<std::string>& columns) {
        add_columns(label + name_of(quantity), components_of(quantity), unit_of(quantity), columns);
    }

    static void add_columns(const std::string& name, const std::vector<std::string>& components,
                            const std::string& unit, std::vector<std::string>& columns) {
        for (const std::string& component : components)
            columns.push_back(name + (component.empty() ? "" : "_" + component) +
                              (unit.empty() ? "" : " [" + unit + "]"));
    }

    Body& body_;
    SceneNode* node_;
    std::vector<Quantity> quantities_;
    std::vector<MotionQuantity> motions_;
    std::vector<StrainQuantity> strains_;
    std::optional<NodalRecovery> recovery_;  ///< if stresses or strains are asked for
    std::vector<Target> targets_, elements_;
    int n_points_ = 0;  ///< integration points of an element
    std::string name_;
    std::vector<double> row_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Probe, "output/probe", "Values at points and elements of a body, as CSV")
