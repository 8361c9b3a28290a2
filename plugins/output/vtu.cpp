/// Results for ParaView: one .vtu (or .vtp) a body and frame, and one .pvd for the whole run.
///
/// Points stand where they are at that time, so that nothing needs warping. Vectors live on nodes;
/// stresses and strains are recovered there (recovery/nodal_recovery.hpp), and may be written as
/// means over elements and at integration points, too. Each array carries its unit, each file its
/// time. A body that nothing steps has neither stresses nor reactions: they are left out,
/// and a warning says so.
///
/// The .pvd, and a .series of each part if asked for, grow by a line when the frame's files stand:
/// a killed run leaves lists that open. A continued run goes on with them.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/params/choices.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/output/body_fields.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/output/pvd.hpp>
#include <sinew/mechanics/output/strain_fields.hpp>
#include <sinew/mechanics/visual/visual.hpp>

#include "vtu/frame.hpp"
#include "vtu/obstacle_series.hpp"

namespace sinew {

class VtuOutput final : public Output {
public:
    struct Params {
        std::vector<std::variant<output::OutputField, StrainQuantity>> wanted{
            output::OutputField::displacement, output::OutputField::velocity,
            StrainQuantity::von_mises};
        Marked<std::vector<output::StrainPlace>> places{{output::StrainPlace::nodes}, {}};
        bool surface = false;
        bool visual = true;
        bool obstacles = true;
        bool series = false;
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("fields", &Params::wanted, "What is written beside the positions"),
            field("at", &Params::places,
                  "Where stresses and strains are written: at nodes, recovered by patches of one "
                  "material; over elements, as means, named mean_...; at integration points, in a "
                  "file of these (.vtp)"),
            field("surface", &Params::surface, "Write the skin only, as triangles (.vtp)"),
            field("visual", &Params::visual,
                  "Write the surface of the node's `visual:`, or that which its bricks carry, too"),
            field(
                "obstacles", &Params::obstacles,
                "Write the obstacles that the bodies may touch, too, as triangles (.vtp); a plane "
                "as a square next to them"),
            field("series", &Params::series,
                  "Write ParaView's list of files and times of each part, too "
                  "(.vtu.series, .vtp.series), to open one part alone"),
            field("name", &Params::name,
                  "Names the files; the node's path if absent, with -skin for a surface"),
        };
    };

    VtuOutput(const Params& params, BuildContext& context)
        : params_(params),
          fields_(chosen_of<output::OutputField>(params.wanted)),
          quantities_(chosen_of<StrainQuantity>(params.wanted)),
          pvd_(context.graph().root().attachment<output::PvdCollection>(
              [] { return new output::PvdCollection; })) {
        if (params.places.value.empty())
            context.fail(params.places.where, "`at` is empty",
                         "name nodes, elements or points, or leave `at` out for nodes");
        if (params.places.where.known() && quantities_.empty())
            context.fail(params.places.where,
                         "`at` says where stresses and strains are written, and `fields` has none",
                         "name some in `fields:`, or leave `at` out");
        refuse_name_of_scene(context);
        add_bodies(context, context.node());
        if (series_.empty())
            context.fail("there is no body on this node or below it",
                         "put the output on a node that has `mesh:` and `material:`");
        const std::vector<std::string> none;
        for (Series& one : series_) {
            output::refuse_equal_names(*one.body, fields_,
                                       writes_at(output::StrainPlace::nodes)
                                           ? output::StrainFields::names_at_nodes(quantities_)
                                           : none,
                                       writes_at(output::StrainPlace::elements)
                                           ? output::StrainFields::names_of_means(quantities_)
                                           : none,
                                       context);
            name_files(context, one);
        }
    }

    void check() const override {
        for (const Series& one : series_)
            output::check_fields(*one.node, fields_, provenance.at("fields"));
    }

