/// Weights made elsewhere, painted or computed: one number for each node and bone, or for each
/// element and bone.
///
///     file: x.glb          the skin of a glTF file: a node of the body takes the weights of the
///                          nearest point of its surface, linear between its vertices
///     file: x.dmat         of libigl: first line `columns rows`, then the numbers column by column
///     array: NAME          a node array of the mesh, a component for each bone
///     element_array: NAME  an element array of the mesh: likewise, or the number of each element's
///                          bone (rotation clusters)
///
/// Rows of a .dmat (columns of an array) are the body's nodes or elements in the order of its mesh;
/// columns are bones, as the rig's own file counts them, or those of the joints' names in a glTF
/// file. Each row has to sum to 1 within 1e-6 (glTF, whose weights may be bytes: 1e-2), and may
/// hold numbers down to -1e-6, which count as 0; rows are then divided by their sum. Elements have
/// the means of their corners, and nodes those of the elements around them, where the other is
/// given.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/dmat_reader.hpp>
#include <sinew/mechanics/mesh/length_unit.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sinew/mechanics/weights/weights.hpp>

#include "user/skin.hpp"

namespace sinew {

using user_weights::Skin;

class UserWeights final : public Weights {
public:
    struct Params {
        std::string array, element_array;
        Path file;
        std::string skin;
        LengthUnit unit = LengthUnit::m;
        double scale = 1;
        std::vector<std::string> bones;
        bool normalise = false;
        static constexpr auto fields = std::tuple{
            field("array", &Params::array, "A node array of the mesh, a component for each bone"),
            field("element_array", &Params::element_array,
                  "Instead, an element array of the mesh: a component for each bone, or one, the "
                  "number of the element's bone, from 0"),
            field("file", &Params::file, "A .gltf, .glb or .dmat file, instead of an array"),
            field("skin", &Params::skin,
                  "Whose weights are taken of a glTF file, by name or number; may be absent if "
                  "there is one skin"),
            field("unit", &Params::unit, "Length unit that the numbers of a glTF file are in"),
            field("scale", &Params::scale, positive, "Factor on all lengths of a glTF file"),
            field("bones", &Params::bones,
                  "Whose the columns are, in order; bones that are not named have no weight. If "
                  "absent, those that a glTF file names, or all bones in the order of the file or "
                  "the scene that the rig was read from"),
            field("normalise", &Params::normalise,
                  "Take rows whatever they sum to: negative weights count as 0, and rows are "
                  "divided by their sum"),
        };
    };

    UserWeights(const Params& params, BuildContext& context)
        : params_(params), graph_(context.graph()) {
        const bool has_file = !params.file.empty();
        std::vector<std::string> given;
        if (!params.array.empty()) given.push_back("`array`");
        if (!params.element_array.empty()) given.push_back("`element_array`");
        if (has_file) given.push_back("`file`");
        if (given.size() != 1)
            context.fail(given.empty()
                             ? "weights/user has neither `array` nor `element_array` nor `file`"
                             : fmt::format("weights/user has {}", fmt::join(given, " and ")),
                         "give one of them: where the weights are");
        const bool of_gltf = has_file && gltf::is_gltf(params.file);
        if (!of_gltf) refuse_parameters_of_gltf(context);
        if (!has_file) return;
        if (of_gltf) {
            skin_ =
                std::make_unique<Skin>(params.file, params.skin,
                                       params.skin.empty() ? params.file.mark : context.at("skin"));
            skin_->surface.positions *= params.scale * in_metres(params.unit);
            skin_->surface.positions = context.node().world() * skin_->surface.positions;
            return;
        }
        std::ifstream in = open_file(params.file);
        weights_ = read_dmat(in, params.file.written);
    }

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        if (!params_.element_array.empty())
            return averaged_on_nodes(mesh, on_elements(mesh, bones, {}));
        return checked(of_nodes(mesh), bones, "node");
    }

    SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                            const SkinWeights& nodes) const override {
        if (params_.element_array.empty()) return Weights::on_elements(mesh, bones, nodes);
        return checked(of_elements(mesh, bones), bones, "element");
    }

    bool may_leave_bones_out() const override { return skin_ || !params_.bones.empty(); }

