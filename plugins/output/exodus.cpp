/// Results for engineering tools (Cubit, Sierra, MOOSE, ParaView): one Exodus II file a body, with
/// all frames in it.
///
/// Nodes stand where they are at rest, and disp_x, disp_y, disp_z say how far they have moved. Each
/// element set of the mesh is a block, without those of its elements that a smaller set holds, too;
/// elements of no set are a block named as the body. Node sets of the mesh are node sets, and the
/// faces of the skin that lie in one wholly are a side set of its name.
/// Fields on nodes are nodal variables, those over elements are variables of all blocks. Exodus has
/// no place for units: information records tell them.
///
/// The file grows by a record a frame (exodus/result_file.hpp). A killed run leaves one that opens;
/// a continued run goes on with its records.

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/params/choices.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/version.hpp>
#include <sinew/mechanics/output/body_fields.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/output/strain_fields.hpp>

#include "exodus/result_file.hpp"

namespace sinew {

/// Nodes, where stresses and strains are recovered; elements, as means.
enum class VariablePlace { nodes, elements };
template <>
struct EnumNames<VariablePlace> {
    static constexpr std::array names{std::pair{"nodes", VariablePlace::nodes},
                                      std::pair{"elements", VariablePlace::elements}};
};

class ExodusOutput final : public Output {
public:
    struct Params {
        std::vector<std::variant<output::OutputField, StrainQuantity>> wanted{
            output::OutputField::displacement, output::OutputField::velocity,
            StrainQuantity::von_mises};
        Marked<std::vector<VariablePlace>> places{{VariablePlace::nodes}, {}};
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("fields", &Params::wanted,
                  "What is written beside the positions at rest; tools move the nodes by "
                  "`displacement`"),
            field("at", &Params::places,
                  "Where stresses and strains are written: at nodes, recovered by patches of one "
                  "material; over elements, as means, named mean_..."),
            field("name", &Params::name, "Names the files; the node's path if absent"),
        };
    };

    ExodusOutput(const Params& params, BuildContext& context)
        : places_(params.places.value),
          fields_(chosen_of<output::OutputField>(params.wanted)),
          quantities_(chosen_of<StrainQuantity>(params.wanted)) {
        if (places_.empty())
            context.fail(params.places.where, "`at` is empty",
                         "name nodes or elements, or leave `at` out for nodes");
        if (params.places.where.known() && quantities_.empty())
            context.fail(params.places.where,
                         "`at` says where stresses and strains are written, and `fields` has none",
                         "name some in `fields:`, or leave `at` out");
        add_bodies(context.node());
        if (series_.empty())
            context.fail("there is no body on this node or below it",
                         "put the output on a node that has `mesh:` and `material:`");
        const std::vector<std::string> none;
        for (Series& one : series_) {
            output::refuse_equal_names(*one.body, fields_,
                                       writes_at(VariablePlace::nodes)
                                           ? output::StrainFields::names_at_nodes(quantities_)
                                           : none,
                                       writes_at(VariablePlace::elements)
                                           ? output::StrainFields::names_of_means(quantities_)
                                           : none,
                                       context);
            refuse_equal_variables(one, context);
            std::optional<std::string> given = params.name;
            if (given && series_.size() > 1) *given += "-" + file_words(*one.node);
            one.name = claim_output_name(context, "e", given, file_words(*one.node));
        }
    }

    void check() const override {
        for (const Series& one : series_)
            output::check_fields(*one.node, fields_, provenance.at("fields"));
    }

    void begin(const RunInfo& run, const Clock&) override {
        run_ = run;
        for (Series& one : series_) {
            if (!results_of(*one.node))
                output::warn_of_missing_fields(*one.body, fields_, quantities_, "output/exodus");
            else if (!quantities_.empty())
                one.strains.emplace(*one.body, quantities_);
        }
    }

    void observe(const Clock& clock) override {
        for (Series& one : series_) {
            const output::FrameData frame = frame_of(one);
            const std::vector<exodus::Variable> variables = exodus::variables_of(frame);
            if (!one.is_begun) open(one, frame, variables);
            one.file.add(clock.time(), variables);
        }
    }