    void begin(const RunInfo& run, const Clock& clock) override {
        run_ = run;
        n_digits_ = std::max<int>(4, static_cast<int>(std::to_string(clock.n_steps).size()));
        for (Series& one : series_) {
            if (!results_of(*one.node))
                output::warn_of_missing_fields(*one.body, fields_, quantities_, "output/vtu");
            else if (!quantities_.empty())
                one.strains.emplace(*one.body, quantities_);
        }
        if (params_.obstacles) add_obstacles();
        pvd_.begin(run, parts(), params_.series);
    }

    void observe(const Clock& clock) override {
        pvd_.open();
        PartFiles files;
        for (const Series& one : series_) {
            const output::NodalMotion motion = output::motion_of(*one.body, results_of(*one.node));
            write_body(one, motion, clock, files);
            if (one.visual) files.emplace_back(one.visual_part, write_visual(one, motion, clock));
        }
        for (const vtu::ObstacleSeries& one : obstacles_) {
            const std::string file = file_name(one.name(), clock, ".vtp");
            one.write(run_.folder / file, clock.time());
            files.emplace_back(one.part(), file);
        }
        pvd_.add(clock.time(), files);
        n_files_ += static_cast<long>(files.size());
    }

    void finish() override { pvd_.open(); }  // no frame may have come

    void report(nlohmann::json& report) const override {
        report["pvd"] = pvd_.file().filename().string();
        report["files"] = n_files_;
    }

private:
    /// Files by their part in the .pvd.
    using PartFiles = std::vector<std::pair<int, std::string>>;

    /// The files of one body.
    struct Series {
        SceneNode* node = nullptr;
        const Body* body = nullptr;
        const VisualSurface* visual = nullptr;
        std::string name;
        int part = 0, visual_part = -1, points_part = -1;  ///< in the .pvd; -1: has none
        Eigen::MatrixXi skin;  ///< triangles over the skin's nodes, if only they show
        std::optional<output::StrainFields> strains;  ///< of a body that moves
    };

    /// Hexahedra over a surface do not follow it, as tetrahedra that fill one do.
    static bool is_cage(const Body& body) {
        return body.surface && body.mesh.type == ElementType::hex8;
    }

    static void refuse_name_of_scene(const BuildContext& context) {
        const SourceMark& scene = context.graph().scene().mark;
        const std::string name =
            scene.known() ? std::filesystem::path(scene.source->name).stem().string() : "";
        if (!is_utf8(name))
            context.fail(fmt::format("the name {} of the scene's file is not UTF-8, and lists for "
                                     "ParaView name all files by it, in UTF-8",
                                     quote(name)),
                         "rename the scene's file");
    }

    void add_bodies(BuildContext& context, SceneNode& node) {
        if (const Body* body = body_of(node)) {
            Series one;
            one.node = &node;
            one.body = body;
            if (params_.visual && (node.slot("visual") || is_cage(*body)))
                one.visual = visual_of(node);
            if (params_.surface) one.skin = skin_triangles(body->skin);
            series_.push_back(std::move(one));
        }
        for (const auto& child : node.children()) add_bodies(context, *child);
    }

    std::vector<int> parts() const {
        std::vector<int> parts;
        for (const Series& one : series_)
            for (const int part : {one.part, one.visual_part, one.points_part})
                if (part >= 0) parts.push_back(part);
        for (const vtu::ObstacleSeries& one : obstacles_) parts.push_back(one.part());
        return parts;
    }

    /// Those of all couplings that are stepped with these bodies.
    void add_obstacles() {
        for (const Series& one : series_) {
            const SceneNode* solver = solver_node_of(*one.node);
            const ModelResults* model = solver ? model_results_of(*solver) : nullptr;
            if (!model) continue;
            for (const Coupling* coupling : model->couplings)
                for (const ObstacleSurface* obstacle : coupling->obstacle_surfaces())
                    if (pvd_.claim(*obstacle)) obstacles_.emplace_back(*obstacle, pvd_);
        }
    }