private:
    static constexpr double tolerance = 1e-6;
    double sum_tolerance() const { return skin_ ? 1e-2 : tolerance; }

    /// Rows that sum to one, of the rig's bones.
    SkinWeights checked(Eigen::MatrixXd weights, const std::vector<Bone>& bones,
                        const char* row) const {
        const std::vector<int> columns = bones_of_columns(weights.cols(), bones);
        const auto name = [&](Eigen::Index column) {
            return bones[std::size_t(columns[std::size_t(column)])].name;
        };
        check_entries(weights, row, name);
        set_negative_to_zero(weights);
        std::vector<Eigen::Triplet<double>> entries;
        for (Eigen::Index i = 0; i < weights.rows(); ++i) {
            const double sum = weights.row(i).sum();
            if (sum == 0)
                fail(fmt::format("{} {} has no weight in {}", row, i, what()),
                     fmt::format("give each {} at least one bone", row));
            for (Eigen::Index j = 0; j < weights.cols(); ++j)
                if (weights(i, j) > 0)
                    entries.emplace_back(int(i), columns[std::size_t(j)], weights(i, j) / sum);
        }
        SkinWeights result(weights.rows(), Eigen::Index(bones.size()));
        result.setFromTriplets(entries.begin(), entries.end());
        return result;
    }

    void refuse_parameters_of_gltf(const BuildContext& context) const {
        const char* set = nullptr;
        if (params_.scale != 1) set = "scale";
        if (params_.unit != LengthUnit::m) set = "unit";
        if (!params_.skin.empty()) set = "skin";
        if (set != nullptr)
            context.fail(context.at(set), fmt::format("{} without a glTF file", set),
                         "leave it out, or name a .gltf or .glb file");
    }

    /// The parameter that says where the weights are.
    const char* source_key() const {
        if (!params_.array.empty()) return "array";
        return params_.element_array.empty() ? "file" : "element_array";
    }

    std::string what() const {
        if (!params_.file.empty()) return params_.file.written;
        return fmt::format("the array '{}'",
                           params_.array.empty() ? params_.element_array : params_.array);
    }

    /// Throws InputError at the parameter that says where the weights are.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy) const {
        provenance.fail(provenance.at(source_key()), message, remedy);
    }

    /// One row a node.
    Eigen::MatrixXd of_nodes(const VolumeMesh& mesh) const {
        if (skin_) {
            const std::string defect = skin_->mismatch(mesh.positions);
            if (!defect.empty())
                fail(fmt::format("{}: {}", what(), defect),
                     "give the weights the same `unit` and `scale` as the mesh and the rig");
            return skin_->carried_to(mesh.positions);
        }
        if (params_.array.empty()) {
            if (weights_.rows() != mesh.n_nodes())
                fail(fmt::format("{} has {} rows, and the mesh {} nodes", what(), weights_.rows(),
                                 mesh.n_nodes()),
                     "there has to be a row for each node of the mesh, in its order; nodes of the "
                     "mesh's file that belong to no element are not there");
            return weights_;
        }
        return array_of(mesh.node_arrays, params_.array, "node",
                        "it has none: name a .dmat file, or a mesh with point data");
    }

    /// A row each.
    Eigen::MatrixXd array_of(const std::map<std::string, Eigen::MatrixXd>& arrays,
                             const std::string& name, const char* sort,
                             const std::string& remedy) const {
        const auto found = arrays.find(name);
        if (found != arrays.end()) return found->second.transpose();
        std::vector<std::string> names;
        for (const auto& array : arrays) names.push_back(array.first);
        fail(fmt::format("the mesh has no {} array '{}'", sort, name),
             names.empty() ? remedy : suggestion(name, names));
    }

    /// One row an element; numbers of bones become rows with one 1.
    Eigen::MatrixXd of_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones) const {
        Eigen::MatrixXd array = array_of(mesh.element_arrays, params_.element_array, "element",
                                         "it has none: name a mesh with cell data");
        if (array.cols() != 1) return array;
        const std::size_t n = params_.bones.empty() ? bones.size() : params_.bones.size();
        Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(array.rows(), Eigen::Index(n));
        for (Eigen::Index e = 0; e < array.rows(); ++e) {
            const double number = array(e, 0);
            if (!(number >= 0 && number < double(n)) || number != std::floor(number))
                fail(fmt::format("element {} in {} has the bone {:g}, and there are {}", e, what(),
                                 number, n),
                     fmt::format("write whole numbers from 0 to {}, or a component for each bone",
                                 n - 1));
            weights(e, Eigen::Index(number)) = 1;
        }
        return weights;
    }

    std::vector<int> bones_of_columns(Eigen::Index n_columns,
                                      const std::vector<Bone>& bones) const {
        const bool of_file = params_.bones.empty() && skin_;
        if (params_.bones.empty() && !skin_) {
            if (n_columns != Eigen::Index(bones.size()))
                fail(fmt::format("{} has {} columns, and the rig {} bones", what(), n_columns,
                                 bones.size()),
                     "name the bones of the columns, bones: [...]; those that are not named have "
                     "no weight");
            return bones_as_counted(bones);
        }
        const std::vector<std::string>& whose = of_file ? skin_->joints : params_.bones;
        const char* key = of_file ? "file" : "bones";
        if (n_columns != Eigen::Index(whose.size()))
            provenance.fail(provenance.at("bones"),
                            fmt::format("{} has {} columns, and `bones` names {}", what(),
                                        n_columns, whose.size()),
                            "name one bone for each column");
        std::vector<std::string> names;
        for (const Bone& bone : bones) names.push_back(bone.name);
        std::vector<int> columns;
        for (const std::string& wanted : whose) {
            const auto found = std::find(names.begin(), names.end(), wanted);
            if (found == names.end())
                provenance.fail(
                    provenance.at(key),
                    of_file ? fmt::format("the rig has no bone '{}', which {} moves its skin by",
                                          wanted, what())
                            : fmt::format("the rig has no bone '{}'", wanted),
                    suggestion(wanted, names));
            const int j = int(found - names.begin());
            if (std::find(columns.begin(), columns.end(), j) != columns.end())
                provenance.fail(provenance.at(key),
                                fmt::format("two columns are of the bone '{}'", wanted),
                                "name each bone once");
            columns.push_back(j);
        }
        return columns;
    }

    /// Refuses what is no number, and rows that are no weights if they are not to be made so.
    template <class Name>
    void check_entries(const Eigen::MatrixXd& weights, const char* row,
                       Name&& name_of_column) const {
        for (Eigen::Index i = 0; i < weights.rows(); ++i) {
            Eigen::Index least = 0;
            const double sum = weights.row(i).sum();
            if (!std::isfinite(sum))
                fail(fmt::format("the weights of {} {} in {} sum to {}", row, i, what(), sum),
                     "write numbers that are finite");
            if (params_.normalise) continue;
            if (std::abs(sum - 1) > sum_tolerance())
                fail(fmt::format("the weights of {} {} in {} sum to {:.10g}, not to 1", row, i,
                                 what(), sum),
                     "write rows that sum to 1, or give normalise: true to have each "
                     "divided by its sum");
            if (weights.row(i).minCoeff(&least) < -tolerance)
                fail(fmt::format("{} {} in {} has the weight {:.10g} for the bone '{}' (its "
                                 "weights sum to {:.10g})",
                                 row, i, what(), weights(i, least), name_of_column(least), sum),
                     "write weights that are not negative, or give normalise: true to have them "
                     "count as 0");
        }
    }

    void set_negative_to_zero(Eigen::MatrixXd& weights) const {
        const Eigen::Index n_negative = (weights.array() < 0).count();
        if (n_negative > 0 && !std::exchange(has_warned_, true))
            graph_.warn(
                Diagnostic::warning(
                    fmt::format(
                        "negative weights in {}: {}, down to {:.2g}; they count as 0, and rows "
                        "are divided by their sum",
                        what(), n_negative, weights.minCoeff()))
                    .at(provenance.at(source_key()))
                    .on(provenance));
        weights = weights.cwiseMax(0);
    }

    Params params_;
    SceneGraph& graph_;
    std::unique_ptr<Skin> skin_;  ///< of a glTF file, in the world
    Eigen::MatrixXd weights_;     ///< of the file: n_nodes x n_columns
    mutable bool has_warned_ = false;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::UserWeights, "weights/user", "Weights from a file or an array of the mesh")
