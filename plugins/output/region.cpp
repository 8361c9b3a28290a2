/// Volume, inverted elements, and ranges of stresses and strains of a region, as a table (CSV): one
/// row a step.
///
///     volume    = int det F dV
///     mean      = integral / int dV,      integral = int s dV
///
/// over the elements of the region. Ranges are those at integration points. Of stresses dV is the
/// present volume (that at rest of laws of small strains), of all else that at rest: the integral
/// of energy_density is the energy. An element is inverted if det F is not positive at one of its
/// points.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/csv_file.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/recovery/quantities.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class RegionOutput final : public Output {
public:
    struct Params {
        Selection where;
        std::vector<StrainQuantity> quantities;
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "The elements; all of the body if absent"),
            field("quantities", &Params::quantities,
                  "Stresses and strains of which the least and greatest value, the mean and the "
                  "integral are written, component by component"),
            field("name", &Params::name, "Names the file; the node's path and -region if absent"),
        };
    };

    RegionOutput(const Params& params, BuildContext& context)
        : node_(&context.node()), quantities_(params.quantities) {
        const Body& body = body_here(context);
        if (!solver_node_of(context.node()))
            context.fail(fmt::format("no solver steps {}, so nothing strains it", body.path),
                         "give the node a `solver:`, or leave this output out");
        if (std::find(quantities_.begin(), quantities_.end(),
                      StrainQuantity::principal_directions) != quantities_.end())
            context.fail(context.at("quantities"), "directions have no least, greatest or mean",
                         "take principal_stresses, or write the directions by output/vtu");
        elements_ = body.elements(params.where.empty() ? Selection::everything() : params.where);
        name_ = claim_output_name(context, "csv", params.name, file_words(*node_) + "-region");
    }

    void begin(const RunInfo& run, const Clock&) override {
        std::vector<std::string> columns{"time [s]", "volume [m^3]", "inverted elements"};
        for (const StrainQuantity quantity : quantities_)
            for (const std::string& component : components_of(quantity))
                add(quantity, component, columns);
        file_.open(run.folder / fmt::format("{}-{}.csv", run.scene_name, name_), columns, run);
    }

    void observe(const Clock& clock) override {
        const PointFields points = results_of(*node_)->point_fields();
        const Integration over(points, elements_);
        std::vector<double> row{clock.time(), over.volume, double(over.n_inverted)};
        for (const StrainQuantity quantity : quantities_) {
            const StrainQuantity tensor = tensor_of(quantity);
            const Eigen::MatrixXd values =
                of_tensors(quantity, at_points(tensor, points)(Eigen::all, over.columns));
            const Vector& volume =
                tensor == StrainQuantity::cauchy_stress ? over.present : over.at_rest;
            for (Index k = 0; k < values.rows(); ++k) {
                const double integral = values.row(k).dot(volume);
                row.insert(row.end(), {values.row(k).minCoeff(), values.row(k).maxCoeff(),
                                       integral / volume.sum(), integral});
            }
        }
        file_.add(row);
    }

    void finish() override { file_.close(); }

    void report(nlohmann::json& report) const override {
        report["file"] = file_.path().filename().string();
        report["rows"] = file_.n_rows();
    }

private:
    /// The integration points of the elements.
    struct Integration {
        std::vector<Index> columns;  ///< among those of the body
        Vector at_rest, present;     ///< volumes at rest, and those of stresses [m^3]
        double volume = 0;           ///< present [m^3]
        long n_inverted = 0;         ///< elements

        Integration(const PointFields& points, const std::vector<int>& elements)
            : at_rest(points.n_points * Index(elements.size())), present(at_rest.size()) {
            for (const int e : elements) {
                bool is_inverted = false;
                for (int q = 0; q < points.n_points; ++q) {
                    const Index from = Index(e) * points.n_points + q, to = Index(columns.size());
                    const double J =
                        points.deformation_gradient.col(from).reshaped(3, 3).determinant();
                    columns.push_back(from);
                    at_rest[to] = points.volume[from];
                    present[to] = points.volume[from] * points.volume_change[from];
                    volume += points.volume[from] * J;
                    is_inverted = is_inverted || !(J > 0);
                }
                n_inverted += is_inverted;
            }
        }
    };

    static void add(StrainQuantity quantity, const std::string& component,
                    std::vector<std::string>& columns) {
        const std::string name = name_of(quantity) + (component.empty() ? "" : "_" + component);
        const std::string unit = unit_of(quantity);
        const std::string in_units = unit.empty() ? "" : " [" + unit + "]";
        for (const char* which : {"least_", "greatest_", "mean_"})
            columns.push_back(which + name + in_units);
        const std::string integral = unit == "J/m^3" ? "J" : unit.empty() ? "m^3" : unit + " m^3";
        columns.push_back(fmt::format("integral_{} [{}]", name, integral));
    }

    SceneNode* node_;
    std::vector<StrainQuantity> quantities_;
    std::vector<int> elements_;
    std::string name_;
    CsvFile file_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::RegionOutput, "output/region",
             "Volume and ranges of stress of a region, as CSV")