    void name_files(BuildContext& context, Series& one) {
        std::optional<std::string> given = params_.name;
        if (given && series_.size() > 1) *given += "-" + file_words(*one.node);
        const std::string proposed = file_words(*one.node) + (params_.surface ? "-skin" : "");
        one.name = claim_output_name(context, "vtu", given, proposed);
        one.part = pvd_.add_part(one.name);
        if (one.visual) one.visual_part = pvd_.add_part(one.name + "-visual");
        if (!quantities_.empty() && solver_node_of(*one.node) &&
            writes_at(output::StrainPlace::points))
            one.points_part = pvd_.add_part(one.name + "-points");
    }

    std::string file_name(const std::string& series, const Clock& clock, const char* extension) {
        return fmt::format("{}-{}_{:0{}}{}", run_.scene_name, series, clock.index, n_digits_,
                           extension);
    }

    bool writes_at(output::StrainPlace place) const {
        const auto& places = params_.places.value;
        return std::find(places.begin(), places.end(), place) != places.end();
    }

    void write_body(const Series& one, const output::NodalMotion& motion, const Clock& clock,
                    PartFiles& files) {
        output::FrameData frame =
            output::fields_of(*one.body, results_of(*one.node), motion, fields_);
        if (one.strains) {
            const PointFields points = results_of(*one.node)->point_fields();
            if (writes_at(output::StrainPlace::nodes)) one.strains->add_at_nodes(points, frame);
            if (writes_at(output::StrainPlace::elements)) one.strains->add_means(points, frame);
            if (writes_at(output::StrainPlace::points))
                files.emplace_back(one.points_part, write_points(one, points, motion, clock));
        }
        files.emplace_back(one.part, write_mesh(one, std::move(frame), clock));
    }

    std::string write_points(const Series& one, const PointFields& points,
                             const output::NodalMotion& motion, const Clock& clock) {
        output::FrameData frame = one.strains->at_points(points, motion.positions);
        frame.time = clock.time();
        const std::string name = file_name(one.name + "-points", clock, ".vtp");
        vtu::write_points(run_.folder / name, frame);
        return name;
    }

    std::string write_mesh(const Series& one, output::FrameData frame, const Clock& clock) {
        frame.time = clock.time();
        const std::string name = file_name(one.name, clock, params_.surface ? ".vtp" : ".vtu");
        const Body& body = *one.body;
        if (params_.surface)
            vtu::write_surface(run_.folder / name, one.skin, output::on_skin(body.skin, frame));
        else
            vtu::write_volume(run_.folder / name, body.mesh.type, body.mesh.elements, frame);
        return name;
    }

    std::string write_visual(const Series& one, const output::NodalMotion& motion,
                             const Clock& clock) {
        output::FrameData frame;
        frame.time = clock.time();
        const BodyResults* results = results_of(*one.node);
        frame.points = results ? results->carried(*one.visual, clock.time())
                               : one.visual->deform(motion.positions, clock.time());
        // Vectors are carried along by the same weights as positions.
        const auto add = [&](output::OutputField field, const char* unit, const Points& vectors) {
            frame.fields.push_back({output::name_of(field), unit, output::On::points, vectors});
        };
        const auto secondary = [&] {
            return one.visual->deform(motion.positions - results->rest_positions());
        };
        for (const output::OutputField field : fields_) {
            if (field == output::OutputField::displacement)
                add(field, "m", frame.points - one.visual->rest.positions);
            if (field == output::OutputField::velocity)
                add(field, "m/s", one.visual->deform(motion.velocities));
            if (results && field == output::OutputField::secondary) add(field, "m", secondary());
            if (results && field == output::OutputField::rest_shape)
                add(field, "m", frame.points - secondary() - one.visual->rest.positions);
        }
        const std::string name = file_name(one.name + "-visual", clock, ".vtp");
        vtu::write_surface(run_.folder / name, one.visual->rest.triangles, frame);
        return name;
    }

    Params params_;
    std::vector<output::OutputField> fields_;
    std::vector<StrainQuantity> quantities_;
    output::PvdCollection& pvd_;
    std::vector<Series> series_;
    std::vector<vtu::ObstacleSeries> obstacles_;
    RunInfo run_;
    int n_digits_ = 4;
    long n_files_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::VtuOutput, "output/vtu", "Results for ParaView: .vtu series and a .pvd")
