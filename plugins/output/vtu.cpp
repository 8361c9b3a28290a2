/// Results for ParaView: one .vtu (or .vtp) a body and frame, and one .pvd for the whole run.
///
/// Points stand where they are at that time, so that nothing needs warping. Vectors live on nodes;
/// strains, stresses and energies are averages over elements. Each array carries its unit, each
/// file its time. A body that nothing steps has neither stresses nor reactions: they are left out,
/// and a warning says so.
///
/// The .pvd is rewritten after each frame, when the frame's files stand: a killed run leaves one
/// that opens. A continued run goes on with it.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/output/output.hpp>
#include <sinew/mechanics/output/output_name.hpp>
#include <sinew/mechanics/visual/visual.hpp>

#include "vtu/body_fields.hpp"
#include "vtu/frame.hpp"
#include "vtu/obstacle_series.hpp"
#include "vtu/pvd.hpp"

namespace sinew {

class VtuOutput final : public Output {
public:
    struct Params {
        std::vector<vtu::OutputField> wanted{vtu::OutputField::displacement,
                                             vtu::OutputField::velocity,
                                             vtu::OutputField::von_mises};
        bool surface = false;
        bool visual = true;
        bool obstacles = true;
        std::optional<std::string> name;

        static constexpr auto fields = std::tuple{
            field("fields", &Params::wanted, "What is written beside the positions"),
            field("surface", &Params::surface, "Write the skin only, as triangles (.vtp)"),
            field("visual", &Params::visual,
                  "Write the surface of the node's `visual:`, or that which its bricks carry, too"),
            field(
                "obstacles", &Params::obstacles,
                "Write the obstacles that the bodies may touch, too, as triangles (.vtp); a plane "
                "as a square next to them"),
            field("name", &Params::name,
                  "Names the files; the node's path if absent, with -skin for a surface"),
        };
    };

    VtuOutput(const Params& params, BuildContext& context)
        : params_(params), pvd_(context.graph().root().attachment<vtu::PvdCollection>([] {
              return new vtu::PvdCollection;
          })) {
        add_bodies(context, context.node());
        if (series_.empty())
            context.fail("there is no body on this node or below it",
                         "put the output on a node that has `mesh:` and `material:`");
        for (Series& one : series_) name_files(context, one);
    }

    void begin(const RunInfo& run, const Clock& clock) override {
        run_ = run;
        n_digits_ = std::max<int>(4, static_cast<int>(std::to_string(clock.n_steps).size()));
        pvd_.begin(run, clock);
        for (const Series& one : series_)
            if (!results_of(*one.node)) warn_of_missing_fields(*one.body);
        if (params_.obstacles) add_obstacles();
    }

    void observe(const Clock& clock) override {
        std::vector<std::pair<int, std::string>> files;
        for (const Series& one : series_) {
            const vtu::NodalMotion motion = vtu::motion_of(*one.body, results_of(*one.node));
            files.emplace_back(one.part, write_body(one, motion, clock));
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

    void finish() override {}

    void report(nlohmann::json& report) const override {
        report["pvd"] = pvd_.file().filename().string();
        report["files"] = n_files_;
    }

private:
    /// The files of one body.
    struct Series {
        SceneNode* node = nullptr;
        const Body* body = nullptr;
        const VisualSurface* visual = nullptr;
        std::string name;
        int part = 0, visual_part = 0;  ///< in the .pvd
        Eigen::MatrixXi skin;           ///< triangles over the skin's nodes, if only they show
    };

    /// Hexahedra over a surface do not follow it, as tetrahedra that fill one do.
    static bool is_cage(const Body& body) {
        return body.surface && body.mesh.type == ElementType::hex8;
    }

    void add_bodies(BuildContext& context, SceneNode& node) {
        if (const Body* body = body_of(node)) {
            Series one;
            one.node = &node;
            one.body = body;
            if (params_.visual && (node.slot("visual") || is_cage(*body)))
                one.visual = visual_of(node);
            if (params_.surface) one.skin = vtu::skin_triangles(body->skin);
            series_.push_back(std::move(one));
        }
        for (const auto& child : node.children()) add_bodies(context, *child);
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
    }

    void warn_of_missing_fields(const Body& body) const {
        std::string names;
        for (const vtu::OutputField field : params_.wanted)
            if (vtu::needs_results(field))
                names += (names.empty() ? "" : ", ") + std::string(vtu::name_of(field));
        if (names.empty()) return;
        log_diagnostic(
            Diagnostic::warning(
                fmt::format("no solver steps {}, so its files are without {}", body.path, names))
                .remedy("give it a `solver:`, or leave these out of `fields:`")
                .on(body.path, "output/vtu"));
    }

    std::string file_name(const std::string& series, const Clock& clock, const char* extension) {
        return fmt::format("{}-{}_{:0{}}{}", run_.scene_name, series, clock.index, n_digits_,
                           extension);
    }

    std::string write_body(const Series& one, const vtu::NodalMotion& motion, const Clock& clock) {
        vtu::FrameData frame =
            vtu::fields_of(*one.body, results_of(*one.node), motion, params_.wanted);
        frame.time = clock.time();
        const std::string name = file_name(one.name, clock, params_.surface ? ".vtp" : ".vtu");
        const Body& body = *one.body;
        if (params_.surface)
            vtu::write_surface(run_.folder / name, one.skin, vtu::on_skin(body.skin, frame));
        else
            vtu::write_volume(run_.folder / name, body.mesh.type, body.mesh.elements, frame);
        return name;
    }

    std::string write_visual(const Series& one, const vtu::NodalMotion& motion,
                             const Clock& clock) {
        vtu::FrameData frame;
        frame.time = clock.time();
        frame.points = one.visual->deform(motion.positions, clock.time());
        for (const vtu::OutputField field : params_.wanted) {
            if (field == vtu::OutputField::displacement)
                frame.fields.push_back({vtu::name_of(field), "m", vtu::On::points,
                                        frame.points - one.visual->rest.positions});
            // Velocities are carried along by the same weights as positions.
            if (field == vtu::OutputField::velocity)
                frame.fields.push_back({vtu::name_of(field), "m/s", vtu::On::points,
                                        one.visual->deform(motion.velocities)});
        }
        const std::string name = file_name(one.name + "-visual", clock, ".vtp");
        vtu::write_surface(run_.folder / name, one.visual->rest.triangles, frame);
        return name;
    }

    Params params_;
    vtu::PvdCollection& pvd_;
    std::vector<Series> series_;
    std::vector<vtu::ObstacleSeries> obstacles_;
    RunInfo run_;
    int n_digits_ = 4;
    long n_files_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::VtuOutput, "output/vtu", "Results for ParaView: .vtu series and a .pvd")