    void finish() override {
        for (Series& one : series_) {
            if (!one.is_begun && run_.continued) {  // no frame may have come
                const output::FrameData frame = frame_of(one);
                open(one, frame, exodus::variables_of(frame));
            }
            one.file.close();
        }
    }

    void report(nlohmann::json& report) const override {
        report["files"] = nlohmann::json::array();
        for (const Series& one : series_)
            report["files"].push_back(path_of(one).filename().string());
        report["records"] = series_.front().file.n_records();
    }

private:
    /// The file of one body.
    struct Series {
        SceneNode* node = nullptr;
        const Body* body = nullptr;
        std::string name;
        std::optional<output::StrainFields> strains;  ///< of a body that moves
        exodus::ResultFile file;
        bool is_begun = false;  ///< it was opened, or could not be
    };

    void add_bodies(SceneNode& node) {
        if (const Body* body = body_of(node)) {
            Series& one = series_.emplace_back();
            one.node = &node;
            one.body = body;
        }
        for (const auto& child : node.children()) add_bodies(*child);
    }

    bool writes_at(VariablePlace place) const {
        return std::find(places_.begin(), places_.end(), place) != places_.end();
    }

    /// A component of a field may have the name of an array of the mesh, which is none of a field.
    void refuse_equal_variables(const Series& one, const BuildContext& context) const {
        output::FrameData frame =
            output::fields_of(*one.body, nullptr, output::motion_of(*one.body, nullptr), fields_);
        if (solver_node_of(*one.node)) {
            for (const output::OutputField field : fields_)
                if (output::needs_results(field))
                    frame.fields.push_back(output::unfilled_field(field));
            if (writes_at(VariablePlace::nodes))
                output::StrainFields::add_unfilled(quantities_, output::On::points, frame);
            if (writes_at(VariablePlace::elements))
                output::StrainFields::add_unfilled(quantities_, output::On::cells, frame);
        }
        const std::vector<exodus::Variable> variables = exodus::variables_of(frame);
        for (const output::On on : {output::On::points, output::On::cells})
            if (const std::string twice = exodus::name_of_two(exodus::names_of(variables, on));
                !twice.empty())
                context.fail(context.at("fields"),
                             fmt::format("the file of {} would have two variables {}",
                                         one.body->path, quote(twice)),
                             "leave one of them out of `fields:`, or rename the array in the "
                             "mesh's file");
    }

    output::FrameData frame_of(const Series& one) const {
        const BodyResults* results = results_of(*one.node);
        output::FrameData frame =
            output::fields_of(*one.body, results, output::motion_of(*one.body, results), fields_);
        if (!one.strains) return frame;
        const PointFields points = results->point_fields();
        if (writes_at(VariablePlace::nodes)) one.strains->add_at_nodes(points, frame);
        if (writes_at(VariablePlace::elements)) one.strains->add_means(points, frame);
        return frame;
    }

    std::filesystem::path path_of(const Series& one) const {
        return run_.folder / fmt::format("{}-{}.e", run_.scene_name, one.name);
    }

    void open(Series& one, const output::FrameData& frame,
              const std::vector<exodus::Variable>& variables) const {
        one.is_begun = true;
        exodus::Head head;
        head.title = fmt::format("{} {}", run_.scene_name, one.body->path);
        head.mesh = &one.body->mesh;
        head.blocks = exodus::blocks_of(one.body->mesh, file_words(*one.node));
        head.side_sets = exodus::side_sets_of(one.body->mesh, one.body->skin);
        head.nodal = exodus::names_of(variables, output::On::points);
        head.elemental = exodus::names_of(variables, output::On::cells);
        head.notes = exodus::units_of(frame);
        head.notes.insert(head.notes.begin(), fmt::format("Sinew {}", version));
        std::optional<double> kept_until;
        if (run_.continued) kept_until = run_.kept_until;
        one.file.open(path_of(one), head, kept_until);
    }

    std::vector<VariablePlace> places_;
    std::vector<output::OutputField> fields_;
    std::vector<StrainQuantity> quantities_;
    std::list<Series> series_;
    RunInfo run_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ExodusOutput, "output/exodus", "Results for engineering tools: Exodus II files")
